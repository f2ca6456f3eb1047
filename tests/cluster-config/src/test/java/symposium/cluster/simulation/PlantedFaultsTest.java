package symposium.cluster.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The seeds find faults that are planted in the source: a check that cannot fail shows nothing. */
class PlantedFaultsTest {

    private static final int MOST_SEEDS = Integer.getInteger("symposium.simulated", 2000);
    private static final long PATIENCE = 600;
    private static final String ONLY = System.getProperty("symposium.planted", "");

    @ParameterizedTest
    @EnumSource
    void itsPassageIsInTheSourceOnce(PlantedFault fault, @TempDir Path directory) throws IOException {
        assertTrue(Files.size(fault.written(directory)) > 0);
    }

    /** Without those that the page lists as found by other tests only. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {
                "A_SESSION_THAT_MOVES_IS_UNKNOWN",
                "A_SESSION_IS_GRANTED_BEFORE_ITS_BACKUP_KNOWS",
                "A_RELEASE_IS_ANSWERED_BEFORE_THE_BACKUP_KNOWS",
                "A_NEW_HOST_GETS_NO_REQUESTS",
                "THE_REPORT_OF_A_REMOVED_NODE_COUNTS",
                "WATCHES_DO_NOT_EXPIRE"
            })
    @Tag("seeds")
    void itIsFound(PlantedFault fault, @TempDir Path directory) throws Exception {
        assumeTrue(ONLY.isEmpty() || List.of(ONLY.split(",")).contains(fault.name()));
        String path = System.getProperty("java.class.path");
        Path classes = Files.createDirectory(directory.resolve("classes"));
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        Stream.of("-nowarn", "-proc:none", "-cp", path, "-d", classes, fault.written(directory))
                                .map(Object::toString)
                                .toArray(String[]::new));
        assertEquals(0, compiled, "javac");
        Path output = directory.resolve("output");
        Process seeds = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        classes + System.getProperty("path.separator") + path,
                        SimulatedSeeds.class.getName(),
                        Integer.toString(MOST_SEEDS)))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertTrue(seeds.waitFor(PATIENCE, TimeUnit.SECONDS), "the seeds end");
        } finally {
            seeds.destroyForcibly();
        }
        String found = Files.readString(output).strip();
        System.out.println(fault + ": " + found);
        assertEquals(1, seeds.exitValue(), fault + ": " + found);
    }
}
