package symposium.cluster.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Looks for a smaller plan that fails in the same way: with fewer faults, clients and nodes, and in less time. */
final class SimulationShrinker {

    private final Function<SimulationPlan, SimulationRun> running;
    private int runs;

    /**
     * A search.
     *
     * @param running runs a plan
     * @param runs the greatest number of runs
     */
    SimulationShrinker(Function<SimulationPlan, SimulationRun> running, int runs) {
        this.running = running;
        this.runs = runs;
    }

    /** The smallest plan that is found; the same plan if it does not fail, or if nothing smaller does. */
    SimulationPlan shrunk(SimulationPlan plan) {
        SimulationRun run = running.apply(plan);
        if (run.wrong().isEmpty()) {
            return plan;
        }
        String failure = kind(run);
        SimulationPlan least = plan;
        boolean found = true;
        while (found) {
            found = false;
            for (SimulationPlan smaller : smaller(least, run.faults())) {
                if (runs-- <= 0) {
                    return least;
                }
                SimulationRun next = running.apply(smaller);
                if (!next.wrong().isEmpty() && kind(next).equals(failure)) {
                    least = smaller;
                    run = next;
                    found = true;
                    break;
                }
            }
        }
        return least;
    }

    /** The first error without names and numbers. */
    private static String kind(SimulationRun run) {
        return Stream.of(run.wrong().get(0).split("[ :]+"))
                .filter(word -> word.matches("[a-zA-Z,]+"))
                .limit(3)
                .collect(Collectors.joining(" "));
    }

    /** Plans with less of something, those with much less first. */
    private static List<SimulationPlan> smaller(SimulationPlan plan, int faults) {
        List<SimulationPlan> all = new ArrayList<>();
        all.add(plan.withSeconds(plan.seconds() / 2));
        all.add(plan.withGuests(0));
        all.add(plan.withSessions(0));
        all.add(plan.withClients(plan.clients() / 2));
        all.add(plan.withNodes(1));
        all.add(plan.withNodes(plan.nodes() - 1));
        all.add(plan.withSessions(plan.sessions() - 1));
        all.add(plan.withClients(plan.clients() - 1));
        all.add(plan.withSeconds(plan.seconds() * 9 / 10));
        List<Integer> happen = IntStream.rangeClosed(1, faults)
                .filter(fault -> !plan.without().contains(fault))
                .boxed()
                .toList();
        for (int size = happen.size(); size > 0; size /= 2) {
            for (int from = 0; from < happen.size(); from += size) {
                TreeSet<Integer> without = new TreeSet<>(plan.without());
                without.addAll(happen.subList(from, Math.min(from + size, happen.size())));
                all.add(plan.without(without));
            }
        }
        all.removeIf(smaller ->
                smaller.equals(plan) || smaller.nodes() < 1 || smaller.sessions() < 0 || smaller.seconds() < 1);
        return all;
    }
}
