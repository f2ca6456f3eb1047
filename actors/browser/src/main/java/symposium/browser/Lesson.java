package symposium.browser;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A run that the page plays with a remark beside its steps: what happens in the paper, and why. It is a text:
 *
 * <pre>
 * title The token travels for two
 * source EWD851, 1983
 * processes 4
 *
 * What is seen at the beginning.
 *
 * 1 n.1 ENTER
 *   Machine 1 wants the token.
 * 0 s.2
 * </pre>
 *
 * <p>Beside {@code processes} there may be {@code topology}, {@code variant}, {@code requests}, {@code losses},
 * {@code duplications} and {@code crashes}, as in {@link Setup}; {@code ask} with a question, as in {@link
 * FormQuestion}; and {@code algorithm}, if the lesson is about no algorithm in particular. Each step is a process, the
 * label of a rule or the word {@code fault}, and the beginning of what happens, as much as no other step that is
 * possible there begins with. The remark on it follows, indented; a step without one belongs to the remark before.
 *
 * @param ask the question that is asked during the run; may be empty
 * @param opening what is seen at the beginning
 */
public record Lesson(String title, String source, Setup setup, String ask, String opening, List<Line> steps) {

    /** What every lesson says of itself. */
    private static final List<String> HEADING = List.of(
            "title",
            "source",
            "algorithm",
            "ask",
            "processes",
            "topology",
            "variant",
            "requests",
            "losses",
            "duplications",
            "crashes");

    /**
     * A step.
     *
     * @param number its line in the text, from 1
     * @param step with what it begins
     * @param remark may be empty
     */
    public record Line(int number, String step, String remark) {

        Line with(String more) {
            return new Line(number, step, joined(remark, more));
        }
    }

    /**
     * Reads a lesson.
     *
     * @throws IllegalArgumentException when it is none; the message names the line
     */
    static Lesson of(String text) {
        Map<String, String> heading = new HashMap<>();
        List<Line> steps = new ArrayList<>();
        String opening = "";
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            String first =
                    line.isEmpty() ? "" : line.substring(0, line.indexOf(' ') < 0 ? line.length() : line.indexOf(' '));
            if (line.startsWith("  ") && !steps.isEmpty()) {
                steps.add(steps.remove(steps.size() - 1).with(line.strip()));
            } else if (steps.isEmpty() && opening.isEmpty() && HEADING.contains(first)) {
                heading.put(first, line.substring(first.length()).strip());
            } else if (!line.isEmpty() && isNumber(first)) {
                steps.add(new Line(number, line.strip(), ""));
            } else if (steps.isEmpty()) {
                opening = joined(opening, line.strip());
            } else if (!line.isBlank()) {
                throw wrong(number, line, "the line must be a step, or an indented remark");
            }
        }
        return new Lesson(
                heading.getOrDefault("title", ""),
                heading.getOrDefault("source", ""),
                setup(heading),
                heading.getOrDefault("ask", ""),
                opening,
                steps);
    }

    private static Setup setup(Map<String, String> heading) {
        return new Setup(
                number(heading, "processes", 3),
                heading.getOrDefault("topology", ""),
                number(heading, "variant", 0) - 1,
                number(heading, "requests", 0),
                number(heading, "losses", 0),
                number(heading, "duplications", 0),
                number(heading, "crashes", 0));
    }

    private static int number(Map<String, String> heading, String name, int usual) {
        String said = heading.getOrDefault(name, String.valueOf(usual));
        if (!isNumber(said)) {
            throw new IllegalArgumentException(name + " is a number, not " + said);
        }
        return Integer.parseInt(said);
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.length() < 4 && text.chars().allMatch(letter -> letter >= '0' && letter <= '9');
    }

    private static String joined(String one, String other) {
        return one.isEmpty() || other.isEmpty() ? one + other : one + " " + other;
    }

    private static IllegalArgumentException wrong(int number, String line, String why) {
        return new IllegalArgumentException("line " + number + " (" + line + "): " + why);
    }
}
