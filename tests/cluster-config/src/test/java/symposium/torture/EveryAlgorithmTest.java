package symposium.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.cli.Main;
import symposium.cluster.settings.ClusterCatalogue;

/**
 * Every algorithm that a cluster offers and whose survivors of a crash go on, under torture, one after the other:
 * {@code mvn verify -P torture}, with {@code -Dtorture.rounds=100} and {@code -Dtorture.seed=7} for other than 10
 * rounds and seed 1.
 */
@Tag("torture")
class EveryAlgorithmTest {

    static SortedSet<String> algorithms() {
        SortedSet<String> names = new TreeSet<>(ClusterCatalogue.elections());
        ClusterCatalogue.names().stream()
                .filter(ClusterCatalogue::survivesDeaths)
                .forEach(names::add);
        names.add("resources");
        return names;
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void keepsItsPromises(String algorithm) throws Exception {
        keepsItsPromises(algorithm, "static");
    }

    @Test
    void soDoResourcesWhoseVotersChange() throws Exception {
        keepsItsPromises("resources", "dynamic");
    }

    private static void keepsItsPromises(String algorithm, String voters) throws Exception {
        String[] arguments = {
            "torture",
            "--algorithm",
            algorithm,
            "--voters",
            voters,
            "--rounds",
            System.getProperty("torture.rounds", "10"),
            "--seed",
            System.getProperty("torture.seed", "1"),
            "--within",
            "120",
            "--directory",
            Files.createTempDirectory("torture-" + algorithm).toString()
        };
        assertEquals(0, Main.program().run(arguments, System.out, System.err));
    }
}
