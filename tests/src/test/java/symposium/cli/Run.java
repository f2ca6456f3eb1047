package symposium.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import symposium.JsonNumbers;

/**
 * The result of running the command line in this virtual machine.
 *
 * @param code the exit code
 * @param out what it printed on standard output
 * @param err what it printed on standard error
 */
public record Run(int code, String out, String err) {

    public static Run of(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(
                arguments,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Run(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Runs a command line whose words are separated by single blanks. */
    public static Run line(String line) {
        return of(line.isEmpty() ? new String[0] : line.split(" "));
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
}
