package symposium.pages;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A diagram of the pages, as SVG, from a few lines of text.
 *
 * <p>The first line is {@code sequence TITLE} or {@code boxes TITLE}. A sequence has {@code lanes A | B}, {@code state
 * LANE TEXT} and {@code message FROM TO TEXT}. The name of a lane is its last word. Boxes have {@code box NAME X Y
 * WIDTH HEIGHT TEXT | TEXT} and {@code arrow FROM TO TEXT}.
 */
final class Diagram {

    private static final int WIDTH = 760;
    private static final int TOP = 60;
    private static final int STEP = 46;
    private static final int LINE = 18;

    private final StringBuilder svg = new StringBuilder();
    private final Map<String, Integer> lanes = new LinkedHashMap<>();
    private final Map<String, int[]> boxes = new LinkedHashMap<>();
    private int height;

    private Diagram() {}

    /**
     * The SVG of a diagram.
     *
     * @throws IllegalArgumentException for a line that is not one of the above
     */
    static String svg(String text) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        String[] first = lines.get(0).split(" ", 2);
        Diagram diagram = new Diagram();
        List<String> rest = lines.subList(1, lines.size());
        if (first[0].equals("sequence")) {
            diagram.sequence(rest);
        } else if (first[0].equals("boxes")) {
            diagram.boxes(rest);
        } else {
            throw new IllegalArgumentException("must be \"sequence TITLE\" or \"boxes TITLE\": " + lines.get(0));
        }
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img" aria-label="%3$s">
                <style>
                text { font: 14px system-ui, sans-serif; fill: #1c1c1c; text-anchor: middle }
                .title, .lane { font-weight: 600 }
                .small { font-size: 12.5px; fill: #5a5f66 }
                .box { fill: #eef3f9; stroke: #0b5cad }
                .life { stroke: #a9afb7; stroke-dasharray: 4 4 }
                .arrow { stroke: #0b5cad; stroke-width: 1.5; marker-end: url(#head) }
                .state { fill: #fff; stroke: #a9afb7 }
                </style>
                <defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#0b5cad"/></marker></defs>
                <rect width="%1$d" height="%2$d" fill="#fff"/>
                <text class="title" x="%4$d" y="28">%3$s</text>
                %5$s</svg>
                """.formatted(WIDTH, diagram.height, escaped(first[1]), WIDTH / 2, diagram.svg);
    }

    private void sequence(List<String> lines) {
        int y = TOP + STEP;
        List<String> drawn = new ArrayList<>(lines);
        String names = drawn.remove(0).replaceFirst("^lanes ", "");
        height = y + drawn.size() * STEP;
        String[] all = names.split(" \\| ");
        for (int lane = 0; lane < all.length; lane++) {
            int x = WIDTH * (2 * lane + 1) / (2 * all.length);
            lanes.put(all[lane].substring(all[lane].lastIndexOf(' ') + 1), x);
            line("life", x, TOP + 8, x, height - 12);
            text("lane", x, TOP, all[lane]);
        }
        for (String line : drawn) {
            String[] words = line.split(" ");
            if (words[0].equals("state")) {
                state(lane(words[1], line), y, after(words, 2));
            } else if (words[0].equals("message")) {
                message(lane(words[1], line), lane(words[2], line), y, after(words, 3));
            } else {
                throw new IllegalArgumentException("must be a state or a message: " + line);
            }
            y += STEP;
        }
    }

    private int lane(String name, String line) {
        Integer x = lanes.get(name);
        if (x == null) {
            throw new IllegalArgumentException("there is no lane " + name + ": " + line);
        }
        return x;
    }

    private void state(int x, int y, String text) {
        int wide = 16 + text.length() * 8;
        svg.append("<rect class=\"state\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"26\" rx=\"4\"/>\n"
                .formatted(x - wide / 2, y - 17, wide));
        text("", x, y, text);
    }

    private void message(int from, int to, int y, String text) {
        line("arrow", from, y, to, y);
        text("small", (from + to) / 2, y - 7, text);
    }

    private void boxes(List<String> lines) {
        for (String line : lines) {
            String[] words = line.split(" ");
            if (words[0].equals("box")) {
                int[] box =
                        Arrays.stream(words, 2, 6).mapToInt(Integer::parseInt).toArray();
                boxes.put(words[1], box);
                height = Math.max(height, box[1] + box[3] + 20);
                box(box, after(words, 6).split(" \\| "));
            } else if (words[0].equals("arrow")) {
                arrow(boxes.get(words[1]), boxes.get(words[2]), after(words, 3));
            } else {
                throw new IllegalArgumentException("must be a box or an arrow: " + line);
            }
        }
    }

    private void box(int[] box, String[] texts) {
        svg.append("<rect class=\"box\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n"
                .formatted(box[0], box[1], box[2], box[3]));
        int y = box[1] + (box[3] - LINE * (texts.length - 1)) / 2 + 5;
        for (int at = 0; at < texts.length; at++) {
            text(at == 0 ? "lane" : "small", box[0] + box[2] / 2, y + at * LINE, texts[at]);
        }
    }

    /** From the side of one box to the nearest side of the other. */
    private void arrow(int[] from, int[] to, String text) {
        if (from[1] == to[1]) {
            int y = from[1] + from[3] / 3;
            line("arrow", from[0] + from[2], y, to[0], y);
            text("small", (from[0] + from[2] + to[0]) / 2, y - 7, text);
        } else {
            boolean down = to[1] > from[1];
            int x1 = Math.max(from[0], to[0]);
            int x2 = Math.min(from[0] + from[2], to[0] + to[2]);
            int x = (x1 + x2) / 2;
            int y1 = down ? from[1] + from[3] : from[1];
            int y2 = down ? to[1] : to[1] + to[3];
            line("arrow", x, y1, x, y2);
            text("small", x + 34, (y1 + y2) / 2 + 5, text);
        }
    }

    private void line(String style, int x1, int y1, int x2, int y2) {
        svg.append("<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n".formatted(style, x1, y1, x2, y2));
    }

    private void text(String style, int x, int y, String text) {
        if (!text.isEmpty()) {
            svg.append("<text%s x=\"%d\" y=\"%d\">%s</text>\n"
                    .formatted(style.isEmpty() ? "" : " class=\"" + style + "\"", x, y, escaped(text)));
        }
    }

    private static String after(String[] words, int count) {
        return String.join(" ", Arrays.asList(words).subList(Math.min(count, words.length), words.length));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
