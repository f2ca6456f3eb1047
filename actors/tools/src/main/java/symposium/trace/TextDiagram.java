package symposium.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.trace.MessageDelivery.Fate;

/**
 * A space-time diagram of a trace in plain text. Each process has a column with the rules of its steps; time runs
 * downwards.
 *
 * <p>A message leaves its sender sideways, {@code n.1--signal--.}, runs down a lane beside its recipient, and enters
 * it, {@code '-->s.0}. Where lines cross, the vertical one is drawn. A lane ends in {@code x} for a lost message, in
 * {@code v} for one still in transit, and in {@code u} for one that returned to its sender. {@code X} is a crash,
 * {@code +} a join, and {@code !} an event that no rule admits.
 */
public final class TextDiagram {

    private static final int LANE = 2;
    /** The width of an arrow's tip beside a mark. */
    private static final int TIP = 1;

    private static final int LEFT = -1;
    private static final int RIGHT = 1;

    /** A process. */
    private static final class Column {
        private final int place;
        private final String name;
        /** The number of lanes on each side. */
        private final Map<Integer, Integer> lanes = new HashMap<>();
        /** Half the width of its widest mark. */
        private int half;

        private int at;

        Column(int place, String name) {
            this.place = place;
            this.name = name;
            widen(name);
        }

        void widen(String mark) {
            half = Math.max(half, mark.length() / 2);
        }

        /** The width of the mark and the lanes on one side. */
        int reach(int side) {
            return half + TIP + LANE * lanes.getOrDefault(side, 0);
        }
    }

    /** A trace event. Its sends are on the line of its mark, or on the next one if arrows would overlap. */
    private static final class Mark {
        private final TraceEvent event;
        private final Column column;
        private final String text;
        private int line;
        private int sends;

        Mark(TraceEvent event, Column column) {
            this.event = event;
            this.column = column;
            this.text = Trace.mark(event);
            column.widen(text);
        }
    }

    /** A message. */
    private final class Arrow {
        private final MessageDelivery delivery;
        private final Column from;
        private final Column to;
        private final Mark sent;
        /** Counted from the recipient outwards, from 0. */
        private int lane;

        Arrow(MessageDelivery delivery) {
            this.delivery = delivery;
            this.from = columns.get(delivery.from());
            this.to = columns.get(delivery.to());
            this.sent = marks.get(delivery.sentAt());
        }

        /** The side on which it enters its recipient; the right one if that is also its sender. */
        int arrivalSide() {
            return from.place < to.place ? LEFT : RIGHT;
        }

        /** The side on which it leaves its sender. */
        int departureSide() {
            return to.place < from.place ? LEFT : RIGHT;
        }

        boolean leaves(Mark mark, int side) {
            return sent == mark && departureSide() == side;
        }

        boolean enters(Mark mark) {
            return delivery.fate() == Fate.RECEIVED && marks.get(delivery.endedAt()) == mark;
        }

        int lastLine() {
            if (delivery.endedAt() == marks.size()) {
                return lines;
            }
            Mark ended = marks.get(delivery.endedAt());
            return ended == sent ? ended.sends : ended.line;
        }

        int at() {
            return to.at + arrivalSide() * (to.half + TIP + LANE * (lane + 1));
        }
    }

    private final Trace trace;
    private final Map<ProcessId, Column> columns = new TreeMap<>();
    private final List<Mark> marks;
    private final List<Arrow> arrows;
    /** The number of lines so far; the first has the names of the processes. */
    private int lines = 1;

    private TextDiagram(Trace trace) {
        this.trace = trace;
        trace.processes().forEach(each -> columns.put(each, new Column(columns.size(), trace.name(each))));
        marks = trace.events().stream()
                .map(event -> new Mark(event, columns.get(event.process())))
                .toList();
        arrows = trace.deliveries().stream().map(Arrow::new).toList();
    }

    /** The diagram, each line with a line end; empty for a trace without processes. */
    public static String of(Trace trace) {
        if (trace.processes().isEmpty()) {
            return "";
        }
        TextDiagram diagram = new TextDiagram(trace);
        diagram.placeLines();
        diagram.placeLanes();
        return diagram.draw(diagram.placeColumns());
    }

    private void placeLines() {
        for (Mark mark : marks) {
            boolean overlaps = arrows.stream().filter(each -> each.enters(mark)).anyMatch(in -> arrows.stream()
                    .anyMatch(out -> out.leaves(mark, in.arrivalSide())));
            mark.line = lines++;
            mark.sends = overlaps ? lines++ : mark.line;
        }
    }

    private void placeLanes() {
        List<Arrow> placed = new ArrayList<>();
        for (Arrow arrow : arrows) {
            Set<Integer> taken = placed.stream()
                    .filter(before -> before.to == arrow.to
                            && before.arrivalSide() == arrow.arrivalSide()
                            && before.lastLine() >= arrow.sent.sends)
                    .map(before -> before.lane)
                    .collect(Collectors.toSet());
            while (taken.contains(arrow.lane)) {
                arrow.lane++;
            }
            placed.add(arrow);
            arrow.to.lanes.merge(arrow.arrivalSide(), arrow.lane + 1, Math::max);
        }
    }

    /** Places the columns, and returns the width of the diagram. */
    private int placeColumns() {
        int at = 1;
        for (Column column : columns.values()) {
            at += column.reach(LEFT);
            column.at = at;
            at += column.reach(RIGHT) + 1 + labelRoom(column);
        }
        return at + 2;
    }

    /** The width that the labels between a process and the next need. */
    private int labelRoom(Column column) {
        int widest = column.place + 1 < columns.size() ? 3 : 1;
        for (Mark mark : marks) {
            if (mark.column == column) {
                widest = Math.max(widest, label(mark, RIGHT).length() + 4);
            } else if (mark.column.place == column.place + 1) {
                widest = Math.max(widest, label(mark, LEFT).length() + 4);
            }
        }
        return widest;
    }

    /** The names of the messages sent on one side, each once. */
    private String label(Mark mark, int side) {
        return arrows.stream()
                .filter(each -> each.leaves(mark, side))
                .map(each -> Printable.print(each.delivery.message()))
                .distinct()
                .collect(Collectors.joining(","));
    }

    private String draw(int width) {
        char[][] canvas = new char[lines + 1][width];
        for (char[] line : canvas) {
            Arrays.fill(line, ' ');
        }
        for (Column column : columns.values()) {
            write(canvas[0], column.at - column.name.length() / 2, column.name);
            int end = marks.stream()
                    .filter(mark -> mark.column == column && mark.event instanceof TraceEvent.Crashed)
                    .mapToInt(mark -> mark.line)
                    .min()
                    .orElse(canvas.length);
            for (int line = 1; line < end; line++) {
                canvas[line][column.at] = '|';
            }
        }
        for (Arrow arrow : arrows) {
            for (int line = arrow.sent.sends; line <= arrow.lastLine(); line++) {
                canvas[line][arrow.at()] = '|';
            }
        }
        marks.forEach(mark -> draw(mark, canvas[mark.line], canvas[mark.sends]));
        for (Arrow arrow : arrows) {
            canvas[arrow.sent.sends][arrow.at()] = '.';
            canvas[arrow.lastLine()][arrow.at()] = switch (arrow.delivery.fate()) {
                case RECEIVED -> '\'';
                case LOST -> 'x';
                case RETURNED -> 'u';
                case IN_TRANSIT -> 'v';
            };
        }
        return text(canvas);
    }

    /** Draws a mark on its line, and its arrows on that of its sends, which may be the same. */
    private void draw(Mark mark, char[] line, char[] sends) {
        int middle = mark.column.at;
        int from = middle - mark.text.length() / 2;
        int to = from + mark.text.length() - 1;
        write(line, from, mark.text);
        for (int side : new int[] {LEFT, RIGHT}) {
            IntStream lanes =
                    arrows.stream().filter(each -> each.leaves(mark, side)).mapToInt(Arrow::at);
            OptionalInt farthest = side == LEFT ? lanes.min() : lanes.max();
            if (farthest.isPresent()) {
                int start = sends != line || mark.text.isEmpty() ? middle : side == LEFT ? from : to;
                line(sends, start + side, farthest.getAsInt());
                String label = label(mark, side);
                int reach = mark.column.reach(side);
                write(sends, side == RIGHT ? middle + reach + 3 : middle - reach - 2 - label.length(), label);
            }
        }
        if (sends != line) {
            sends[middle] = '+';
        }
        arrows.stream().filter(each -> each.enters(mark)).forEach(arrow -> {
            int tip = arrow.arrivalSide() == LEFT ? from - 1 : to + 1;
            line(line, tip, arrow.at());
            line[tip] = arrow.arrivalSide() == LEFT ? '>' : '<';
        });
    }

    /** Draws a horizontal line behind existing characters. */
    private static void line(char[] row, int from, int to) {
        for (int at = Math.min(from, to); at <= Math.max(from, to); at++) {
            if (row[at] == ' ') {
                row[at] = '-';
            }
        }
    }

    private static void write(char[] row, int at, String text) {
        text.getChars(0, text.length(), row, at);
    }

    /** The lines; that of a mark has its number before it, and its note after it. */
    private String text(char[][] canvas) {
        int margin = Integer.toString(Math.max(marks.size(), 1)).length() + 1;
        StringBuilder text = new StringBuilder();
        for (int line = 0, next = 0; line < canvas.length; line++) {
            boolean marked = next < marks.size() && marks.get(next).line == line;
            String number = marked ? Integer.toString(next + 1) : "";
            String note = marked ? trace.note(marks.get(next++).event) : "";
            String drawn = String.format(Locale.ROOT, "%" + margin + "s", number) + new String(canvas[line]) + note;
            text.append(drawn.stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /** The key of the diagram, in one line. */
    public static String legend() {
        return "time runs down;  .  sent  '  received  x  lost  u  returned  v  still in transit  X  crash"
                + "  +  joins  !  no rule admits it";
    }
}
