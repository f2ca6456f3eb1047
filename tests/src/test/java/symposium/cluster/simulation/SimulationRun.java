package symposium.cluster.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A run of a simulated cluster.
 *
 * @param wrong the errors
 * @param events what happened, a line each
 * @param faults the number of faults
 * @param seconds the virtual time that it took
 */
record SimulationRun(List<String> wrong, List<String> events, int faults, double seconds) {

    /** Writes what happened into a file of a directory: it is too much for a message. */
    Path written(Path directory) {
        try {
            Files.createDirectories(directory);
            return Files.write(directory.resolve("steps.txt"), events);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
