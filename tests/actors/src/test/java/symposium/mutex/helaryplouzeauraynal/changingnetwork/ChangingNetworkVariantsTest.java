package symposium.mutex.helaryplouzeauraynal.changingnetwork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.Golden;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.kernel.topology.Graph;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.helaryplouzeauraynal.Graphs;

/**
 * Each printed statement of section 7 that does not suffice is refuted by a shortest counterexample, kept in
 * {@code variants.txt}, which is written again only on purpose:
 * {@code mvn test -Dtest=ChangingNetworkVariantsTest -Dsymposium.golden=write}.
 */
class ChangingNetworkVariantsTest {

    private static final String GOLDEN = "symposium/mutex/helaryplouzeauraynal/changingnetwork/variants.txt";

    /** Where a variant is refuted: the graph, the holder, who asks, and what fails. */
    private record Instance(String graph, int holder, String askers, FaultBudget faults) {}

    private static final FaultBudget LINK = FaultBudget.NONE.withLinkFailures(1);
    private static final FaultBudget CRASH = FaultBudget.NONE.withCrashes(1);

    private static final List<Instance> INSTANCES = List.of(
            new Instance("square", 0, "1", LINK),
            new Instance("square", 0, "1", LINK),
            new Instance("triangle", 0, "12", CRASH),
            new Instance("triangle", 0, "012", LINK),
            new Instance("line of three", 0, "2", LINK.withLinkRecoveries(1)),
            new Instance("ring of five", 0, "02", CRASH),
            new Instance("triangle", 0, "01", CRASH),
            new Instance("triangle", 0, "01", CRASH),
            new Instance("triangle", 0, "01", CRASH),
            new Instance("square", 0, "2", CRASH),
            new Instance("pair", 0, "1", FaultBudget.NONE.withLeaves(1)),
            new Instance("triangle", 0, "1", CRASH));

    private static Model<ChangingNetwork.State, ChangingNetwork.Message, User, Input, Output> model(Instance instance) {
        Graph graph = Graphs.named(instance.graph());
        return Model.of(new ChangingNetwork.Entry(), start(instance))
                .withTopology(graph)
                .withChannels(Channels.FIFO)
                .withInitiators(Graphs.processes(instance.askers()))
                .withFaults(instance.faults());
    }

    private static Start start(Instance instance) {
        return Start.of(Graphs.named(instance.graph()).nodes().size(), instance.holder());
    }

    @Test
    @Tag("slow")
    void eachIsRefutedByTheCounterexampleThatIsKept() throws IOException {
        StringBuilder text = new StringBuilder();
        assertEquals(
                INSTANCES.size(),
                new ChangingNetwork.Entry().checks().variants(Start.of(2, 0)).size());
        for (int number = 0; number < INSTANCES.size(); number++) {
            Instance instance = INSTANCES.get(number);
            Variant<ChangingNetwork.State, ChangingNetwork.Message, Input, Output> variant = new ChangingNetwork.Entry()
                    .checks()
                    .variants(start(instance))
                    .get(number);
            Report report = Explorer.of(model(instance).withProtocol(variant.protocol()), Limits.WIDE)
                    .explore()
                    .report(false);
            assertTrue(report.violated().isPresent(), variant.name() + " is refuted");
            Property broken = report.violated().get();
            text.append(variant.name())
                    .append("\n  ")
                    .append(instance.graph())
                    .append(", the token at ")
                    .append(instance.holder())
                    .append(", asking: ")
                    .append(String.join(", ", instance.askers().split("")))
                    .append("\n  violated: ")
                    .append(broken.name())
                    .append('\n');
            for (TraceEvent occurrence : broken.trace()) {
                text.append("    ").append(occurrence).append('\n');
            }
            text.append('\n');
        }
        Golden.assertKept(GOLDEN, text.toString());
    }
}
