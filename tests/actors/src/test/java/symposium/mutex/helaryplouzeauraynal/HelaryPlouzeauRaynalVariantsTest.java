package symposium.mutex.helaryplouzeauraynal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import symposium.Golden;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.kernel.Protocol;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.kernel.topology.Graph;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.simulation.Durations;
import symposium.simulation.Network;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/**
 * Each misprint and each planted fault is refuted by a shortest counterexample, on the first of some small instances
 * that shows it. The counterexamples are kept in {@code variants.txt}, which is written again only on purpose:
 * {@code mvn test -Dtest=HelaryPlouzeauRaynalVariantsTest -Dsymposium.golden=write}.
 */
class HelaryPlouzeauRaynalVariantsTest {

    private static final String GOLDEN = "symposium/mutex/helaryplouzeauraynal/variants.txt";

    /** A graph, how often each of those that ask does so, where the token starts, and who asks. */
    private record Instance(String graph, int requests, int holder, String askers) {
        @Override
        public String toString() {
            return graph + ", the token at " + holder + ", asking: " + String.join(", ", askers.split(""))
                    + (requests == 1 ? "" : ", " + requests + " times each");
        }
    }

    private static final List<Instance> INSTANCES = List.of(
            new Instance("pair", 1, 0, "01"),
            new Instance("pair", 2, 0, "01"),
            new Instance("line of three", 1, 0, "012"),
            new Instance("triangle", 1, 0, "012"),
            new Instance("line of three", 2, 0, "12"),
            new Instance("square", 1, 0, "12"),
            new Instance("banner", 1, 2, "0"),
            new Instance("banner with two tails", 1, 4, "0"));

    private record Refuting(String variant, Instance instance, Property broken) {}

    private static List<Variant<HelaryPlouzeauRaynal.State, HelaryPlouzeauRaynal.Message, Input, Output>> variants(
            Start start) {
        return new HelaryPlouzeauRaynal.Entry().checks().variants(start);
    }

    private static List<Refuting> refuted() {
        return java.util.stream.IntStream.range(0, variants(Start.of(2, 0)).size())
                .mapToObj(HelaryPlouzeauRaynalVariantsTest::refute)
                .toList();
    }

    private static Refuting refute(int number) {
        for (Instance instance : INSTANCES) {
            Graph graph = Graphs.named(instance.graph());
            Start start = Start.of(graph.nodes().size(), instance.holder());
            Variant<HelaryPlouzeauRaynal.State, HelaryPlouzeauRaynal.Message, Input, Output> variant =
                    variants(start).get(number);
            Report report = Explorer.of(
                            Model.of(new HelaryPlouzeauRaynal.Entry(), start)
                                    .withTopology(graph)
                                    .withRequests(instance.requests())
                                    .withInitiators(Graphs.processes(instance.askers()))
                                    .withInvariants(telling())
                                    .withProtocol(variant.protocol()),
                            Limits.WIDE)
                    .explore()
                    .report(false);
            if (report.violated().isPresent()) {
                return new Refuting(variant.name(), instance, report.violated().get());
            }
        }
        throw new AssertionError(variants(Start.of(2, 0)).get(number).name() + " is not refuted");
    }

    /** All laws but the one that only says that nothing is deleted: what comes of it tells more. */
    private static List<Invariant<HelaryPlouzeauRaynal.State, HelaryPlouzeauRaynal.Message, User>> telling() {
        return HelaryPlouzeauRaynalChecks.invariants().list().stream()
                .filter(invariant -> !invariant.name().equals(HelaryPlouzeauRaynalChecks.NOTHING_IS_DELETED))
                .toList();
    }

    @Test
    void eachIsRefutedByTheCounterexampleThatIsKept() throws IOException {
        StringBuilder text = new StringBuilder();
        for (Refuting refuting : refuted()) {
            text.append(refuting.variant())
                    .append("\n  ")
                    .append(refuting.instance())
                    .append("\n  violated: ")
                    .append(refuting.broken().name())
                    .append('\n');
            for (TraceEvent occurrence : refuting.broken().trace()) {
                text.append("    ").append(occurrence).append('\n');
            }
            text.append('\n');
        }
        Golden.assertKept(GOLDEN, text.toString());
    }

    // --- what the misprints do to users

    /**
     * With the name before the time, the one with the greatest name is passed over as long as two others go on asking.
     */
    @Test
    void theNameBeforeTheTimeStarves() {
        Start start = Start.of(5, 0);
        List<Long> right = entries(new HelaryPlouzeauRaynal.Entry().protocol(start), start);
        List<Long> printed = entries(variants(start).get(0).protocol(), start);

        assertTrue(right.stream().allMatch(entries -> entries > 300), right.toString());
        assertTrue(printed.get(4) < 5, printed.toString());
        assertTrue(printed.get(0) > 300, printed.toString());
    }

    private static List<Long> entries(
            Protocol<HelaryPlouzeauRaynal.State, HelaryPlouzeauRaynal.Message, Input, Output> protocol, Start start) {
        long[] entries = new long[5];
        Simulation.of(
                        protocol,
                        MutualExclusion.PROBLEM,
                        Network.of(Shape.COMPLETE, start.processes()),
                        Channels.UNORDERED,
                        Workload.<User, Input>busy(MutualExclusion.PROBLEM, Durations.exactly(1), Durations.exactly(2)))
                .withWatcher((time, occurrence) -> {
                    if (occurrence instanceof TraceEvent.Stepped step
                            && Set.of("enter.here", "token.own")
                                    .contains(step.rule().label())) {
                        entries[occurrence.process().number()]++;
                    }
                })
                .as(Run::new)
                .runUntilServed(2_000);
        return java.util.Arrays.stream(entries).boxed().toList();
    }
}
