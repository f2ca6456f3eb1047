package symposium.trace;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Problem;
import symposium.trace.MessageDelivery.Fate;

/**
 * A space-time diagram of a trace as a self-contained SVG document. Each process has a column; time runs downwards, a
 * row for each event. An arrow leads from the sending of each message to its receipt, in the colour of its type. A
 * dashed arrow with a cross is a lost message; a dashed arrow without one is a message still in transit. A bar on the
 * line of a process shows that its user has been served, and has not asked for anything since: it is in the critical
 * section, eats, or has what it took. Tooltips show steps and messages in full.
 *
 * <p>A row has one event. Its message stands on the side from which it came, at the arrow, and everything else on the
 * other side: no text stands on another, however many processes and events there are.
 */
public final class SvgDiagram {

    private static final int MARGIN = 24;
    private static final int NUMBERS = 44;
    private static final int ROW = 40;
    private static final int LETTER = 8;
    private static final int STEP_HEIGHT = 22;
    private static final int LEAST_GAP = 56;
    private static final int MOST_LETTERS = 30;
    private static final int BAR = 7;
    /** The styles of types of messages are told apart by people who are colour-blind, too: see the style sheet. */
    private static final int STYLES = 7;

    private final Trace trace;
    private final List<ProcessId> processes;
    private final List<MessageDelivery> deliveries;
    private final Map<Integer, MessageDelivery> receipts = new HashMap<>();
    private final List<String> types;
    private final Predicate<Object> serves;
    private final int[] columns;
    private final int header;
    private final int width;
    private final SvgDocument svg;

    private SvgDiagram(Trace trace, String title, Predicate<Object> serves) {
        this.trace = trace;
        this.processes = List.copyOf(trace.processes());
        this.deliveries = trace.deliveries();
        this.serves = serves;
        Set<String> names = new LinkedHashSet<>();
        deliveries.forEach(each -> names.add(Printable.typeName(each.message())));
        this.types = List.copyOf(names);
        for (MessageDelivery each : deliveries) {
            if (each.fate() == Fate.RECEIVED || each.fate() == Fate.RETURNED) {
                receipts.put(each.endedAt(), each);
            }
        }
        this.columns = columns();
        int legend = types.stream().mapToInt(SvgDiagram::legendWidth).sum();
        int right = columns[columns.length - 1] + NUMBERS + rightOf(processes.size() - 1);
        int least = Math.min(MARGIN + legend, 900);
        this.width = Math.max(Math.max(right, least), title.length() * 9 + 2 * MARGIN);
        this.header = 66 + 20 * legendLines();
        svg = new SvgDocument(width, y(rows()) + MARGIN, title, "diagram.css");
    }

    /**
     * The diagram, as an SVG document, without bars.
     *
     * @param title the heading
     */
    public static String of(Trace trace, String title) {
        return new SvgDiagram(trace, title, output -> false).draw(title);
    }

    /**
     * The diagram, as an SVG document.
     *
     * @param title the heading
     * @param problem says which outputs serve a user
     */
    @SuppressWarnings("unchecked") // the trace is one of an algorithm that solves the problem
    public static String of(Trace trace, String title, Problem<?, ?, ?> problem) {
        Problem<?, ?, Object> solved = (Problem<?, ?, Object>) problem;
        return new SvgDiagram(trace, title, solved::serves).draw(title);
    }

    // --- where things stand

    /** A row for each event, and one for each message that is in transit at the end. */
    private int rows() {
        return trace.events().size()
                + (int) deliveries.stream()
                        .filter(each -> each.fate() == Fate.IN_TRANSIT)
                        .count();
    }

    /** The places of the columns: as far from each other as what stands between them needs. */
    private int[] columns() {
        int[] left = new int[processes.size()];
        int[] right = new int[processes.size()];
        for (int at = 0; at < trace.events().size(); at++) {
            TraceEvent event = trace.events().get(at);
            int column = processes.indexOf(event.process());
            int half = stepWidth(Trace.mark(event)) / 2 + LETTER;
            boolean fromRight = fromRight(at);
            int message = receipts.containsKey(at) ? length(label(receipts.get(at))) : 0;
            int note = length(shortened(trace.note(event)));
            left[column] = Math.max(left[column], half + (fromRight ? note : message));
            right[column] = Math.max(right[column], half + (fromRight ? message : note));
        }
        for (MessageDelivery each : deliveries) {
            if (!receipts.containsValue(each)) {
                int to = processes.indexOf(each.to());
                boolean before = to <= processes.indexOf(each.from());
                int[] side = before ? right : left;
                side[to] = Math.max(side[to], length(label(each)) + 2 * LETTER);
            }
        }
        int[] columns = new int[processes.size()];
        int x = MARGIN + NUMBERS + Math.max(left[0], length(trace.name(processes.get(0))) / 2) + LETTER;
        for (int column = 0; column < columns.length; column++) {
            if (column > 0) {
                x += Math.max(LEAST_GAP, Math.max(right[column - 1], left[column]) + 3 * LETTER);
            }
            columns[column] = x;
        }
        return columns;
    }

    private int rightOf(int column) {
        return IntStream.range(0, trace.events().size())
                .filter(at -> trace.events().get(at).process().equals(processes.get(column)))
                .map(at -> fromRight(at)
                        ? length(label(receipts.get(at)))
                        : length(shortened(trace.note(trace.events().get(at))))
                                + stepWidth(Trace.mark(trace.events().get(at))) / 2)
                .max()
                .orElse(0);
    }

    /** Whether a row's message comes from the right; then the note stands on the left. */
    private boolean fromRight(int at) {
        MessageDelivery receipt = receipts.get(at);
        return receipt != null
                && processes.indexOf(sender(receipt))
                        >= processes.indexOf(trace.events().get(at).process());
    }

    /** From where the arrow comes to the row where it ends: a message that returns comes from its recipient. */
    private static ProcessId sender(MessageDelivery delivery) {
        return delivery.fate() == Fate.RETURNED ? delivery.to() : delivery.from();
    }

    private int x(ProcessId process) {
        return columns[processes.indexOf(process)];
    }

    private int y(int row) {
        return header + ROW / 2 + row * ROW;
    }

    private static int length(String text) {
        return text.length() * LETTER;
    }

    private static String shortened(String text) {
        return text.length() <= MOST_LETTERS ? text : text.substring(0, MOST_LETTERS - 1) + "…";
    }

    private static String label(MessageDelivery delivery) {
        return shortened(Printable.print(delivery.message()));
    }

    private static int stepWidth(String mark) {
        return mark.isEmpty() ? 0 : mark.length() * LETTER + 14;
    }

    private static int legendWidth(String type) {
        return length(type) + 56;
    }

    private int legendLines() {
        int used = 0;
        int lines = types.isEmpty() ? 0 : 1;
        for (String type : types) {
            if (used > 0 && used + legendWidth(type) > width - 2 * MARGIN) {
                lines++;
                used = 0;
            }
            used += legendWidth(type);
        }
        return lines;
    }

    // --- drawing

    private String draw(String title) {
        svg.add("<defs>");
        for (int style = 0; style < STYLES; style++) {
            svg.add(
                    "<marker id=\"tip%d\" class=\"tip m%d\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"12\""
                            + " markerHeight=\"12\" markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\"><path d=\"M0 0 10 5 0 10z\"/></marker>",
                    style, style);
        }
        svg.add("</defs>");
        svg.fill();
        svg.add("<text class=\"title\" x=\"%d\" y=\"26\">%s</text>", MARGIN, title);
        legend();
        processes.forEach(this::life);
        bars();
        Map<MessageDelivery, Integer> ends = ends();
        ends.forEach(this::way);
        // Over all arrows, so that none runs through it.
        ends.forEach(this::message);
        for (int at = 0; at < trace.events().size(); at++) {
            event(at);
        }
        return svg.end();
    }

    /** The row in which each message ends; each that is in transit at the end has one of its own. */
    private Map<MessageDelivery, Integer> ends() {
        Map<MessageDelivery, Integer> ends = new LinkedHashMap<>();
        int waiting = trace.events().size();
        for (MessageDelivery delivery : deliveries) {
            ends.put(delivery, delivery.fate() == Fate.IN_TRANSIT ? waiting++ : delivery.endedAt());
        }
        return ends;
    }

    private int type(MessageDelivery delivery) {
        return types.indexOf(Printable.typeName(delivery.message()));
    }

    private static String style(int type) {
        return "m" + type % STYLES + (type >= STYLES ? " more" : "");
    }

    private void legend() {
        int x = MARGIN;
        int y = 50;
        for (int type = 0; type < types.size(); type++) {
            if (x > MARGIN && x + legendWidth(types.get(type)) > width - MARGIN) {
                x = MARGIN;
                y += 20;
            }
            svg.add(
                    "<line class=\"key %s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" marker-end=\"url(#tip%d)\"/>",
                    style(type), x, y, x + 30, y, type % STYLES);
            svg.add("<text x=\"%d\" y=\"%d\">%s</text>", x + 38, y + 4, types.get(type));
            x += legendWidth(types.get(type));
        }
    }

    private void life(ProcessId process) {
        int end = IntStream.range(0, trace.events().size())
                .filter(at -> trace.events().get(at) instanceof TraceEvent.Crashed crashed
                        && crashed.process().equals(process))
                .findFirst()
                .orElse(rows());
        svg.add("<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>", x(process), header - 12, trace.name(process));
        svg.add(
                "<line class=\"life\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>",
                x(process), header - 4, x(process), y(end));
    }

    /** From each output that serves a user to what the user asks next, or to the end of the process. */
    private void bars() {
        Map<ProcessId, Integer> since = new TreeMap<>();
        for (int at = 0; at < trace.events().size(); at++) {
            TraceEvent event = trace.events().get(at);
            boolean ends = event instanceof TraceEvent.Crashed
                    || event instanceof TraceEvent.Stepped stepped && stepped.event() instanceof Event.Input;
            if (ends && since.containsKey(event.process())) {
                bar(event.process(), since.remove(event.process()), at);
            }
            if (event instanceof TraceEvent.Stepped stepped
                    && stepped.effects().stream()
                            .anyMatch(effect ->
                                    effect instanceof Effect.Output<?, ?> output && serves.test(output.output()))) {
                since.put(event.process(), at);
            }
        }
        since.forEach((process, from) -> bar(process, from, rows()));
    }

    private void bar(ProcessId process, int from, int to) {
        svg.add(
                "<rect class=\"bar\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
                x(process) - BAR / 2, y(from), BAR, (to - from) * ROW);
    }

    private int endY(MessageDelivery delivery, int row) {
        return row == delivery.sentAt() ? y(row) + ROW / 2 : y(row);
    }

    private boolean comesFromRight(MessageDelivery delivery) {
        return processes.indexOf(sender(delivery)) >= processes.indexOf(end(delivery));
    }

    private static ProcessId end(MessageDelivery delivery) {
        return delivery.fate() == Fate.RETURNED ? delivery.from() : delivery.to();
    }

    /** Where the arrow ends: at the mark of the step that receives the message, or at the line of its recipient. */
    private int tipX(MessageDelivery delivery, int row) {
        boolean arrives = delivery.fate() == Fate.RECEIVED || delivery.fate() == Fate.RETURNED;
        int half = arrives ? stepWidth(Trace.mark(trace.events().get(row))) / 2 : LETTER;
        return x(end(delivery)) + (comesFromRight(delivery) ? half : -half);
    }

    private void way(MessageDelivery delivery, int row) {
        int fromX = x(delivery.from());
        int fromY = y(delivery.sentAt());
        int tipX = tipX(delivery, row);
        int toY = endY(delivery, row);
        int type = type(delivery);
        String kind =
                switch (delivery.fate()) {
                    case RECEIVED -> "way ";
                    case LOST -> "way lost ";
                    case RETURNED -> "way returned ";
                    case IN_TRANSIT -> "way transit ";
                };
        String tip = delivery.fate() == Fate.LOST ? "" : " marker-end=\"url(#tip" + type % STYLES + ")\"";
        // To oneself, and back to where it came from: round the outside.
        int bulge = fromX == x(end(delivery)) ? LEAST_GAP : 0;
        svg.add(
                "<path class=\"%s\" d=\"M%d %dQ%d %d %d %d\"" + tip + "/>",
                kind + style(type),
                fromX,
                fromY,
                (fromX + tipX) / 2 + bulge,
                (fromY + toY) / 2,
                tipX,
                toY);
        if (delivery.fate() == Fate.LOST) {
            svg.add("<path class=\"cross\" d=\"M%d %dl12 12m0 -12l-12 12\"/>", tipX - 6, toY - 6);
        }
    }

    /** Below the tip of its arrow, on the side from which that comes. */
    private void message(MessageDelivery delivery, int row) {
        boolean right = comesFromRight(delivery);
        svg.add(
                "<text class=\"message %s %s\" x=\"%d\" y=\"%d\">%s<title>%s from %s to %s</title></text>",
                style(type(delivery)),
                right ? "right" : "left",
                tipX(delivery, row) + (right ? LETTER : -LETTER),
                endY(delivery, row) + 13,
                label(delivery),
                Printable.print(delivery.message()),
                trace.name(delivery.from()),
                trace.name(delivery.to()));
    }

    private void event(int at) {
        TraceEvent event = trace.events().get(at);
        String mark = Trace.mark(event);
        int x = x(event.process());
        int y = y(at);
        svg.add("<text class=\"number\" x=\"%d\" y=\"%d\">%d</text>", MARGIN + NUMBERS - 16, y + 4, at + 1);
        int half = stepWidth(mark) / 2;
        if (!mark.isEmpty()) {
            svg.add("<g><title>%s</title>", event.toString());
            svg.add(
                    "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>",
                    event instanceof TraceEvent.Stepped ? "step" : "fault",
                    x - half,
                    y - STEP_HEIGHT / 2,
                    2 * half,
                    STEP_HEIGHT);
            svg.add("<text class=\"mark\" x=\"%d\" y=\"%d\">%s</text></g>", x, y + 4, mark);
        }
        String note = trace.note(event);
        if (!note.isEmpty()) {
            boolean left = fromRight(at);
            svg.add(
                    "<text class=\"note %s\" x=\"%d\" y=\"%d\">%s<title>%s</title></text>",
                    left ? "left" : "right", x + (left ? -half - 6 : half + 6), y + 4, shortened(note), note);
        }
    }
}
