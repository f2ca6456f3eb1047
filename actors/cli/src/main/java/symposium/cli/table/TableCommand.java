package symposium.cli.table;

import static symposium.cli.option.Values.quoted;
import static symposium.cli.report.ReportText.listed;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import symposium.arbitration.BlockingPaths;
import symposium.arbitration.Danger;
import symposium.arbitration.Minimum;
import symposium.arbitration.Plan;
import symposium.arbitration.Ranks;
import symposium.arbitration.Seats;
import symposium.arbitration.Table;
import symposium.cli.option.BadInput;
import symposium.cli.option.Bounds;
import symposium.cli.report.ExitCode;
import symposium.cli.report.JsonObject;
import symposium.cli.report.ReportText;
import symposium.cli.report.ReportingCommand;
import symposium.cli.simulate.CompareCommand;
import symposium.kernel.topology.Graph;
import symposium.kernel.topology.Topology;
import symposium.topology.TopologyFile;

/** {@code symposium table}: philosophers, forks, and the orders in which they are grabbed. */
@Command(
        name = "table",
        subcommands = {TableCommand.Analyse.class, TableCommand.Improve.class, CompareCommand.class, DineCommand.class})
public final class TableCommand {

    /** The most blocking paths of one philosopher that are counted. */
    private static final long MOST_PATHS = 100_000_000;

    private static final int MOST_ACTS_SHOWN = 200;
    private static final int MOST_NODES = 5_000;

    /** A command on a table: that of a file, or a graph with orders by a rule. */
    private abstract static class OnTable extends ReportingCommand {

        @Parameters(arity = "0..1", paramLabel = "FILE", descriptionKey = "file")
        private Optional<String> file;

        @Option(names = "--rule", paramLabel = "RULE")
        private Optional<String> rule;

        /** @param orders the rule for a graph without orders; empty when a graph needs one on the command line */
        final Table table(Optional<String> orders) {
            String name = file.orElseThrow(
                    () -> new BadInput("which table? It must be the name of a file; see " + command() + " --help"));
            Topology topology = TopologyFile.read(name);
            if (topology instanceof Seats seats) {
                return rule.map(by -> GrabbingRule.ordered(seats.table(), by)).orElse(seats.table());
            }
            Graph graph = (Graph) topology;
            if (graph.nodes().size() > MOST_NODES) {
                throw new BadInput(
                        "%s: has %d nodes; at most %d are allowed",
                        quoted(name), graph.nodes().size(), MOST_NODES);
            }
            String by = rule.or(() -> orders)
                    .orElseThrow(() -> new BadInput(
                            "%s is a graph, which does not say who grabs forks in which order: use a table, or --rule %s",
                            quoted(name), GrabbingRule.NAMES));
            return GrabbingRule.ordered(Table.of(graph), by);
        }
    }

    /** {@code symposium table analyse}. */
    @Command(name = "analyse")
    static final class Analyse extends OnTable {

        @Option(names = "--steps", paramLabel = "N")
        @Bounds(least = 1, most = Integer.MAX_VALUE)
        private long steps = Danger.PATIENCE;

        @Override
        public Integer call() {
            Table table = table(Optional.empty());
            Danger danger = Danger.of(table, steps);
            Delays delays = Delays.of(table, danger);
            print(() -> json(table, danger, delays), () -> text(table, danger, delays));
            if (danger instanceof Danger.Present) {
                return ExitCode.VIOLATED;
            }
            return delays.counts().isEmpty() ? ExitCode.UNDECIDED : ExitCode.DONE;
        }

        private static JsonObject json(Table table, Danger danger, Delays delays) {
            Optional<List<Integer>> cycle =
                    danger instanceof Danger.Present present ? Optional.of(present.cycle()) : Optional.empty();
            Optional<Map<String, Integer>> ranks = ranks(table);
            return new JsonObject()
                    .with("philosophers", table.size())
                    .with("forks", table.forks())
                    .with("components", table.components().size())
                    .with("danger", danger instanceof Danger.Undecided ? null : cycle.isPresent())
                    .with("cycle", cycle.map(found -> names(table, found)))
                    .with("run", cycle.map(found -> Danger.run(table, found)))
                    .with("rankable", ranks.isPresent())
                    .with("ranks", ranks)
                    .with("blockingPaths", delays.byName(table))
                    .with("total", delays.total())
                    .with("minimum", minimum(table));
        }

        private static Optional<Map<String, Integer>> ranks(Table table) {
            return Ranks.of(table).map(ranks -> {
                Map<String, Integer> all = new LinkedHashMap<>();
                for (int one = 0; one < table.size(); one++) {
                    for (int other : table.order(one)) {
                        if (one < other) {
                            all.put(table.name(one) + "-" + table.name(other), ranks.rank(one, other));
                        }
                    }
                }
                return all;
            });
        }

        private static String text(Table table, Danger danger, Delays delays) {
            int parts = table.components().size();
            StringBuilder text = new StringBuilder()
                    .append(ReportText.number(table.size(), "philosopher"))
                    .append(", ")
                    .append(ReportText.number(table.forks(), "fork"))
                    .append(parts == 1 ? "\n" : ", in " + parts + " parts without a fork in common\n");
            if (danger instanceof Danger.Absent absent) {
                text.append("no danger of deadlock: " + absent.reason() + "\n");
            } else if (danger instanceof Danger.Undecided undecided) {
                text.append("not decided whether there is danger of deadlock: the search gave up after "
                        + undecided.steps() + " steps; --steps allows more\n");
            } else if (danger instanceof Danger.Present present) {
                text.append(
                        "danger of deadlock: each of " + listed(names(table, present.cycle()))
                                + " grabs the fork it shares with the next before all others that it shares with any of them\n");
                List<String> run = Danger.run(table, present.cycle());
                run.stream().limit(MOST_ACTS_SHOWN).forEach(act -> text.append("  " + act + "\n"));
                if (run.size() > MOST_ACTS_SHOWN) {
                    text.append("  and " + (run.size() - MOST_ACTS_SHOWN) + " more; --json prints them\n");
                }
            }
            text.append(ranks(table)
                    .map(ranks -> "ranks of the forks: " + ranks + "\n")
                    .orElse("the forks have no ranks\n"));
            delays.byName(table).ifPresent(paths -> {
                text.append("blocking paths, which is the maximum delay in meals: " + paths + "\n");
                text.append("in all " + delays.total().orElseThrow());
                minimum(table)
                        .ifPresent(least -> text.append(
                                ", where every philosopher shares a fork with every other at least " + least));
            });
            if (danger instanceof Danger.Absent && delays.counts().isEmpty()) {
                text.append("more than " + MOST_PATHS + " blocking paths start at some philosopher");
            }
            return text.toString();
        }
    }

    /** {@code symposium table plan}. */
    @Command(name = "plan")
    static final class Improve extends OnTable {

        @Option(names = "--seed", paramLabel = "S")
        @Bounds(least = Integer.MIN_VALUE, most = Integer.MAX_VALUE)
        private int seed;

        @Override
        public Integer call() {
            Table table = table(Optional.of("ascending"));
            Plan plan = Plan.of(table, seed);
            Delays before = Delays.of(table, Danger.of(table));
            Delays after = Delays.of(plan.table());
            print(() -> json(table, plan, before, after), () -> text(plan, before, after));
            return ExitCode.DONE;
        }

        private static JsonObject json(Table table, Plan plan, Delays before, Delays after) {
            Map<String, List<String>> orders =
                    byName(table, each -> names(table, plan.table().order(each)));
            return new JsonObject()
                    .with("philosophers", table.size())
                    .with("method", plan.method())
                    .with("colours", plan.colours())
                    .with("orders", orders)
                    .with("blockingPaths", after.byName(table))
                    .with("longest", after.longest())
                    .with("total", after.total())
                    .with("totalBefore", before.total())
                    .with("minimum", minimum(table));
        }

        private static String text(Plan plan, Delays before, Delays after) {
            return "# %s; longest delay %s, total %s; before: %s, %s%n%s"
                    .formatted(
                            plan.method(),
                            shown(after.longest()),
                            shown(after.total()),
                            shown(before.longest()),
                            shown(before.total()),
                            plan.table().text());
        }
    }

    /** The number of blocking paths from each philosopher; empty when it is unknown. */
    private record Delays(List<Long> counts) {

        static Delays of(Table table, Danger danger) {
            return danger instanceof Danger.Absent ? of(table) : new Delays(List.of());
        }

        static Delays of(Table table) {
            BlockingPaths paths = new BlockingPaths(table);
            List<Long> counts = IntStream.range(0, table.size())
                    .mapToObj(philosopher -> paths.count(philosopher, MOST_PATHS))
                    .takeWhile(OptionalLong::isPresent)
                    .map(OptionalLong::getAsLong)
                    .toList();
            return new Delays(counts.size() == table.size() ? counts : List.of());
        }

        Optional<Map<String, Long>> byName(Table table) {
            return counts.isEmpty() ? Optional.empty() : Optional.of(TableCommand.byName(table, counts::get));
        }

        Optional<Long> total() {
            return counts.stream().reduce(Long::sum);
        }

        Optional<Long> longest() {
            return counts.stream().reduce(Math::max);
        }
    }

    private static <T> Map<String, T> byName(Table table, IntFunction<T> value) {
        Map<String, T> byName = new LinkedHashMap<>();
        for (int philosopher = 0; philosopher < table.size(); philosopher++) {
            byName.put(table.name(philosopher), value.apply(philosopher));
        }
        return byName;
    }

    private static List<String> names(Table table, List<Integer> philosophers) {
        return philosophers.stream().map(table::name).toList();
    }

    private static Optional<Long> minimum(Table table) {
        return table.complete() ? Optional.of(Minimum.f(table.size())) : Optional.empty();
    }

    private static String shown(Optional<Long> number) {
        return number.map(Object::toString).orElse("unknown or none");
    }
}
