package symposium.cluster.simulation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
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

    /** The usual plan of a seed. */
    static SimulationPlan of(long seed) {
        return new SimulationPlan(seed, 3, 1, 2, 4, 60, new TreeSet<>());
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
            List<String> unserved = cluster.heal();
            ClientHistory history = cluster.history();
            List<String> wrong = new ArrayList<>(cluster.left());
            wrong.addAll(0, history.violations());
            wrong.addAll(unserved);
            return new SimulationRun(wrong, history.events(), cluster.faults(), cluster.seconds());
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
