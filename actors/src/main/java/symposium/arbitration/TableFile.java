package symposium.arbitration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The text form of a {@link Table}. */
public final class TableFile {

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_.-]+");

    /** For each two philosophers a table remembers where their fork is in the orders. */
    private static final int MOST = 5_000;

    /** What a line says. */
    private record Entry(int line, int number, String name, List<String> neighbours) {}

    private TableFile() {}

    /**
     * Reads a table file: a line per philosopher, its name, a colon, its neighbours in the order in which it grabs the
     * forks it shares with them; {@code #} starts a comment, and lines without anything else are passed over. A name is
     * a word: letters, digits, and any of {@code _ - .}.
     *
     * @throws MalformedTable when that is not what it holds; the message names the line, and what would be right
     */
    public static Table read(List<String> lines) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (int at = 0; at < lines.size(); at++) {
            String text = lines.get(at).replaceFirst("#.*", "").strip();
            if (!text.isEmpty()) {
                Entry entry = entry(at + 1, entries.size(), text);
                Entry before = entries.putIfAbsent(entry.name(), entry);
                if (before != null) {
                    throw new MalformedTable(
                            entry.line(),
                            "philosopher " + entry.name() + " has a line already, line " + before.line()
                                    + "; each has one");
                }
            }
        }
        if (entries.size() > MOST) {
            throw new MalformedTable(
                    lines.size(), "there are " + entries.size() + " philosophers; at most " + MOST + " are allowed");
        }
        if (entries.isEmpty()) {
            throw new MalformedTable(
                    Math.max(1, lines.size()),
                    "the table is empty; it must have a line for each philosopher: its name, a colon, its neighbours in the"
                            + " order of its grabbing");
        }
        entries.values().forEach(entry -> check(entry, entries));
        return Table.of(
                List.copyOf(entries.keySet()),
                entries.values().stream()
                        .map(entry -> entry.neighbours().stream()
                                .map(neighbour -> entries.get(neighbour).number())
                                .toList())
                        .toList());
    }

    private static Entry entry(int line, int number, String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new MalformedTable(
                    line,
                    "there is no colon; the line must have a name, a colon, and neighbours, as in \"plato: kant hegel\"");
        }
        String name = text.substring(0, colon).strip();
        List<String> neighbours = new ArrayList<>();
        for (String word : text.substring(colon + 1).strip().split("\\s+")) {
            if (!word.isEmpty()) {
                neighbours.add(word(line, word));
            }
        }
        return new Entry(line, number, word(line, name), neighbours);
    }

    private static String word(int line, String text) {
        if (!WORD.matcher(text).matches()) {
            throw new MalformedTable(
                    line,
                    "'" + text.replaceAll("\\p{Cntrl}", "?")
                            + "' is not a name; it must be a word of letters, digits, and any of _ - .");
        }
        return text;
    }

    private static void check(Entry entry, Map<String, Entry> entries) {
        Set<String> grabbed = new HashSet<>();
        for (String neighbour : entry.neighbours()) {
            if (neighbour.equals(entry.name())) {
                throw new MalformedTable(
                        entry.line(), entry.name() + " shares a fork with itself; a fork is shared by two");
            }
            Entry other = entries.get(neighbour);
            if (other == null) {
                throw new MalformedTable(
                        entry.line(),
                        entry.name() + " shares a fork with " + neighbour
                                + ", who has no line; each philosopher must have one");
            }
            if (!grabbed.add(neighbour)) {
                throw new MalformedTable(
                        entry.line(),
                        entry.name() + " grabs the fork shared with " + neighbour + " twice; each is named once");
            }
            if (!other.neighbours().contains(entry.name())) {
                throw new MalformedTable(
                        entry.line(),
                        "the fork between " + entry.name() + " and " + neighbour + " is named here only; line "
                                + other.line() + " of " + neighbour + " has to name it, too");
            }
        }
    }
}
