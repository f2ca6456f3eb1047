package symposium.graph;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import symposium.arbitration.MalformedTable;
import symposium.arbitration.Seats;
import symposium.arbitration.Table;
import symposium.arbitration.TableFile;
import symposium.kernel.Topology;

/**
 * Who is linked with whom, from a file: a graph, as {@link GraphFile} reads it, or a table, which says besides in which order forks are grabbed.
 *
 * <p>A file holds a table when its name ends in {@code .table}, or when its first line that says anything is a word, a colon, and nothing or a
 * blank behind it.
 */
public final class TopologyFile {

    private static final Pattern OF_TABLE =
            Pattern.compile("(?s)(\\s|#[^\\n]*\\n)*[\\p{L}\\p{N}_.-]+[ \\t]*:(?:\\s.*|)");

    private TopologyFile() {}

    /**
     * The graph or the table in a file; it goes by the name of the file.
     *
     * @return a {@link symposium.kernel.Graph} or {@link Seats}
     * @throws InvalidTopology when there is no such file, it cannot be read, or what it holds is neither
     */
    public static Topology read(String file) {
        String text = GraphFile.text(file);
        return holdsTable(file, text) ? new Seats(file, table(file, text)) : GraphFile.parse(file, text);
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
