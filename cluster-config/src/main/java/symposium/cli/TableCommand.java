package symposium.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import symposium.arbitration.BlockingPaths;
import symposium.arbitration.Danger;
import symposium.arbitration.Dinner;
import symposium.arbitration.Minimum;
import symposium.arbitration.Plan;
import symposium.arbitration.Ranks;
import symposium.arbitration.Seats;
import symposium.arbitration.Table;
import symposium.graph.InvalidTopology;
import symposium.graph.TopologyFile;
import symposium.kernel.Graph;
import symposium.kernel.Topology;

/** {@code symposium table}: philosophers, forks, and the orders in which they are grabbed. */
@Command(
        name = "table",
        subcommands = {TableCommand.Analyse.class, TableCommand.Improve.class, CompareCommand.class, DineCommand.class})
final class TableCommand implements Runnable {

    /** The most blocking paths of one philosopher that are counted. */
    private static final long MOST_PATHS = 100_000_000;

    private static final int MOST_ACTS_SHOWN = 200;
    private static final int MOST_NODES = 5_000;

    @Override
    public void run() {
        throw new BadInput("which of these? analyse, plan, compare, dine; see symposium table --help");
    }

    /** A command on a table: that of a file, or a graph with orders by a rule. */
    private abstract static class OnTable extends ReportingCommand {

        @Parameters(arity = "0..1", paramLabel = "FILE", descriptionKey = "file")
        private Optional<String> file;

        @Option(names = "--rule", paramLabel = "RULE")
        private Optional<String> rule;

        /** @param orders the rule for a graph without orders; empty when a graph needs one on the command line */
        final Table table(Optional<String> orders) {
            String name = file.orElseThrow(
                    () -> new BadInput("which table? The name of a file is wanted; see " + command() + " --help"));
            Topology topology;
            try {
                topology = TopologyFile.read(name);
            } catch (InvalidTopology invalid) {
                throw new BadInput(invalid.getMessage());
            }
            if (topology instanceof Seats seats) {
                return rule.map(by -> GrabbingRule.ordered(seats.table(), by)).orElse(seats.table());
            }
            Graph graph = (Graph) topology;
            if (graph.nodes().size() > MOST_NODES) {
                throw new BadInput("%s: has %d nodes; at most %d are wanted"
                        .formatted(Values.quoted(name), graph.nodes().size(), MOST_NODES));
            }
            String by = rule.or(() -> orders)
                    .orElseThrow(() -> new BadInput(
                            "%s is a graph, which does not say who grabs forks in which order: a table is wanted, or --rule %s"
                                    .formatted(Values.quoted(name), GrabbingRule.NAMES)));
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
            Map<String, Object> found = found(table, danger);
            print(() -> found, () -> text(table, danger, found));
            if (danger instanceof Danger.Present) {
                return ExitCode.VIOLATED;
            }
            boolean known = danger instanceof Danger.Absent && found.get("total") != null;
            return known ? ExitCode.DONE : ExitCode.UNDECIDED;
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
            Delays before = Danger.of(table) instanceof Danger.Absent ? Delays.of(table) : Delays.UNKNOWN;
            Delays after = Delays.of(plan.table());
            print(() -> json(table, plan, before, after), () -> text(plan, before, after));
            return ExitCode.DONE;
        }

        private static Map<String, Object> json(Table table, Plan plan, Delays before, Delays after) {
            Map<String, Object> planned = new LinkedHashMap<>();
            planned.put("philosophers", table.size());
            planned.put("method", plan.method().toString());
            planned.put("colours", plan.colours());
            Map<String, Object> orders = new LinkedHashMap<>();
            for (int philosopher = 0; philosopher < table.size(); philosopher++) {
                orders.put(
                        table.name(philosopher),
                        plan.table().order(philosopher).stream()
                                .map(table::name)
                                .toList());
            }
            planned.put("orders", orders);
            planned.put("blockingPaths", after.byName(table));
            planned.put("longest", after.longest());
            planned.put("total", after.total());
            planned.put("totalBefore", before.total());
            planned.put("minimum", minimum(table));
            return planned;
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
        private static final Delays UNKNOWN = new Delays(List.of());

        static Delays of(Table table) {
            BlockingPaths paths = new BlockingPaths(table);
            List<Long> counts = new ArrayList<>();
            for (int philosopher = 0; philosopher < table.size(); philosopher++) {
                OptionalLong count = paths.count(philosopher, MOST_PATHS);
                if (count.isEmpty()) {
                    return UNKNOWN;
                }
                counts.add(count.getAsLong());
            }
            return new Delays(counts);
        }

        Map<String, Object> byName(Table table) {
            if (counts.isEmpty()) {
                return null;
            }
            Map<String, Object> byName = new LinkedHashMap<>();
            for (int philosopher = 0; philosopher < counts.size(); philosopher++) {
                byName.put(table.name(philosopher), counts.get(philosopher));
            }
            return byName;
        }

        Long total() {
            return counts.isEmpty()
                    ? null
                    : Long.valueOf(counts.stream().mapToLong(Long::longValue).sum());
        }

        Long longest() {
            return counts.isEmpty()
                    ? null
                    : Long.valueOf(
                            counts.stream().mapToLong(Long::longValue).max().orElseThrow());
        }
    }

    private static Map<String, Object> found(Table table, Danger danger) {
        Delays delays = danger instanceof Danger.Absent ? Delays.of(table) : Delays.UNKNOWN;
        Map<String, Object> found = new LinkedHashMap<>();
        found.put("philosophers", table.size());
        found.put("forks", table.forks());
        found.put("components", table.components().size());
        found.put("danger", danger instanceof Danger.Undecided ? null : danger instanceof Danger.Present);
        found.put("cycle", null);
        found.put("run", null);
        if (danger instanceof Danger.Present present) {
            found.put("cycle", present.cycle().stream().map(table::name).toList());
            found.put("run", run(table, present.cycle()));
        }
        Optional<Ranks> ranks = Ranks.of(table);
        found.put("rankable", ranks.isPresent());
        found.put("ranks", ranks.map(each -> ranks(table, each)).orElse(null));
        found.put("blockingPaths", delays.byName(table));
        found.put("total", delays.total());
        found.put("minimum", minimum(table));
        return found;
    }

    private static Long minimum(Table table) {
        return table.complete() ? Long.valueOf(Minimum.f(table.size())) : null;
    }

    private static Map<String, Object> ranks(Table table, Ranks ranks) {
        Map<String, Object> all = new LinkedHashMap<>();
        for (int one = 0; one < table.size(); one++) {
            for (int other : table.order(one)) {
                if (one < other) {
                    all.put(table.name(one) + "-" + table.name(other), ranks.rank(one, other));
                }
            }
        }
        return all;
    }

    /** The acts that lead to the deadlock of the philosophers on the cycle. */
    private static List<String> run(Table table, List<Integer> cycle) {
        List<String> acts = new ArrayList<>();
        Dinner dinner = Dinner.of(table);
        for (Dinner.Move move : Dinner.deadlock(table, cycle)) {
            int self = move.philosopher();
            String what = table.name(self) + " " + move.act();
            if (move.act() == Dinner.Act.REACH) {
                what += " the fork shared with " + table.name(table.grabs(self, dinner.owned(self)));
            }
            dinner = dinner.after(move);
            if (move.act() == Dinner.Act.REACH) {
                what += dinner.blocked(self)
                        ? ", which " + table.name(dinner.blocker(self)) + " owns"
                        : ", and grabs it";
            }
            acts.add(what);
        }
        return acts;
    }

    private static String text(Table table, Danger danger, Map<String, Object> found) {
        StringBuilder text = new StringBuilder();
        text.append(counted(table.size(), "philosopher")).append(", ").append(counted(table.forks(), "fork"));
        int parts = table.components().size();
        text.append(parts == 1 ? "\n" : ", in " + parts + " parts without a fork in common\n");
        if (danger instanceof Danger.Absent absent) {
            text.append("no danger of deadlock: ").append(absent.reason()).append('\n');
        } else if (danger instanceof Danger.Undecided undecided) {
            text.append("not decided whether there is danger of deadlock: the search gave up after ")
                    .append(undecided.steps())
                    .append(" steps; --steps allows more\n");
        } else {
            text.append("danger of deadlock: each of ")
                    .append(ReportText.listed((List<?>) found.get("cycle")))
                    .append(
                            " grabs the fork it shares with the next before all others that it shares with any of them\n");
            List<?> run = (List<?>) found.get("run");
            run.stream()
                    .limit(MOST_ACTS_SHOWN)
                    .forEach(act -> text.append("  ").append(act).append('\n'));
            if (run.size() > MOST_ACTS_SHOWN) {
                text.append("  and ").append(run.size() - MOST_ACTS_SHOWN).append(" more; --json prints them\n");
            }
        }
        text.append(
                found.get("ranks") == null
                        ? "the forks have no ranks\n"
                        : "ranks of the forks: " + found.get("ranks") + "\n");
        if (found.get("blockingPaths") instanceof Map<?, ?> paths) {
            text.append("blocking paths, which is the maximum delay in meals: ")
                    .append(paths)
                    .append('\n');
            text.append("in all ").append(found.get("total"));
            text.append(
                    found.get("minimum") == null
                            ? "\n"
                            : ", where every philosopher shares a fork with every other at least "
                                    + found.get("minimum") + "\n");
        } else if (danger instanceof Danger.Absent) {
            text.append("more than ").append(MOST_PATHS).append(" blocking paths start at some philosopher\n");
        }
        return text.toString();
    }

    private static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private static String shown(Long number) {
        return number == null ? "unknown or none" : number.toString();
    }
}
