package symposium.mutex.helaryplouzeauraynal.changingnetwork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.checker.Explorer;
import symposium.checker.ProblemDecorator;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Graph;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.helaryplouzeauraynal.Graphs;

/**
 * Section 7, every interleaving: links and processes that fail at any moment, come back, come and leave. Each user asks
 * once.
 */
@Tag("slow")
class ChangingNetworkExhaustiveTest {

    private static Model<ChangingNetwork.State, ChangingNetwork.Message, User, Input, Output> model(
            String graph, int holder, String askers) {
        Graph drawn = Graphs.named(graph);
        return Model.of(new ChangingNetwork.Entry(), Start.of(drawn.nodes().size(), holder))
                .withTopology(drawn)
                .withChannels(Channels.FIFO)
                .withInitiators(Graphs.processes(askers));
    }

    private static Report holds(Model<ChangingNetwork.State, ChangingNetwork.Message, User, Input, Output> model) {
        Report report = Explorer.check(model);
        assertTrue(report.complete());
        for (Property property : report.properties()) {
            assertEquals(Verdict.HOLDS, property.verdict(), property + "\n" + property.trace());
        }
        assertTrue(report.rules().get("enter.here") + report.rules().get("token.own") > 0);
        return report;
    }

    private static void fired(Report report, String... rules) {
        for (String rule : rules) {
            assertTrue(report.rules().get(rule) > 0, rule + " fires, in " + report.rules());
        }
    }

    // --- nothing fails

    @ParameterizedTest
    @ValueSource(
            strings = {"line of three", "triangle", "line of four", "star", "square", "paw", "diamond", "complete"})
    void withoutFaultsEveryRequestIsServed(String graph) {
        int nodes = Graphs.named(graph).nodes().size();
        for (Set<ProcessId> askers : Graphs.choices(2, nodes)) {
            Model<ChangingNetwork.State, ChangingNetwork.Message, User, Input, Output> model =
                    model(graph, 0, "0").withInitiators(askers);
            holds(model);
            holds(model.withChannels(Channels.UNORDERED));
        }
    }

    // --- 7.1.1: one link fails

    @ParameterizedTest
    @CsvSource({"triangle, 0, 12, 159522", "square, 0, 2, 15283", "square, 0, 1, 0", "diamond, 0, 3, 69383"})
    void aLinkFailsAtAnyMoment(String graph, int holder, String askers, long states) {
        Report report = holds(model(graph, holder, askers).withFaults(FaultBudget.NONE.withLinkFailures(1)));

        fired(report, "7.1.1 undeliverable", "7.1.1 links", "alarm");
        if (states > 0) {
            assertEquals(states, report.states());
        }
    }

    @Test
    void aNodeThatCannotPassTheTokenOnBecomesItsOwner() {
        fired(holds(model("square", 0, "2").withFaults(FaultBudget.NONE.withLinkFailures(1))), "token.stuck");
    }

    @ParameterizedTest
    @CsvSource({"line of three, 0, 2", "line of three, 1, 02", "triangle, 0, 1"})
    void aLinkFailsAndRecovers(String graph, int holder, String askers) {
        fired(
                holds(model(graph, holder, askers)
                        .withFaults(FaultBudget.NONE.withLinkFailures(1).withLinkRecoveries(1))),
                "7.1.1 undeliverable",
                "7.1.1 links");
    }

    // --- 7.1.2: a process fails

    @ParameterizedTest
    @CsvSource({"triangle, 0, 12", "square, 0, 2"})
    void aProcessCrashesAtAnyMoment(String graph, int holder, String askers) {
        Report report = holds(model(graph, holder, askers).withFaults(FaultBudget.NONE.withCrashes(1)));

        fired(report, "7.1.2 departure", "census.promise", "7.1.2 regeneration", "token.old", "census.critical");
    }

    // --- a partition: of each epoch one

    /** All but the laws that speak of one token at all. */
    private static List<Invariant<ChangingNetwork.State, ChangingNetwork.Message, User>> perEpoch() {
        return ChangingNetworkChecks.perEpoch().list();
    }

    @ParameterizedTest
    @CsvSource({"0, 01", "0, 12", "1, 01"})
    void whereTheHolderIsCutOffThereIsOneTokenOfEachEpoch(String side, String askers) {
        Report report = holds(model("triangle", 0, askers)
                .withFaults(FaultBudget.NONE.withPartition(Graphs.processes(side)))
                .withProblem(ProblemDecorator.patient(MutualExclusion.UNDER_SUSPICION))
                .withInvariants(perEpoch()));

        fired(report, "7.1.1 cut off", "7.1.2 regeneration");
    }

    @Test
    void theMajorityGoesOnWithoutTheHolder() {
        holds(model("triangle", 0, "12")
                .withFaults(FaultBudget.NONE.withPartition(Graphs.processes("0")))
                .withProblem(MutualExclusion.UNDER_SUSPICION)
                .withInvariants(perEpoch()));
    }

    // --- 7.2: reconfiguration

    @Test
    void aProcessIsAskedToLeaveAtAnyMoment() {
        Report report = holds(model("triangle", 0, "01").withFaults(FaultBudget.NONE.withLeaves(1)));

        fired(report, "7.2 leave", "7.2 handover", "7.2 later", "token.rests");
    }

    @ParameterizedTest
    @CsvSource({"triangle, 12", "square, 2"})
    void aProcessComesAtAnyMoment(String graph, String askers) {
        holds(model(graph, 0, askers).withArriving(Graphs.processes("2")).withFaults(FaultBudget.NONE.withJoins(1)));
    }

    @Test
    void aNetworkFormsWithoutAnyToken() {
        Start start = Start.of(2, 0);
        Report report = holds(model("pair", 0, "01")
                .withProtocol(new ChangingNetwork.Entry().withDynamicMembership(start, 0))
                .startingCutOff());

        fired(report, "7.1.2 regeneration", "enter.here");
    }

    // --- longer explorations

    @Tag("exhaustive")
    @Test
    void aNetworkOfThreeFormsWithoutAnyToken() {
        holds(model("triangle", 0, "1")
                .withProtocol(new ChangingNetwork.Entry().withDynamicMembership(Start.of(3, 0), 0))
                .startingCutOff());
    }

    @Tag("exhaustive")
    @Test
    void aLinkOfTheSquareFailsAndRecovers() {
        holds(model("square", 0, "2")
                .withFaults(FaultBudget.NONE.withLinkFailures(1).withLinkRecoveries(1)));
    }

    @Tag("exhaustive")
    @Test
    void aProcessOfTheTriangleCrashesWhileAllAsk() {
        holds(model("triangle", 0, "012").withFaults(FaultBudget.NONE.withCrashes(1)));
    }

    @Tag("exhaustive")
    @Test
    void aProcessOfTheTriangleCrashesOverUnorderedLinks() {
        holds(model("triangle", 0, "12").withChannels(Channels.UNORDERED).withFaults(FaultBudget.NONE.withCrashes(1)));
    }
}
