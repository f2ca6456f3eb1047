package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import symposium.JsonNumbers;

/**
 * The result of running a command line program in this virtual machine.
 *
 * @param code the exit code
 * @param out what it printed on standard output
 * @param err what it printed on standard error
 */
public record Run(int code, String out, String err) {

    /** A program, which returns its exit code. */
    @FunctionalInterface
    public interface Program {
        int run(String[] arguments, PrintStream out, PrintStream err);
    }

    /** Runs a program with these arguments. */
    public static Run of(Program program, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = program.run(
                arguments,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Run(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Runs a program with a line of words that are separated by single blanks. */
    public static Run line(Program program, String line) {
        return of(program, line.isEmpty() ? new String[0] : line.split(" "));
    }

    /** Asserts that the program refused its input, in one line with this part. */
    public void assertRefused(String part) {
        assertEquals(64, code, this::toString);
        assertEquals(1, err.lines().count(), this::toString);
        assertTrue(err.contains(part), this::toString);
    }

    /** The one object on standard output. */
    public JsonNode json() {
        try (var parser = new ObjectMapper().createParser(out)) {
            JsonNode object = parser.readValueAsTree();
            if (parser.nextToken() != null) {
                throw new AssertionError("more than one object: " + out);
            }
            return JsonNumbers.exact(object);
        } catch (IOException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }

    /**
     * Runs a program with one more algorithm.
     *
     * @param directory which may be written into
     * @param entry the class of its catalogue entry
     */
    public static Run line(Program program, String command, Path directory, Class<?> entry) throws IOException {
        Path file = directory.resolve("META-INF/services/symposium.kernel.catalogue.Algorithm");
        Files.createDirectories(file.getParent());
        Files.writeString(file, entry.getName() + "\n");
        Thread here = Thread.currentThread();
        ClassLoader before = here.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
            here.setContextClassLoader(loader);
            return line(program, command);
        } finally {
            here.setContextClassLoader(before);
        }
    }
}
