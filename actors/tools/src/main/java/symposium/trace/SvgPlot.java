package symposium.trace;

import java.util.Collections;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import symposium.kernel.problem.Bound;

/**
 * A plot of messages against the number of processes, as a self-contained SVG document. The upper panel has
 * logarithmic axes. The lower panel shows messages per process, where n log n is a straight line. Measurements have
 * marks, bounds are thin dashed lines, and means are thin dotted lines, in the colour of their series. Tooltips show
 * the numbers.
 */
public final class SvgPlot {

    /**
     * A series, drawn in one colour.
     *
     * @param name the label in the legend
     * @param messages by number of processes, at least 1: the number of messages
     * @param spreads by number of processes: by how much the true value may be greater or less than the number of
     *     messages, for the numbers of processes where that is known
     * @param bounds the bounds on them
     */
    public record Series(
            String name, SortedMap<Integer, Double> messages, SortedMap<Integer, Double> spreads, List<Bound> bounds) {

        /** A series of which no spread is known. */
        public Series(String name, SortedMap<Integer, Double> messages, List<Bound> bounds) {
            this(name, messages, Collections.emptySortedMap(), bounds);
        }

        /** The messages per process, of the most processes; 0 if there are none. */
        private double lastShare() {
            return messages.isEmpty() ? 0 : messages.get(messages.lastKey()) / messages.lastKey();
        }
    }

    private static final int WIDTH = 1160;
    private static final int LEFT = 84;
    private static final int RIGHT = 800;
    private static final int LEGEND = 836;
    private static final int HEADER = 76;
    private static final int BETWEEN = 84;
    private static final int FOOTER = 60;
    private static final int LINE = 19;
    private static final int MOST_DECADES = 40;
    private static final int CURVE = 96;
    private static final int FAST = 8;

    private static final List<String> COLOURS = List.of(
            "#3b6ea8", "#b3261e", "#2e7d32", "#c77700", "#7b3fa0", "#00838f", "#c2185b", "#6d4c41", "#546e7a",
            "#1a237e", "#827717");

    private static final List<String> MARKS = List.of(
            "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
            "M-3.6-3.6h7.2v7.2h-7.2z",
            "M0-5 5 0 0 5-5 0z",
            "M0-4.8 4.8 4h-9.6z",
            "M0 4.8 4.8-4h-9.6z");

    /** A panel: its upper end, its height, and what it shows of messages. */
    private record Panel(String name, int top, int height, String of) {
        private static final Panel UPPER = new Panel("upper", HEADER, 430, "");
        private static final Panel LOWER = new Panel("lower", UPPER.bottom() + BETWEEN, 330, " per process");
        private static final List<Panel> BOTH = List.of(UPPER, LOWER);

        int bottom() {
            return top + height;
        }

        /** Logarithms show no zero. */
        boolean shows(double messages) {
            return messages > 0 || this == LOWER;
        }
    }

    private final List<Series> all;
    private final String what;
    private final int least;
    private final int most;
    private final double decades;
    private final double greatest;
    private final SvgDocument svg;

    private SvgPlot(String title, String what, List<Series> all) {
        this.all = all;
        this.what = what;
        IntSummaryStatistics processes = all.stream()
                .flatMap(each -> each.messages().keySet().stream())
                .collect(Collectors.summarizingInt(each -> each));
        if (processes.getCount() == 0) {
            throw new IllegalArgumentException("no series has any messages");
        }
        boolean single = processes.getMin() == processes.getMax();
        least = single ? Math.max(1, processes.getMin() / 2) : processes.getMin();
        most = single ? 2 * processes.getMax() : processes.getMax();
        double highest = all.stream()
                .flatMap(each -> each.messages().values().stream())
                .max(Comparator.naturalOrder())
                .orElseThrow();
        decades = Math.min(MOST_DECADES, Math.max(1, Math.ceil(Math.log10(highest))));
        // Series that grow much faster than most may leave the lower panel at the top.
        double[] shares = all.stream().mapToDouble(Series::lastShare).sorted().toArray();
        double usual = shares[(shares.length - 1) / 2];
        double share = DoubleStream.of(shares)
                .filter(each -> each <= FAST * usual)
                .max()
                .orElse(usual);
        greatest = Math.max(4, share * 1.12);
        int rows = all.stream().mapToInt(each -> 1 + each.bounds().size()).sum();
        int height = Math.max(Panel.LOWER.bottom(), HEADER + rows * LINE + all.size() * LINE / 2) + FOOTER;
        svg = new SvgDocument(WIDTH, height, title, "plot.css");
    }

    /**
     * The plot, as an SVG document.
     *
     * @param title the heading
     * @param note the line below the heading, in smaller letters
     * @throws IllegalArgumentException if no series has a number of messages
     */
    public static String of(String title, String note, List<Series> all) {
        return of(title, note, "messages", all);
    }

    /**
     * Draws a plot of something else than all messages, as an SVG document.
     *
     * @param title the heading
     * @param note the line below the heading, in smaller letters
     * @param what the quantity, as the axes name it
     * @throws IllegalArgumentException if no series has a number of messages
     */
    public static String of(String title, String note, String what, List<Series> all) {
        return new SvgPlot(title, what, all).draw(title, note);
    }

    // --- layout

    private double x(double processes) {
        return LEFT + (RIGHT - LEFT) * Math.log(processes / least) / Math.log((double) most / least);
    }

    private double above(double messages) {
        return Panel.UPPER.top + Panel.UPPER.height * (1 - Math.log10(messages) / decades);
    }

    private double below(double share) {
        return Panel.LOWER.top + Panel.LOWER.height * (1 - share / greatest);
    }

    // --- the document

    private String draw(String title, String note) {
        for (Panel panel : Panel.BOTH) {
            svg.add(
                    "<clipPath id=\"%s\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/></clipPath>",
                    panel.name, LEFT - 6, panel.top - 2, RIGHT - LEFT + 12, panel.height + 4);
        }
        svg.fill();
        svg.add("<text class=\"title\" x=\"%d\" y=\"32\">%s</text>", LEFT, title);
        svg.add("<text class=\"note\" x=\"%d\" y=\"54\">%s</text>", LEFT, note);
        grid();
        for (int at = 0; at < all.size(); at++) {
            for (Panel panel : Panel.BOTH) {
                curves(all.get(at), colour(at), MARKS.get(at % MARKS.size()), panel);
            }
        }
        Panel.BOTH.forEach(this::frame);
        legend();
        return svg.end();
    }

    private static String colour(int at) {
        return COLOURS.get(at % COLOURS.size());
    }

    private void frame(Panel panel) {
        svg.add(
                "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
                LEFT, panel.top, RIGHT - LEFT, panel.height);
        svg.add(
                "<text class=\"middle\" transform=\"translate(24 %d) rotate(-90)\">%s</text>",
                panel.top + panel.height / 2, what + panel.of);
        svg.add("<text class=\"middle\" x=\"%d\" y=\"%d\">processes</text>", (LEFT + RIGHT) / 2, panel.bottom() + 42);
    }

    private void grid() {
        int first = (int) Math.ceil(Bound.log(least) - 1e-9);
        int last = (int) Math.floor(Bound.log(most) + 1e-9);
        int step = Math.max(1, (last - first) / 10);
        for (int power = first; power <= last; power++) {
            double x = x(Math.pow(2, power));
            for (Panel panel : Panel.BOTH) {
                svg.add("<path class=\"grid\" d=\"M%.1f %dv%d\"/>", x, panel.top, panel.height);
            }
            if ((power - last) % step == 0) {
                for (Panel panel : Panel.BOTH) {
                    power(x, panel.bottom() + 20, "middle", 2, power);
                }
            }
        }
        for (int power = 0; power <= decades; power++) {
            double y = above(Math.pow(10, power));
            horizontal(y);
            power(LEFT - 10, y + 4, "end", 10, power);
        }
        double unit = Math.pow(10, Math.floor(Math.log10(greatest / 2)));
        double between = greatest / unit > 12 ? 5 * unit : greatest / unit > 5 ? 2 * unit : unit;
        for (double share = 0; share <= greatest; share += between) {
            horizontal(below(share));
            svg.add("<text class=\"tick end\" x=\"%d\" y=\"%.1f\">%.0f</text>", LEFT - 10, below(share) + 4, share);
        }
    }

    private void horizontal(double y) {
        svg.add("<path class=\"grid\" d=\"M%d %.1fh%d\"/>", LEFT, y, RIGHT - LEFT);
    }

    private void power(double x, double y, String where, int base, int exponent) {
        svg.add(
                "<text class=\"tick %s\" x=\"%.1f\" y=\"%.1f\">%d<tspan class=\"exponent\" dy=\"-5\">%d</tspan></text>",
                where, x, y, base, exponent);
    }

    // --- curves

    private void curves(Series series, String colour, String mark, Panel panel) {
        svg.add("<g clip-path=\"url(#%s)\" stroke=\"%s\">", panel.name, colour);
        for (Bound bound : series.bounds()) {
            svg.add("<path class=\"%s\" d=\"%s\"/>", style(bound), path(values(bound), panel));
        }
        svg.add("<path class=\"measured\" d=\"%s\"/></g>", path(series.messages(), panel));
        svg.add("<g clip-path=\"url(#%s)\" fill=\"%s\">", panel.name, colour);
        series.messages().forEach((processes, messages) -> {
            if (panel.shows(messages)) {
                whisker(processes, messages, series, colour, panel);
                svg.add(
                        "<path transform=\"translate(%s)\" d=\"%s\"><title>%s, %,d processes: %s %s, %,.2f for"
                                + " each</title></path>",
                        point(processes, messages, panel),
                        mark,
                        series.name(),
                        processes,
                        value(messages, series.spreads().get(processes)),
                        what,
                        messages / processes);
            }
        });
        svg.add("</g>");
    }

    /** A vertical line from the least to the greatest value that is likely. */
    private void whisker(int processes, double messages, Series series, String colour, Panel panel) {
        double spread = series.spreads().getOrDefault(processes, 0.0);
        if (spread > 0 && panel.shows(messages - spread)) {
            svg.add(
                    "<path class=\"spread\" stroke=\"%s\" d=\"M%s L%s\"/>",
                    colour, point(processes, messages - spread, panel), point(processes, messages + spread, panel));
        }
    }

    private static String value(double messages, Double spread) {
        return spread == null
                ? String.format(Locale.ENGLISH, "%,.0f", messages)
                : String.format(Locale.ENGLISH, "%,.2f ± %,.2f", messages, spread);
    }

    private static String style(Bound bound) {
        return bound.kind().name().toLowerCase(Locale.ROOT);
    }

    private String point(double processes, double messages, Panel panel) {
        double y = panel == Panel.UPPER ? above(messages) : below(messages / processes);
        return String.format(Locale.ROOT, "%.1f %.1f", x(processes), y);
    }

    /** What a bound allows, at numbers of processes close enough for a curve. */
    private SortedMap<Integer, Double> values(Bound bound) {
        SortedMap<Integer, Double> values = new TreeMap<>();
        for (int at = 0; at <= CURVE; at++) {
            int processes = (int) Math.round(least * Math.pow((double) most / least, (double) at / CURVE));
            values.put(processes, bound.messages().applyAsDouble(processes));
        }
        return values;
    }

    private String path(SortedMap<Integer, Double> values, Panel panel) {
        String points = values.entrySet().stream()
                .filter(each -> panel.shows(each.getValue()))
                .map(each -> point(each.getKey(), each.getValue(), panel))
                .collect(Collectors.joining(" "));
        return points.isEmpty() ? "" : "M" + points;
    }

    // --- the legend

    private void legend() {
        double y = HEADER + 12;
        for (int at = 0; at < all.size(); at++) {
            Series series = all.get(at);
            svg.add("<g stroke=\"%s\" fill=\"%s\">", colour(at), colour(at));
            svg.add("<path class=\"measured\" d=\"M%d %.1fh34\"/>", LEGEND, y - 4);
            svg.add(
                    "<path stroke=\"none\" transform=\"translate(%d %.1f)\" d=\"%s\"/></g>",
                    LEGEND + 17, y - 4, MARKS.get(at % MARKS.size()));
            svg.add("<text x=\"%d\" y=\"%.1f\">%s</text>", LEGEND + 44, y, series.name());
            for (Bound bound : series.bounds()) {
                y += LINE;
                svg.add(
                        "<path class=\"%s\" stroke=\"%s\" d=\"M%d %.1fh34\"/>",
                        style(bound), colour(at), LEGEND, y - 4);
                svg.add("<text class=\"small\" x=\"%d\" y=\"%.1f\">%s</text>", LEGEND + 44, y, bound.toString());
            }
            y += LINE * 1.5;
        }
    }
}
