package symposium.trace;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;

/** The state of a process in words, component by component. */
public final class StateText {

    /** Components of components deeper than that are written in one line. */
    private static final int MOST_DEPTH = 3;

    private StateText() {}

    /** The components by their names; a component of a component has both names, with a point between them. */
    public static Map<String, String> of(Object state) {
        Map<String, String> lines = new LinkedHashMap<>();
        if (state instanceof Record record) {
            add("", record, lines, 1);
        } else {
            lines.put("state", text(state));
        }
        return lines;
    }

    private static void add(String before, Record record, Map<String, String> lines, int depth) {
        Printable.components(record).forEach((name, value) -> {
            if (value instanceof Record inner && !plain(inner) && depth < MOST_DEPTH) {
                add(before + name + ".", inner, lines, depth + 1);
            } else {
                lines.put(before + name, text(value));
            }
        });
    }

    /** Whether a record has a text of its own. */
    private static boolean plain(Record record) {
        return record instanceof ProcessId
                || record instanceof Neighbour
                || record instanceof Neighbours
                || record instanceof Printable
                || !record.toString().startsWith(record.getClass().getSimpleName() + "[");
    }

    private static String text(Object value) {
        if (value == null) {
            return "none";
        }
        if (value instanceof Optional<?> optional) {
            return optional.map(StateText::text).orElse("none");
        }
        if (value instanceof OptionalInt optional) {
            return optional.isPresent() ? String.valueOf(optional.getAsInt()) : "none";
        }
        if (value instanceof OptionalLong optional) {
            return optional.isPresent() ? String.valueOf(optional.getAsLong()) : "none";
        }
        if (value instanceof Neighbours neighbours) {
            return text(neighbours.all());
        }
        if (value instanceof Collection<?> collection) {
            return collection.stream().map(StateText::text).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> text(entry.getKey()) + ": " + text(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof Record record && !plain(record)) {
            return Printable.components(record).entrySet().stream()
                    .map(entry -> entry.getKey() + " " + text(entry.getValue()))
                    .collect(Collectors.joining(", ", "(", ")"));
        }
        return Printable.print(value);
    }
}
