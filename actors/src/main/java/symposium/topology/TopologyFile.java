package symposium.topology;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import symposium.arbitration.MalformedTable;
import symposium.arbitration.Seats;
import symposium.arbitration.Table;
import symposium.arbitration.TableFile;
import symposium.kernel.topology.Topology;

/**
 * Who is linked with whom, from a file: a graph, as {@link GraphFile} reads it, or a table, which says besides in which
 * order forks are grabbed.
 *
 * <p>A file holds a table when its name ends in {@code .table}, or when its first line that says anything is a word, a
 * colon, and nothing or a blank behind it.
 */
public final class TopologyFile {

    /** Possessive: otherwise each repetition takes some of the stack. */
    private static final Pattern OF_TABLE =
            Pattern.compile("(?s)(?:\\s++|#[^\\n]*\\n)*+[\\p{L}\\p{N}_.-]+[ \\t]*:(?:\\s.*|)");

    /** As XML declares it in its first line, and DOT as an attribute of the graph. */
    private static final Pattern ENCODING = Pattern.compile(
            "(?:^<\\?xml[^>]*\\sencoding|\\bcharset)\\s*=\\s*[\"']?([A-Za-z0-9][A-Za-z0-9._:-]*)",
            Pattern.CASE_INSENSITIVE);

    private TopologyFile() {}

    /**
     * The graph or the table in a file; it goes by the name of the file.
     *
     * @return a {@link symposium.kernel.topology.Graph} or {@link Seats}
     * @throws InvalidTopology when there is no such file, it cannot be read, or what it holds is neither
     */
    public static Topology read(String file) {
        String name = InvalidTopology.printable(file);
        if (file.isBlank()) {
            throw new InvalidTopology("'" + name + "': must be the name of a file");
        }
        String text = text(file, name);
        return holdsTable(file, text) ? new Seats(name, table(name, text)) : GraphFile.parse(name, text);
    }

    /** The text in a file, its lines ended by a line feed each. */
    private static String text(String file, String name) {
        try {
            return decoded(Files.readAllBytes(Path.of(file)))
                    .replace("\r\n", "\n")
                    .replace('\r', '\n');
        } catch (NoSuchFileException missing) {
            throw new InvalidTopology(name + ": there is no such file");
        } catch (AccessDeniedException denied) {
            throw new InvalidTopology(name + ": cannot be read: permission is denied");
        } catch (CharacterCodingException binary) {
            throw new InvalidTopology(name + ": must be text in UTF-8: DOT, GraphML or a list of edges");
        } catch (InvalidPathException | IOException unreadable) {
            throw new InvalidTopology(name
                    + ": cannot be read: it must be a file with a graph in DOT, in GraphML, or as a list of edges");
        }
    }

    /** UTF-16 if a byte order mark says so, else UTF-8, else the encoding that XML or DOT declares. */
    private static String decoded(byte[] bytes) throws CharacterCodingException {
        boolean wide = bytes.length > 1 && (bytes[0] & 0xFF ^ bytes[1] & 0xFF) == 1 && (bytes[0] & 0xFE) == 0xFE;
        try {
            return decoded(bytes, wide ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8)
                    .replace("\uFEFF", "");
        } catch (CharacterCodingException other) {
            Matcher declared = ENCODING.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
            if (declared.find() && Charset.isSupported(declared.group(1))) {
                return decoded(bytes, Charset.forName(declared.group(1)));
            }
            throw other;
        }
    }

    private static String decoded(byte[] bytes, Charset charset) throws CharacterCodingException {
        return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }

    private static boolean holdsTable(String file, String text) {
        return file.toLowerCase(Locale.ROOT).endsWith(".table")
                || OF_TABLE.matcher(text).matches();
    }

    private static Table table(String file, String text) {
        try {
            return TableFile.read(List.of(text.split("\n", -1)));
        } catch (MalformedTable malformed) {
            throw new InvalidTopology(file + ", " + malformed.getMessage());
        }
    }
}
