package symposium.kernel.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The named topologies are there whichever of their types is used first. */
@Tag("fast")
class LoadingTest {

    /** Sees them as any other class does. */
    public static final class Witness {
        @Override
        public String toString() {
            return java.util.Arrays.asList(Shape.RING, Shape.COMPLETE).toString();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Shape", "Topology", "Graph"})
    void theNamedTopologiesAreThereWhateverIsLoadedFirst(String first) throws Exception {
        URL kernel = Topology.class.getProtectionDomain().getCodeSource().getLocation();
        URL tests = LoadingTest.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader fresh =
                new URLClassLoader(new URL[] {kernel, tests}, ClassLoader.getPlatformClassLoader())) {
            Class.forName("symposium.kernel.topology." + first, true, fresh);
            Class<?> seen = Class.forName("symposium.kernel.topology.LoadingTest$Witness", true, fresh);
            assertEquals(
                    "[ring, complete]",
                    seen.getDeclaredConstructor().newInstance().toString());
        }
    }
}
