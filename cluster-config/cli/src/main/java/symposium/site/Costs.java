package symposium.site;

import static symposium.web.Html.escaped;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import symposium.browser.Simulator;
import symposium.election.Election;
import symposium.kernel.Algorithm;
import symposium.simulation.RunLength;

/** What an algorithm costs: messages of simulated runs beside the formula of the paper. */
final class Costs {

    /** The numbers of processes of the runs. */
    private static final List<Integer> PROCESSES = List.of(4, 8, 16, 32);

    private static final int DRAWN = 4;

    private final Algorithm<?, ?, ?, ?, ?> algorithm;
    private final boolean asks;

    Costs(Algorithm<?, ?, ?, ?, ?> algorithm) {
        this.algorithm = algorithm;
        this.asks = RunLength.asks(algorithm.problem());
    }

    /** The messages of runs of several sizes, with the commands that count the same. */
    String html() {
        List<Map<String, Object>> steady = runs(false);
        List<Map<String, Object>> varying = runs(true);
        StringBuilder rows = new StringBuilder();
        for (int at = 0; at < PROCESSES.size(); at++) {
            int processes = PROCESSES.get(at);
            rows.append("<tr><td>").append(processes).append("</td>");
            algorithm
                    .bounds()
                    .forEach(bound -> rows.append(cell(number(bound.messages().applyAsDouble(processes)))));
            rows.append(counted(steady.get(at)))
                    .append(counted(varying.get(at)))
                    .append("</tr>\n");
        }
        return """
                <p>The paper: %s.</p>
                <div class="wide" tabindex="0"><table>
                <thead><tr><th rowspan="2" scope="col">processes</th>%s<th colspan="3" scope="colgroup">all messages take one tick</th><th colspan="3" scope="colgroup">messages take 1 to %d ticks</th></tr>
                <tr>%s%s</tr></thead>
                <tbody>
                %s</tbody>
                </table></div>
                <p>%s</p>
                %s""".formatted(
                        escaped(algorithm.cost()),
                        algorithm.bounds().stream()
                                .map(bound -> "<th rowspan=\"2\" scope=\"col\">" + escaped(bound.toString()) + "</th>")
                                .collect(Collectors.joining()),
                        RunLength.SLOWEST,
                        columns(),
                        columns(),
                        rows,
                        said(),
                        Parts.commands(List.of(command(false), command(true))));
    }

    private static String columns() {
        return "<th scope=\"col\">served</th><th scope=\"col\">messages</th><th scope=\"col\">for each</th>";
    }

    private String said() {
        return (asks
                        ? "Every user asks at the beginning, and again as soon as it may, until as many are served as the table says."
                        : "Nobody asks: the run has 100 ticks for each process.")
                + " Messages that only spread a result are not counted. The same is counted by:";
    }

    private List<Map<String, Object>> runs(boolean random) {
        return PROCESSES.stream().map(count -> run(count, 0, random)).toList();
    }

    private Map<String, Object> run(int processes, int entries, boolean random) {
        return Simulator.run(algorithm, processes, algorithm.topologies().get(0), entries, random, random ? 1 : 0);
    }

    private String command(boolean random) {
        return "symposium simulate " + algorithm.name() + " -n "
                + PROCESSES.stream().map(String::valueOf).collect(Collectors.joining(","))
                + (random ? " --schedule random --seed 1" : "");
    }

    private static String counted(Map<String, Object> run) {
        long served = ((Number) run.get("entries")).longValue();
        long messages = ((Number) run.get("total")).longValue();
        return cell(number(served)) + cell(number(messages)) + cell(served == 0 ? "" : number(1.0 * messages / served));
    }

    private static String cell(String text) {
        return "<td class=\"number\">" + text + "</td>";
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, number == Math.rint(number) ? "%,.0f" : "%,.2f", number);
    }

    /** The space-time diagram of a small run, as an SVG document. */
    String diagram() {
        return run(DRAWN, DRAWN, false).get("diagram").toString();
    }

    /** The command that draws the same. */
    String drawing() {
        return "symposium simulate %s -n %d%s --svg %s.svg"
                .formatted(
                        algorithm.name(),
                        DRAWN,
                        asks && !(algorithm.problem() instanceof Election) ? " --entries " + DRAWN : "",
                        algorithm.name());
    }
}
