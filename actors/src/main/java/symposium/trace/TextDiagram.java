package symposium.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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

    private final Trace trace;
    private final List<ProcessId> processes;
    private final List<MessageDelivery> deliveries;

    /**
     * By trace event: the line of its mark, and the line of its sends, which is the next one if arrows would overlap.
     */
    private final int[] markLines;

    private final int[] sendLines;
    private int lines;

    /** By message: its lane, counted from its recipient outwards, from 0. */
    private final int[] lane;
    /** By process: the number of lanes on its left and right, and half the width of its widest mark. */
    private final int[] lanesLeft;

    private final int[] lanesRight;
    private final int[] half;
    private final int[] column;
    private int width;

    private TextDiagram(Trace trace) {
        this.trace = trace;
        this.processes = List.copyOf(trace.processes());
        this.deliveries = trace.deliveries();
        int count = processes.size();
        markLines = new int[trace.events().size()];
        sendLines = new int[trace.events().size()];
        lane = new int[deliveries.size()];
        lanesLeft = new int[count];
        lanesRight = new int[count];
        half = new int[count];
        column = new int[count];
    }

    /** The diagram, each line with a line end; empty for a trace without processes. */
    public static String of(Trace trace) {
        if (trace.processes().isEmpty()) {
            return "";
        }
        TextDiagram diagram = new TextDiagram(trace);
        diagram.placeLines();
        diagram.placeLanes();
        diagram.placeColumns();
        return diagram.draw();
    }

    private int place(ProcessId process) {
        return processes.indexOf(process);
    }

    /** The side on which a message enters its recipient; the right one for a message to its own sender. */
    private int arrivalSide(MessageDelivery delivery) {
        return place(delivery.from()) < place(delivery.to()) ? LEFT : RIGHT;
    }

    /** The side on which a message leaves its sender. */
    private int departureSide(MessageDelivery delivery) {
        return place(delivery.to()) < place(delivery.from()) ? LEFT : RIGHT;
    }

    private void placeLines() {
        int[] arrives = new int[markLines.length];
        boolean[] overlaps = new boolean[markLines.length];
        for (MessageDelivery delivery : deliveries) {
            if (delivery.fate() == Fate.RECEIVED) {
                arrives[delivery.endedAt()] = arrivalSide(delivery);
            }
        }
        for (MessageDelivery delivery : deliveries) {
            overlaps[delivery.sentAt()] |= arrives[delivery.sentAt()] == departureSide(delivery);
        }
        for (int at = 0; at < markLines.length; at++) {
            markLines[at] = lines++;
            sendLines[at] = overlaps[at] ? lines++ : markLines[at];
        }
    }

    private int firstLine(MessageDelivery delivery) {
        return sendLines[delivery.sentAt()];
    }

    private int lastLine(MessageDelivery delivery) {
        if (delivery.endedAt() == markLines.length) {
            return lines;
        }
        return delivery.sentAt() == delivery.endedAt() ? sendLines[delivery.endedAt()] : markLines[delivery.endedAt()];
    }

    private void placeLanes() {
        for (int delivery = 0; delivery < lane.length; delivery++) {
            MessageDelivery each = deliveries.get(delivery);
            boolean[] taken = new boolean[lane.length + 1];
            for (int other = 0; other < delivery; other++) {
                MessageDelivery before = deliveries.get(other);
                if (before.to().equals(each.to())
                        && arrivalSide(before) == arrivalSide(each)
                        && lastLine(before) >= firstLine(each)) {
                    taken[lane[other]] = true;
                }
            }
            while (taken[lane[delivery]]) {
                lane[delivery]++;
            }
            int[] lanes = arrivalSide(each) == LEFT ? lanesLeft : lanesRight;
            int to = place(each.to());
            lanes[to] = Math.max(lanes[to], lane[delivery] + 1);
        }
    }

    private void placeColumns() {
        for (int process = 0; process < half.length; process++) {
            half[process] = trace.name(processes.get(process)).length() / 2;
        }
        for (TraceEvent event : trace.events()) {
            int process = place(event.process());
            half[process] = Math.max(half[process], Trace.mark(event).length() / 2);
        }
        int at = 1;
        for (int process = 0; process < column.length; process++) {
            at += TIP + LANE * lanesLeft[process] + half[process];
            column[process] = at;
            at += half[process] + TIP + 1 + LANE * lanesRight[process] + labelRoom(process);
        }
        width = at + 2;
    }

    /** The width that the labels between a process and the next need. */
    private int labelRoom(int process) {
        int widest = process + 1 < column.length ? 3 : 1;
        for (int at = 0; at < markLines.length; at++) {
            int sender = place(trace.events().get(at).process());
            if (sender == process) {
                widest = Math.max(widest, label(at, RIGHT).length() + 4);
            } else if (sender == process + 1) {
                widest = Math.max(widest, label(at, LEFT).length() + 4);
            }
        }
        return widest;
    }

    /** The names of the messages sent on one side, each once. */
    private String label(int event, int side) {
        Set<String> names = new LinkedHashSet<>();
        for (MessageDelivery delivery : deliveries) {
            if (delivery.sentAt() == event && departureSide(delivery) == side) {
                names.add(Printable.print(delivery.message()));
            }
        }
        return String.join(",", names);
    }

    private int laneColumn(int delivery) {
        MessageDelivery each = deliveries.get(delivery);
        int side = arrivalSide(each);
        int to = place(each.to());
        return column[to] + side * (half[to] + TIP + LANE * (lane[delivery] + 1));
    }

    private String draw() {
        char[][] canvas = new char[lines + 1][width];
        for (char[] line : canvas) {
            Arrays.fill(line, ' ');
        }
        drawProcesses(canvas);
        for (int delivery = 0; delivery < lane.length; delivery++) {
            for (int line = firstLine(deliveries.get(delivery)); line <= lastLine(deliveries.get(delivery)); line++) {
                canvas[line][laneColumn(delivery)] = '|';
            }
        }
        for (int at = 0; at < markLines.length; at++) {
            drawOccurrence(canvas, at);
        }
        for (int delivery = 0; delivery < lane.length; delivery++) {
            drawEnds(canvas, delivery);
        }
        return text(canvas);
    }

    private void drawProcesses(char[][] canvas) {
        for (int process = 0; process < column.length; process++) {
            int end = canvas.length;
            for (int at = 0; at < markLines.length; at++) {
                TraceEvent event = trace.events().get(at);
                if (event instanceof TraceEvent.Crashed && event.process().equals(processes.get(process))) {
                    end = Math.min(end, markLines[at]);
                }
            }
            for (int line = 0; line < end; line++) {
                canvas[line][column[process]] = '|';
            }
        }
    }

    private void drawOccurrence(char[][] canvas, int at) {
        TraceEvent event = trace.events().get(at);
        int process = place(event.process());
        String mark = Trace.mark(event);
        int from = column[process] - mark.length() / 2;
        int to = from + mark.length() - 1;
        for (int letter = 0; letter < mark.length(); letter++) {
            canvas[markLines[at]][from + letter] = mark.charAt(letter);
        }
        boolean below = sendLines[at] != markLines[at];
        for (int side : new int[] {LEFT, RIGHT}) {
            int farthest = column[process];
            for (int delivery = 0; delivery < lane.length; delivery++) {
                MessageDelivery each = deliveries.get(delivery);
                if (each.sentAt() == at && departureSide(each) == side) {
                    farthest = side == LEFT
                            ? Math.min(farthest, laneColumn(delivery))
                            : Math.max(farthest, laneColumn(delivery));
                }
            }
            if (farthest != column[process]) {
                int start = below || mark.isEmpty() ? column[process] : side == LEFT ? from : to;
                line(canvas[sendLines[at]], start + side, farthest);
                write(canvas[sendLines[at]], label(at, side), process, side);
            }
        }
        if (below) {
            canvas[sendLines[at]][column[process]] = '+';
        }
        for (int delivery = 0; delivery < lane.length; delivery++) {
            MessageDelivery each = deliveries.get(delivery);
            if (each.endedAt() == at && each.fate() == Fate.RECEIVED) {
                int side = arrivalSide(each);
                int tip = (side == LEFT ? from : to) + side;
                line(canvas[markLines[at]], tip, laneColumn(delivery));
                canvas[markLines[at]][tip] = side == LEFT ? '>' : '<';
            }
        }
    }

    /** Draws a horizontal line behind existing characters. */
    private static void line(char[] row, int from, int to) {
        for (int at = Math.min(from, to); at <= Math.max(from, to); at++) {
            if (row[at] == ' ') {
                row[at] = '-';
            }
        }
    }

    /** Writes a label between the lanes of two neighbouring columns. */
    private void write(char[] row, String label, int process, int side) {
        int start = side == RIGHT
                ? column[process] + half[process] + TIP + LANE * lanesRight[process] + 3
                : column[process] - half[process] - TIP - LANE * lanesLeft[process] - 2 - label.length();
        for (int letter = 0; letter < label.length(); letter++) {
            row[start + letter] = label.charAt(letter);
        }
    }

    private void drawEnds(char[][] canvas, int delivery) {
        MessageDelivery each = deliveries.get(delivery);
        int at = laneColumn(delivery);
        canvas[firstLine(each)][at] = '.';
        canvas[lastLine(each)][at] = switch (each.fate()) {
            case RECEIVED -> '\'';
            case LOST -> 'x';
            case RETURNED -> 'u';
            case IN_TRANSIT -> 'v';
        };
    }

    private String text(char[][] canvas) {
        int margin = Integer.toString(Math.max(markLines.length, 1)).length() + 1;
        StringBuilder text = new StringBuilder();
        char[] header = new char[width];
        Arrays.fill(header, ' ');
        for (int process = 0; process < column.length; process++) {
            String name = trace.name(processes.get(process));
            name.getChars(0, name.length(), header, column[process] - name.length() / 2);
        }
        append(text, " ".repeat(margin), header, "");
        int event = 0;
        List<String> numbers = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (int line = 0; line < canvas.length; line++) {
            boolean begins = event < markLines.length && markLines[event] == line;
            numbers.add(begins ? Integer.toString(event + 1) : "");
            notes.add(begins ? trace.note(trace.events().get(event)) : "");
            if (begins) {
                event++;
            }
        }
        for (int line = 0; line < canvas.length; line++) {
            String number = numbers.get(line);
            append(text, " ".repeat(margin - number.length()) + number, canvas[line], notes.get(line));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String margin, char[] line, String note) {
        text.append((margin + new String(line) + note).stripTrailing()).append('\n');
    }

    /** The key of the diagram, in one line. */
    public static String legend() {
        return "time runs down;  .  sent  '  received  x  lost  u  returned  v  still in transit  X  crash"
                + "  +  joins  !  no rule admits it";
    }
}
