package symposium.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Draws the lattice of the consistent cuts of a run as SVG. Each dot is a cut, and each line upwards is an event that
 * leads from one cut to another. Every order of the events that agrees with causality is a way from the lowest dot to
 * the highest.
 */
public final class LatticeDiagram {

    private static final int MARGIN = 40;
    private static final int HEAD = 56;
    private static final int ACROSS = 34;
    private static final int UP = 36;

    private record Point(int x, int y) {}

    private LatticeDiagram() {}

    /**
     * Returns the diagram.
     *
     * @param title the title
     * @param levels the cuts with 0, 1, 2 … events; each cut is the number of events of each process
     * @param marked a cut that is marked
     */
    public static String of(String title, List<List<List<Integer>>> levels, Optional<List<Integer>> marked) {
        int widest = levels.stream().mapToInt(List::size).max().orElse(1);
        int width = Math.max(420, 2 * MARGIN + (widest - 1) * ACROSS);
        int height = HEAD + 2 * MARGIN + (levels.size() - 1) * UP;
        SvgDocument svg = new SvgDocument(width, height, title, "lattice.css");
        svg.fill();
        svg.add("<text class=\"title\" x=\"%d\" y=\"32\">%s</text>", MARGIN, title);
        svg.add(
                "<text class=\"note\" x=\"%d\" y=\"54\">%s</text>",
                MARGIN, "a dot: a consistent cut; a line upwards: an event");
        Map<List<Integer>, Point> points = new LinkedHashMap<>();
        for (int level = 0; level < levels.size(); level++) {
            List<List<Integer>> cuts = new ArrayList<>(levels.get(level));
            cuts.sort(Comparator.comparingInt(LatticeDiagram::slant).thenComparing(List::toString));
            for (int at = 0; at < cuts.size(); at++) {
                int x = width / 2 + (2 * at - cuts.size() + 1) * ACROSS / 2;
                points.put(cuts.get(at), new Point(x, height - MARGIN - level * UP));
            }
        }
        points.forEach((cut, from) -> {
            for (int process = 0; process < cut.size(); process++) {
                List<Integer> next = new ArrayList<>(cut);
                next.set(process, next.get(process) + 1);
                Optional.ofNullable(points.get(next))
                        .ifPresent(to -> svg.add(
                                "<line class=\"event\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>",
                                from.x(), from.y(), to.x(), to.y()));
            }
        });
        points.forEach((cut, at) -> svg.add(
                "<circle class=\"%s\" cx=\"%d\" cy=\"%d\" r=\"6\"><title>%s</title></circle>",
                marked.filter(cut::equals).isPresent() ? "cut marked" : "cut", at.x(), at.y(), cut.toString()));
        return svg.end();
    }

    /** Cuts with more events of the later processes are farther to the right. */
    private static int slant(List<Integer> cut) {
        int slant = 0;
        for (int process = 0; process < cut.size(); process++) {
            slant += process * cut.get(process);
        }
        return slant;
    }
}
