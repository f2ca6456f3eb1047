package symposium.trace;

import java.util.List;
import java.util.stream.IntStream;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.trace.MessageDelivery.Fate;

/**
 * A space-time diagram of a trace as a self-contained SVG document. Each process has a column; time runs downwards.
 * An arrow leads from the sending of each message to its receipt. A dashed arrow with a cross is a lost message; a
 * dashed arrow without one is a message still in transit. Tooltips show steps and messages in full.
 */
public final class SvgDiagram {

    private static final int MARGIN = 60;
    private static final int COLUMN = 150;
    private static final int ROW = 44;
    private static final int HEADER = 84;
    private static final int LETTER = 8;
    private static final int STEP_HEIGHT = 22;

    private final Trace trace;
    private final List<ProcessId> processes;
    private final SvgDocument svg;

    private SvgDiagram(Trace trace, String title) {
        this.trace = trace;
        this.processes = List.copyOf(trace.processes());
        int longest = trace.events().stream()
                .mapToInt(event -> trace.note(event).length())
                .max()
                .orElse(0);
        int width = Math.max(drawn() + longest * LETTER + MARGIN, title.length() * 9 + MARGIN);
        svg = new SvgDocument(width, y(trace.events().size()) + ROW, title, "diagram.css");
    }

    /**
     * The diagram, as an SVG document.
     *
     * @param title the heading
     */
    public static String of(Trace trace, String title) {
        return new SvgDiagram(trace, title).draw(title);
    }

    private int x(ProcessId process) {
        return MARGIN + COLUMN / 2 + processes.indexOf(process) * COLUMN;
    }

    private int y(int event) {
        return HEADER + ROW / 2 + event * ROW;
    }

    private String draw(String title) {
        svg.add(
                "<defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\""
                        + " orient=\"auto-start-reverse\"><path d=\"M0 0 10 5 0 10z\" fill=\"#3b6ea8\"/></marker></defs>");
        svg.fill();
        svg.add("<text class=\"title\" x=\"%d\" y=\"30\">%s</text>", MARGIN / 2, title);
        processes.forEach(this::life);
        trace.deliveries().forEach(this::way);
        for (int at = 0; at < trace.events().size(); at++) {
            event(at);
        }
        return svg.end();
    }

    /** Where the columns of the processes end. */
    private int drawn() {
        return MARGIN + processes.size() * COLUMN;
    }

    private void life(ProcessId process) {
        int end = IntStream.range(0, trace.events().size())
                .filter(at -> trace.events().get(at) instanceof TraceEvent.Crashed crashed
                        && crashed.process().equals(process))
                .findFirst()
                .orElse(trace.events().size());
        svg.add("<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>", x(process), HEADER - 22, trace.name(process));
        svg.add(
                "<line class=\"life\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>",
                x(process), HEADER - 14, x(process), y(end));
    }

    private void way(MessageDelivery delivery) {
        int fromX = x(delivery.from());
        int fromY = y(delivery.sentAt());
        int toX = x(delivery.to());
        int toY = delivery.endedAt() == delivery.sentAt() ? fromY + ROW / 2 : y(delivery.endedAt());
        boolean arrives = delivery.fate() == Fate.RECEIVED;
        double share = arrives ? 1 : 0.8;
        double endX = fromX + (toX - fromX) * share;
        double endY = fromY + (toY - fromY) * (delivery.fate() == Fate.LOST ? 1 : share);
        String kind =
                switch (delivery.fate()) {
                    case RECEIVED -> "way";
                    case LOST -> "way lost";
                    case RETURNED -> "way returned";
                    case IN_TRANSIT -> "way transit";
                };
        String tip = delivery.fate() == Fate.LOST ? "" : " marker-end=\"url(#tip)\"";
        svg.add(
                "<g><title>%s from %s to %s</title>",
                Printable.print(delivery.message()), trace.name(delivery.from()), trace.name(delivery.to()));
        double bulge = fromX == toX ? COLUMN * 0.45 : 0;
        double inset =
                fromX == toX ? -halfStep(delivery, arrives) : Math.signum(toX - fromX) * halfStep(delivery, arrives);
        double tipX = endX - inset;
        svg.add(
                "<path class=\"%s\" d=\"M%d %d Q%.1f %.1f %.1f %.1f\"" + tip + "/>",
                kind,
                fromX,
                fromY,
                (fromX + tipX) / 2 + bulge,
                (fromY + endY) / 2,
                tipX,
                endY);
        if (delivery.fate() == Fate.LOST) {
            svg.add(
                    "<path class=\"way lost\" style=\"stroke-dasharray:none\" d=\"M%.1f %.1fl12 12m0 -12l-12 12\"/>",
                    tipX - 6, endY - 6);
        }
        svg.add(
                "<text class=\"message\" x=\"%.1f\" y=\"%.1f\">%s</text></g>",
                fromX + (tipX - fromX) * 0.5 + bulge / 2,
                fromY + (endY - fromY) * 0.5 - 4,
                Printable.print(delivery.message()));
    }

    /** The distance between the tip of an arrow and the middle of its step. */
    private double halfStep(MessageDelivery delivery, boolean arrives) {
        return arrives ? stepWidth(Trace.mark(trace.events().get(delivery.endedAt()))) / 2.0 : 0;
    }

    private static int stepWidth(String mark) {
        return mark.length() * LETTER + 14;
    }

    private void event(int at) {
        TraceEvent event = trace.events().get(at);
        String mark = Trace.mark(event);
        int x = x(event.process());
        int y = y(at);
        svg.add("<text class=\"number\" x=\"%d\" y=\"%d\">%d</text>", MARGIN - 16, y + 4, at + 1);
        if (!mark.isEmpty()) {
            int width = stepWidth(mark);
            svg.add("<g><title>%s</title>", event.toString());
            svg.add(
                    "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>",
                    event instanceof TraceEvent.Stepped ? "step" : "fault",
                    x - width / 2,
                    y - STEP_HEIGHT / 2,
                    width,
                    STEP_HEIGHT);
            svg.add("<text class=\"mark\" x=\"%d\" y=\"%d\">%s</text></g>", x, y + 4, mark);
        }
        String note = trace.note(event);
        if (!note.isEmpty()) {
            svg.add("<text class=\"note\" x=\"%d\" y=\"%d\">%s</text>", drawn(), y + 4, note);
        }
    }
}
