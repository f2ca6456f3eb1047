package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The file {@code told} of a directory, to which commands of a test append lines. */
public record ToldFile(Path directory) {

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    public List<String> lines() throws IOException {
        Path file = directory.resolve("told");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /** Waits until it has this number of lines. */
    public void await(int count) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (lines().size() < count) {
            assertTrue(System.nanoTime() < deadline, () -> "no " + count + " lines");
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }
}
