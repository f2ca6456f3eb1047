package symposium.cluster.simulation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What is simulated. Equal plans run in the same way.
 *
 * @param seed determines all that happens by chance
 * @param nodes the number of nodes at the start
 * @param guests the number of members without the role
 * @param sessions the number of clients that are no members
 * @param clients the number of clients of each member
 * @param seconds how long faults happen
 * @param without the numbers of the faults that do not happen
 */
record SimulationPlan(
        long seed, int nodes, int guests, int sessions, int clients, int seconds, SortedSet<Integer> without) {

    private static final Pattern WRITTEN =
            Pattern.compile("seed=(\\d+),nodes=(\\d+),guests=(\\d+),sessions=(\\d+),clients=(\\d+),seconds=(\\d+)"
                    + "(?:,without=(\\d+(?:\\+\\d+)*))?");

    /** The usual plan of a seed. */
    static SimulationPlan of(long seed) {
        return new SimulationPlan(seed, 3, 1, 2, 4, 60, new TreeSet<>());
    }

    /** Reads what {@link #toString} has written. */
    static SimulationPlan read(String written) {
        Matcher parts = WRITTEN.matcher(written);
        if (!parts.matches()) {
            throw new IllegalArgumentException("no plan: " + written + "; one is, for example, "
                    + SimulationPlan.of(1).with(new TreeSet<>(List.of(2, 5))));
        }
        TreeSet<Integer> without = new TreeSet<>();
        Optional.ofNullable(parts.group(7)).ifPresent(numbers -> List.of(numbers.split("\\+"))
                .forEach(each -> without.add(Integer.valueOf(each))));
        return new SimulationPlan(
                Long.parseLong(parts.group(1)),
                Integer.parseInt(parts.group(2)),
                Integer.parseInt(parts.group(3)),
                Integer.parseInt(parts.group(4)),
                Integer.parseInt(parts.group(5)),
                Integer.parseInt(parts.group(6)),
                without);
    }

    private SimulationPlan with(SortedSet<Integer> faults) {
        return new SimulationPlan(seed, nodes, guests, sessions, clients, seconds, faults);
    }

    SimulationRun run() {
        return run(message -> false, Optional.empty());
    }

    /**
     * Runs it.
     *
     * @param planted the messages that actors do not receive: a planted fault
     * @param logs the directory of the event logs of the nodes
     */
    SimulationRun run(Predicate<Object> planted, Optional<Path> logs) {
        try (SimulatedCluster cluster = new SimulatedCluster(this, planted, logs)) {
            cluster.runWithFaults();
            cluster.heal();
            ClientHistory history = cluster.history();
            List<String> wrong = new ArrayList<>(cluster.left());
            wrong.addAll(0, history.violations());
            wrong.addAll(cluster.unserved());
            return new SimulationRun(wrong, history.events(), cluster.faults(), cluster.seconds());
        }
    }

    /** Plans with less of something, those with much less first. */
    private List<SimulationPlan> smaller(int faults) {
        List<SimulationPlan> all = new ArrayList<>();
        all.add(new SimulationPlan(seed, nodes, guests, sessions, clients, seconds / 2, without));
        all.add(new SimulationPlan(seed, nodes, 0, sessions, clients, seconds, without));
        all.add(new SimulationPlan(seed, nodes, guests, 0, clients, seconds, without));
        all.add(new SimulationPlan(seed, nodes, guests, sessions, clients / 2, seconds, without));
        all.add(new SimulationPlan(seed, nodes - 1, guests, sessions, clients, seconds, without));
        all.add(new SimulationPlan(seed, nodes, guests, sessions - 1, clients, seconds, without));
        all.add(new SimulationPlan(seed, nodes, guests, sessions, clients - 1, seconds, without));
        all.add(new SimulationPlan(seed, nodes, guests, sessions, clients, seconds * 9 / 10, without));
        TreeSet<Integer> none = new TreeSet<>();
        for (int fault = 1; fault <= faults; fault++) {
            none.add(fault);
        }
        all.add(with(none));
        for (int fault : none) {
            TreeSet<Integer> more = new TreeSet<>(without);
            more.add(fault);
            all.add(with(more));
        }
        all.removeIf(plan -> plan.equals(this)
                || plan.nodes < 1
                || plan.sessions < 0
                || plan.without.size() < without.size()
                || plan.seconds < 1);
        return all;
    }

    /** A plan that fails, too, and of which no plan with less of one thing does. */
    SimulationPlan shrunk(java.util.function.Function<SimulationPlan, SimulationRun> running) {
        SimulationPlan least = this;
        int faults = running.apply(this).faults();
        while (true) {
            SimulationPlan found = null;
            for (SimulationPlan plan : least.smaller(faults)) {
                SimulationRun run = running.apply(plan);
                if (!run.wrong().isEmpty()) {
                    found = plan;
                    faults = run.faults();
                    break;
                }
            }
            if (found == null) {
                return least;
            }
            least = found;
        }
    }

    @Override
    public String toString() {
        return String.format(
                        Locale.ROOT,
                        "seed=%d,nodes=%d,guests=%d,sessions=%d,clients=%d,seconds=%d",
                        seed,
                        nodes,
                        guests,
                        sessions,
                        clients,
                        seconds)
                + (without.isEmpty()
                        ? ""
                        : without.stream().map(String::valueOf).collect(Collectors.joining("+", ",without=", "")));
    }
}
