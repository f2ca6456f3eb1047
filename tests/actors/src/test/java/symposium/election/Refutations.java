package symposium.election;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import symposium.Golden;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.kernel.topology.RelabelledTopology;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;

/**
 * The variants of an election, each refuted on the smallest network that shows it, by a shortest counterexample; and
 * what breaks over links that do not keep order. The counterexamples are kept in {@code variants.txt} beside the test,
 * which is written again only on purpose: with {@code -Dsymposium.golden=write}.
 */
public final class Refutations {

    private Refutations() {}

    /** A fault, the smallest network that shows it, what it breaks there and in how many steps. */
    private record Refutation(String variant, String network, String property, int steps) {
        @Override
        public String toString() {
            return variant + " | " + network + " | " + property + " | " + steps;
        }
    }

    private record Found(Refutation refutation, Property broken) {}

    /**
     * Every variant is refuted as expected, on networks of up to this number of processes, and the counterexamples are
     * as kept.
     *
     * @param expected a line for each: the variant, the network, what is violated, in how many steps; and one for links
     *     that do not keep order, if anything breaks without
     */
    public static <S, M> void assertRefuted(Algorithm<S, M, Voter, Call, Leader> algorithm, int most, String expected)
            throws IOException {
        List<Found> found = new ArrayList<>();
        int variants = algorithm.checks().variants(Start.of(1, 0)).size();
        for (int variant = 0; variant < variants; variant++) {
            found.add(refute(algorithm, variant, most));
        }
        if (algorithm.system().channels() == Channels.FIFO) {
            disordered(algorithm, most).ifPresent(found::add);
        }
        StringBuilder text = new StringBuilder();
        for (Found each : found) {
            text.append(each.refutation().variant())
                    .append("\n  ")
                    .append(each.refutation().network())
                    .append(", violated: ")
                    .append(each.refutation().property())
                    .append('\n');
            lines(text, each.broken().trace());
            if (!each.broken().cycle().isEmpty()) {
                text.append("  and then for ever\n");
                lines(text, each.broken().cycle());
            }
            text.append('\n');
        }
        String golden = algorithm.getClass().getPackageName().replace('.', '/') + "/variants.txt";
        Golden.assertKept(golden, text.toString());
        assertEquals(
                expected.strip(),
                found.stream().map(each -> each.refutation().toString()).collect(Collectors.joining("\n")));
    }

    private static void lines(StringBuilder text, List<TraceEvent> way) {
        way.forEach(occurrence -> text.append("    ").append(occurrence).append('\n'));
    }

    private static <S, M> Found refute(Algorithm<S, M, Voter, Call, Leader> algorithm, int number, int most) {
        String name = algorithm.checks().variants(Start.of(1, 0)).get(number).name();
        for (int processes = 1; processes <= most; processes++) {
            Start start = Start.of(processes, 0);
            Variant<S, M, Call, Leader> variant =
                    algorithm.checks().variants(start).get(number);
            Optional<Found> found = shortest(
                    name, processes, algorithm, Model.of(algorithm, start).withProtocol(variant.protocol()));
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw new AssertionError(name + " is not refuted on networks of up to " + most);
    }

    private static <S, M> Optional<Found> disordered(Algorithm<S, M, Voter, Call, Leader> algorithm, int most) {
        for (int processes = 1; processes <= most; processes++) {
            Optional<Found> found = shortest(
                    "links that do not keep order",
                    processes,
                    algorithm,
                    Model.of(algorithm, Start.of(processes, 0)).withChannels(Channels.UNORDERED));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** On all networks of that size, the first with a shortest counterexample. */
    private static <S, M> Optional<Found> shortest(
            String name,
            int processes,
            Algorithm<S, M, Voter, Call, Leader> algorithm,
            Model<S, M, Voter, Call, Leader> model) {
        FaultBudget faults = algorithm.system().tolerates() == MembershipTolerance.NO_CHANGE
                ? FaultBudget.NONE
                : FaultBudget.NONE.withCrashes(1);
        Found best = null;
        for (Topology topology : networks(algorithm, processes)) {
            Optional<Property> broken = Explorer.check(
                            model.withTopology(topology).withRequests(1).withFaults(faults))
                    .violated();
            if (broken.isPresent()
                    && (best == null
                            || broken.get().trace().size() < best.refutation().steps())) {
                best = new Found(
                        new Refutation(
                                name,
                                named(topology, processes),
                                broken.get().name(),
                                broken.get().trace().size()),
                        broken.get());
            }
        }
        return Optional.ofNullable(best);
    }

    /** How many there are, or in which order they sit. */
    private static String named(Topology topology, int processes) {
        return topology + ":"
                + (topology instanceof RelabelledTopology seating
                        ? seating.seated().stream().map(ProcessId::toString).collect(Collectors.joining(","))
                        : Integer.toString(processes));
    }

    private static List<? extends Topology> networks(Algorithm<?, ?, ?, ?, ?> algorithm, int processes) {
        return algorithm.system().topologies().get(0) == Shape.RING
                ? Arrangements.rings(processes)
                : List.of(Shape.COMPLETE);
    }
}
