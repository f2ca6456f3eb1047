package symposium.site;

import static symposium.web.Html.escaped;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import symposium.browser.Simulator;
import symposium.election.Election;
import symposium.election.terms.LeadershipInTerms;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.topology.RelabelledTopology;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;
import symposium.simulation.RunLength;
import symposium.topology.RandomGraph;

/** What an algorithm costs: messages of simulated runs beside the formula of the paper. */
final class Costs {

    /** The numbers of processes of the runs. */
    private static final List<Integer> PROCESSES = List.of(4, 8, 16, 32);

    private static final int DRAWN = 4;
    private static final long SEED = 1;

    private static final String SUM = " The sum of messages and announcements is what these commands print:";
    private static final String SAME = " These commands print the same:";

    /** What differs from one series of runs to the other. */
    private enum Conditions {
        STEADY("each message takes one tick", ""),
        VARYING("messages take 1 to " + RunLength.SLOWEST + " ticks", " --schedule random --seed " + SEED),
        SEATED("the numbers in a random order", " --ids random --seed " + SEED);

        private final String heading;
        private final String options;

        Conditions(String heading, String options) {
            this.heading = heading;
            this.options = options;
        }
    }

    /** What is counted, and under which heading. */
    private enum Column {
        ENTRIES("served", run -> number(count(run, "entries"))),
        DEMANDED("acts", run -> number(count(run, "demanded"))),
        TICKS("ticks", run -> number(count(run, "ticks"))),
        MESSAGES("messages", run -> number(count(run, "total"))),
        ANNOUNCEMENTS("and to announce", run -> number(count(run, "announcements"))),
        EACH("for each", run -> number(1.0 * count(run, "total") / count(run, "entries")));

        private final String heading;
        private final Function<Map<String, Object>, String> of;

        Column(String heading, Function<Map<String, Object>, String> of) {
            this.heading = heading;
            this.of = of;
        }

        private static long count(Map<String, Object> run, String name) {
            return ((Number) run.get(name)).longValue();
        }
    }

    /** What users do, the sentence about it, and what is counted. */
    private enum Asking {
        ONCE("Every process asks at the beginning, for one election." + SUM, Column.MESSAGES, Column.ANNOUNCEMENTS),
        AGAIN(
                "Every user asks at the beginning, and again as soon as it may, until as many are served." + SAME,
                Column.ENTRIES,
                Column.MESSAGES,
                Column.EACH),
        UNSERVED(
                "Every user acts as soon as it may, until all have done so as often as the table says." + SUM,
                Column.DEMANDED,
                Column.MESSAGES,
                Column.ANNOUNCEMENTS),
        NEVER("Nobody asks: a run has 100 ticks for each process." + SAME, Column.TICKS, Column.MESSAGES);

        private final String said;
        private final List<Column> columns;

        Asking(String said, Column... columns) {
            this.said = said;
            this.columns = List.of(columns);
        }
    }

    private final Algorithm<?, ?, ?, ?, ?> algorithm;
    private final Asking asking;
    private final List<Conditions> conditions;

    Costs(Algorithm<?, ?, ?, ?, ?> algorithm) {
        this.algorithm = algorithm;
        this.asking = asking();
        this.conditions = List.of(
                Conditions.STEADY,
                asking == Asking.ONCE && topology() == Shape.RING ? Conditions.SEATED : Conditions.VARYING);
    }

    private Asking asking() {
        if (algorithm.problem() instanceof Election || algorithm.problem() instanceof LeadershipInTerms) {
            return Asking.ONCE;
        }
        if (!RunLength.asks(algorithm.problem())) {
            return Asking.NEVER;
        }
        return Column.count(run(DRAWN, DRAWN, Conditions.STEADY), "entries") > 0 ? Asking.AGAIN : Asking.UNSERVED;
    }

    private Topology topology() {
        return algorithm.system().topologies().get(0);
    }

    /** The messages of runs of several sizes, with the commands that count the same. */
    String counted() {
        String rows = PROCESSES.stream().map(this::row).collect(Collectors.joining());
        return """
                <div class="wide" tabindex="0"><table>
                <thead><tr>%s</tr>
                <tr>%s</tr></thead>
                <tbody>
                %s</tbody>
                </table></div>
                <p>%s</p>
                %s""".formatted(
                Stream.concat(
                                Stream.of(tall("processes")),
                                Stream.concat(
                                        algorithm.paper().bounds().stream().map(bound -> tall(bound.toString())),
                                        conditions.stream().map(this::group)))
                        .collect(Collectors.joining()),
                conditions.stream()
                        .flatMap(each -> asking.columns.stream())
                        .map(column -> "<th scope=\"col\">" + column.heading + "</th>")
                        .collect(Collectors.joining()),
                rows,
                asking.said,
                PageParts.commands(conditions.stream().map(this::command).toList()));
    }

    private static String tall(String heading) {
        return "<th rowspan=\"2\" scope=\"col\">" + escaped(heading) + "</th>";
    }

    private String group(Conditions under) {
        return "<th colspan=\"%d\" scope=\"colgroup\">%s</th>".formatted(asking.columns.size(), under.heading);
    }

    private String row(int processes) {
        return Stream.concat(
                        algorithm.paper().bounds().stream()
                                .map(bound -> number(bound.messages().applyAsDouble(processes))),
                        conditions.stream().flatMap(under -> {
                            Map<String, Object> run = run(processes, 0, under);
                            return asking.columns.stream().map(column -> column.of.apply(run));
                        }))
                .map(cell -> "<td class=\"number\">" + cell + "</td>")
                .collect(Collectors.joining("", "<tr><td class=\"number\">" + processes + "</td>", "</tr>\n"));
    }

    private Map<String, Object> run(int processes, int entries, Conditions under) {
        return Simulator.run(
                algorithm,
                processes,
                under == Conditions.SEATED ? seated(processes) : topology(),
                entries,
                under == Conditions.VARYING,
                under == Conditions.STEADY ? 0 : SEED);
    }

    private static Topology seated(int processes) {
        return new RelabelledTopology(
                Shape.RING,
                IntStream.of(RandomGraph.shuffled(processes, new SplittableRandom(SEED)))
                        .mapToObj(ProcessId::of)
                        .toList());
    }

    private String command(Conditions under) {
        return PROCESSES.stream()
                .map(String::valueOf)
                .collect(Collectors.joining(",", "symposium simulate " + algorithm.name() + " -n ", under.options));
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, number == Math.rint(number) ? "%,.0f" : "%,.2f", number);
    }

    /** The space-time diagram of a small run, as an SVG document. */
    String diagram() {
        return run(DRAWN, DRAWN, Conditions.STEADY).get("diagram").toString();
    }

    /** The command that draws the same. */
    String drawing() {
        return "symposium simulate %1$s -n %2$d%3$s --svg %1$s.svg"
                .formatted(
                        algorithm.name(),
                        DRAWN,
                        asking == Asking.AGAIN || asking == Asking.UNSERVED ? " --entries " + DRAWN : "");
    }
}
