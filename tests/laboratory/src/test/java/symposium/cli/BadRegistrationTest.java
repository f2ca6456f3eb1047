package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * A mistake in the file that registers an author's algorithm ends every command in one line with the exit code of bad
 * input.
 */
class BadRegistrationTest {

    private static final String FILE = "META-INF/services/symposium.kernel.catalogue.Algorithm";

    @TempDir
    private Path directory;

    /** Its messages are neither sealed, nor an enum, nor records. */
    public static final class OpenMessages extends Algorithm<Integer, Runnable, User, Input, Output> {
        public OpenMessages() {
            super(new Descriptor<Integer, Runnable, User, Input, Output>(
                            "open", MutualExclusion.PROBLEM, Runnable.class)
                    .withPaper(Paper.of("nowhere").withCost("0"))
                    .withSystem(SystemModel.of(Channels.FIFO, Shape.RING).withAssumptions("none"))
                    .withProtocol(start -> (self, neighbours) -> 0));
        }
    }

    private Run registering(String line, String command) throws IOException {
        Path file = directory.resolve(FILE);
        Files.createDirectories(file.getParent());
        Files.writeString(file, line + "\n");
        Thread here = Thread.currentThread();
        ClassLoader before = here.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {url()}, before)) {
            here.setContextClassLoader(loader);
            return Commands.line(command);
        } finally {
            here.setContextClassLoader(before);
        }
    }

    private URL url() throws MalformedURLException {
        return directory.toUri().toURL();
    }

    private static void assertOneLine(String wanted, Run run) {
        run.assertRefused(FILE + ": " + wanted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"check raymond -n 3", "algorithms", "simulate raymond -n 3"})
    void aMissingClassIsNamed(String command) throws IOException {
        Run run = registering("symposium.own.raymond.Raymond.Entry", command);

        assertOneLine("Provider symposium.own.raymond.Raymond.Entry not found; each line must be", run);
        assertTrue(run.err().contains("Lamport$Entry"), run.err());
    }

    @Test
    void aClassThatIsNotAnAlgorithmIsNamed() throws IOException {
        assertOneLine(
                "symposium.own.raymond.Raymond not a subtype; each line must be",
                registering("symposium.own.raymond.Raymond", "check lamport -n 2"));
    }

    @Test
    void aRefusedEntryIsReportedWithTheReason() throws IOException {
        String name = OpenMessages.class.getName();
        assertOneLine(
                "Provider " + name + " could not be instantiated: open: its message type java.lang.Runnable is an"
                        + " interface that is not sealed; a message type must be",
                registering(name, "check open -n 2"));
    }
}
