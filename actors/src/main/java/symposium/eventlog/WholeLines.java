package symposium.eventlog;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The lines of a file of JSON objects, one a line, without a last line that is cut: a process that is killed, or a full
 * disk, may end the file anywhere, also within a letter. A byte order mark and carriage returns are left out.
 */
public final class WholeLines implements AutoCloseable {

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final InputStream in;
    private int number;

    /** @throws IOException if the file cannot be read */
    public WholeLines(Path file) throws IOException {
        this.in = new BufferedInputStream(Files.newInputStream(file));
    }

    /** The number of the last line that {@link #next} has read, from 1. */
    public int number() {
        return number;
    }

    /**
     * The next line; empty at the end.
     *
     * @throws CharacterCodingException if the line is not text in UTF-8
     * @throws IOException if the file cannot be read
     */
    public Optional<String> next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        for (; next >= 0 && next != '\n'; next = in.read()) {
            line.write(next);
        }
        if (next < 0 && !isObject(line.toString(StandardCharsets.UTF_8))) {
            return Optional.empty();
        }
        number++;
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(line.toByteArray()))
                .toString();
        return Optional.of((number == 1 && text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text).strip());
    }

    private static boolean isObject(String line) {
        try {
            return Json.read(line) instanceof Map;
        } catch (IllegalArgumentException cut) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
