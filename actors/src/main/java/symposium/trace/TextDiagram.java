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
 * A trace in space and time, in plain text: a column for each process, time downwards, at each process the rules by which it steps.
 *
 * <p>A message leaves its sender sideways, {@code n.1--signal--.}, comes down in a lane beside its recipient, and goes in,
 * {@code '-->s.0}. Where lines cross, the upright one is drawn. A lane that ends in {@code x} is that of a message lost, one that ends in
 * {@code v} that of one still under way, one that ends in {@code u} that of one that came back to its sender. {@code X} is a crash,
 * {@code +} a process that joins, and {@code !} an event that no rule admits.
 */
public final class TextDiagram {

    private static final int LANE = 2;
    /** The room that an arrow's tip needs beside a mark. */
    private static final int TIP = 1;

    private static final int LEFT = -1;
    private static final int RIGHT = 1;

    private final Trace trace;
    private final List<ProcessId> processes;
    private final List<MessageDelivery> flights;

    /** By occurrence: the line on which it stands, and the one on which it sends, which is the next where arrows would overlap. */
    private final int[] stands;

    private final int[] sends;
    private int lines;

    /** By flight: its lane, counted from its recipient outwards, from 0. */
    private final int[] lane;
    /** By process: how many lanes lie on its left and on its right, and half of the widest mark. */
    private final int[] lanesLeft;

    private final int[] lanesRight;
    private final int[] half;
    private final int[] column;
    private int width;

    private TextDiagram(Trace trace) {
        this.trace = trace;
        this.processes = List.copyOf(trace.processes());
        this.flights = trace.flights();
        int count = processes.size();
        stands = new int[trace.occurrences().size()];
        sends = new int[trace.occurrences().size()];
        lane = new int[flights.size()];
        lanesLeft = new int[count];
        lanesRight = new int[count];
        half = new int[count];
        column = new int[count];
    }

    /** The diagram, its lines ended; empty for a trace without processes. */
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

    /** On which side of its recipient a message arrives; one to oneself arrives on the right. */
    private int arrivalSide(MessageDelivery flight) {
        return place(flight.from()) < place(flight.to()) ? LEFT : RIGHT;
    }

    /** On which side of its sender a message leaves. */
    private int departureSide(MessageDelivery flight) {
        return place(flight.to()) < place(flight.from()) ? LEFT : RIGHT;
    }

    private void placeLines() {
        int[] arrives = new int[stands.length];
        boolean[] overlaps = new boolean[stands.length];
        for (MessageDelivery flight : flights) {
            if (flight.fate() == Fate.RECEIVED) {
                arrives[flight.endedAt()] = arrivalSide(flight);
            }
        }
        for (MessageDelivery flight : flights) {
            overlaps[flight.sentAt()] |= arrives[flight.sentAt()] == departureSide(flight);
        }
        for (int at = 0; at < stands.length; at++) {
            stands[at] = lines++;
            sends[at] = overlaps[at] ? lines++ : stands[at];
        }
    }

    private int firstLine(MessageDelivery flight) {
        return sends[flight.sentAt()];
    }

    private int lastLine(MessageDelivery flight) {
        if (flight.endedAt() == stands.length) {
            return lines;
        }
        return flight.sentAt() == flight.endedAt() ? sends[flight.endedAt()] : stands[flight.endedAt()];
    }

    private void placeLanes() {
        for (int flight = 0; flight < lane.length; flight++) {
            MessageDelivery each = flights.get(flight);
            boolean[] taken = new boolean[lane.length + 1];
            for (int other = 0; other < flight; other++) {
                MessageDelivery before = flights.get(other);
                if (before.to().equals(each.to())
                        && arrivalSide(before) == arrivalSide(each)
                        && lastLine(before) >= firstLine(each)) {
                    taken[lane[other]] = true;
                }
            }
            while (taken[lane[flight]]) {
                lane[flight]++;
            }
            int[] lanes = arrivalSide(each) == LEFT ? lanesLeft : lanesRight;
            int to = place(each.to());
            lanes[to] = Math.max(lanes[to], lane[flight] + 1);
        }
    }

    private void placeColumns() {
        for (int process = 0; process < half.length; process++) {
            half[process] = trace.name(processes.get(process)).length() / 2;
        }
        for (TraceEvent occurrence : trace.occurrences()) {
            int process = place(occurrence.process());
            half[process] = Math.max(half[process], Trace.mark(occurrence).length() / 2);
        }
        int at = 1;
        for (int process = 0; process < column.length; process++) {
            at += TIP + LANE * lanesLeft[process] + half[process];
            column[process] = at;
            at += half[process] + TIP + 1 + LANE * lanesRight[process] + labelRoom(process);
        }
        width = at + 2;
    }

    /** How much room the labels between a process and the next need. */
    private int labelRoom(int process) {
        int widest = process + 1 < column.length ? 3 : 1;
        for (int at = 0; at < stands.length; at++) {
            int sender = place(trace.occurrences().get(at).process());
            if (sender == process) {
                widest = Math.max(widest, label(at, RIGHT).length() + 4);
            } else if (sender == process + 1) {
                widest = Math.max(widest, label(at, LEFT).length() + 4);
            }
        }
        return widest;
    }

    /** What is sent on one side, each name once. */
    private String label(int occurrence, int side) {
        Set<String> names = new LinkedHashSet<>();
        for (MessageDelivery flight : flights) {
            if (flight.sentAt() == occurrence && departureSide(flight) == side) {
                names.add(Printable.print(flight.message()));
            }
        }
        return String.join(",", names);
    }

    private int laneColumn(int flight) {
        MessageDelivery each = flights.get(flight);
        int side = arrivalSide(each);
        int to = place(each.to());
        return column[to] + side * (half[to] + TIP + LANE * (lane[flight] + 1));
    }

    private String draw() {
        char[][] canvas = new char[lines + 1][width];
        for (char[] line : canvas) {
            Arrays.fill(line, ' ');
        }
        drawProcesses(canvas);
        for (int flight = 0; flight < lane.length; flight++) {
            for (int line = firstLine(flights.get(flight)); line <= lastLine(flights.get(flight)); line++) {
                canvas[line][laneColumn(flight)] = '|';
            }
        }
        for (int at = 0; at < stands.length; at++) {
            drawOccurrence(canvas, at);
        }
        for (int flight = 0; flight < lane.length; flight++) {
            drawEnds(canvas, flight);
        }
        return text(canvas);
    }

    private void drawProcesses(char[][] canvas) {
        for (int process = 0; process < column.length; process++) {
            int end = canvas.length;
            for (int at = 0; at < stands.length; at++) {
                TraceEvent occurrence = trace.occurrences().get(at);
                if (occurrence instanceof TraceEvent.Crashed
                        && occurrence.process().equals(processes.get(process))) {
                    end = Math.min(end, stands[at]);
                }
            }
            for (int line = 0; line < end; line++) {
                canvas[line][column[process]] = '|';
            }
        }
    }

    private void drawOccurrence(char[][] canvas, int at) {
        TraceEvent occurrence = trace.occurrences().get(at);
        int process = place(occurrence.process());
        String mark = Trace.mark(occurrence);
        int from = column[process] - mark.length() / 2;
        int to = from + mark.length() - 1;
        for (int letter = 0; letter < mark.length(); letter++) {
            canvas[stands[at]][from + letter] = mark.charAt(letter);
        }
        boolean below = sends[at] != stands[at];
        for (int side : new int[] {LEFT, RIGHT}) {
            int farthest = column[process];
            for (int flight = 0; flight < lane.length; flight++) {
                MessageDelivery each = flights.get(flight);
                if (each.sentAt() == at && departureSide(each) == side) {
                    farthest = side == LEFT
                            ? Math.min(farthest, laneColumn(flight))
                            : Math.max(farthest, laneColumn(flight));
                }
            }
            if (farthest != column[process]) {
                int start = below || mark.isEmpty() ? column[process] : side == LEFT ? from : to;
                line(canvas[sends[at]], start + side, farthest);
                write(canvas[sends[at]], label(at, side), process, side);
            }
        }
        if (below) {
            canvas[sends[at]][column[process]] = '+';
        }
        for (int flight = 0; flight < lane.length; flight++) {
            MessageDelivery each = flights.get(flight);
            if (each.endedAt() == at && each.fate() == Fate.RECEIVED) {
                int side = arrivalSide(each);
                int tip = (side == LEFT ? from : to) + side;
                line(canvas[stands[at]], tip, laneColumn(flight));
                canvas[stands[at]][tip] = side == LEFT ? '>' : '<';
            }
        }
    }

    /** Draws a horizontal line behind whatever is there. */
    private static void line(char[] row, int from, int to) {
        for (int at = Math.min(from, to); at <= Math.max(from, to); at++) {
            if (row[at] == ' ') {
                row[at] = '-';
            }
        }
    }

    /** Writes what is sent into the room between the lanes of two neighbouring columns. */
    private void write(char[] row, String label, int process, int side) {
        int start = side == RIGHT
                ? column[process] + half[process] + TIP + LANE * lanesRight[process] + 3
                : column[process] - half[process] - TIP - LANE * lanesLeft[process] - 2 - label.length();
        for (int letter = 0; letter < label.length(); letter++) {
            row[start + letter] = label.charAt(letter);
        }
    }

    private void drawEnds(char[][] canvas, int flight) {
        MessageDelivery each = flights.get(flight);
        int at = laneColumn(flight);
        canvas[firstLine(each)][at] = '.';
        canvas[lastLine(each)][at] = switch (each.fate()) {
            case RECEIVED -> '\'';
            case LOST -> 'x';
            case RETURNED -> 'u';
            case UNDER_WAY -> 'v';
        };
    }

    private String text(char[][] canvas) {
        int margin = Integer.toString(Math.max(stands.length, 1)).length() + 1;
        StringBuilder text = new StringBuilder();
        char[] header = new char[width];
        Arrays.fill(header, ' ');
        for (int process = 0; process < column.length; process++) {
            String name = trace.name(processes.get(process));
            name.getChars(0, name.length(), header, column[process] - name.length() / 2);
        }
        append(text, " ".repeat(margin), header, "");
        int occurrence = 0;
        List<String> numbers = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (int line = 0; line < canvas.length; line++) {
            boolean begins = occurrence < stands.length && stands[occurrence] == line;
            numbers.add(begins ? Integer.toString(occurrence + 1) : "");
            notes.add(begins ? trace.note(trace.occurrences().get(occurrence)) : "");
            if (begins) {
                occurrence++;
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

    /** What a reader has to know of the drawing, in one line. */
    public static String legend() {
        return "time runs down;  .  sent  '  received  x  lost  u  came back  v  still under way  X  crash"
                + "  +  joins  !  no rule admits it";
    }
}
