package symposium.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.privileges.PrivilegeMessage;
import symposium.arbitration.privileges.PrivilegeState;
import symposium.arbitration.privileges.Privileges;
import symposium.arbitration.resources.ResourceSharing;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.checker.Counterexamples;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.composition.ewd851misra.Ewd851Misra;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.links.LinkEnds.EndsStep;
import symposium.links.LinkEnds.Told;
import symposium.links.LinkedProtocol.State;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.helaryplouzeauraynal.changingnetwork.ChangingNetwork;
import symposium.mutex.suzukikasami.census.SuzukiKasamiCensus;

/**
 * Algorithms over the reliable links of a cluster, with every interleaving of frames, acknowledgements and resending.
 * Over duplicating links every loss, duplication and reordering is admitted; over coalescing links some frames are lost
 * or arrive twice, and what is needed is sent again.
 */
@Tag("fast")
class LinkedProtocolTest {

    private static final ProcessId HERE = ProcessId.of(0);
    private static final String STARVATION = Scenario.NO_STARVATION;
    private static final Limits LIMITS = new Limits(3_000_000, Limits.WIDE.time());

    private static <S, M, U, I, O> Model<State<S, M, I, O>, Frame<Payload<M>>, U, I, O> model(
            Algorithm<State<S, M, I, O>, Frame<Payload<M>>, U, I, O> algorithm,
            int quorum,
            int requests,
            int... asking) {
        Set<ProcessId> initiators = new TreeSet<>();
        for (int each : asking) {
            initiators.add(ProcessId.of(each));
        }
        return Model.of(algorithm, new Start(Start.of(2, 0).processes(), HERE, quorum))
                .withRequests(requests)
                .withInitiators(initiators);
    }

    private static void holds(Model<?, ?, ?, ?, ?> model, long states, String... notJudged) {
        Report report = Explorer.of(model, LIMITS).explore().report(notJudged.length == 0);
        assertTrue(report.complete());
        for (Property property : report.properties()) {
            if (!List.of(notJudged).contains(property.name())) {
                assertEquals(Verdict.HOLDS, property.verdict(), property.toString());
            }
        }
        assertEquals(states, report.states());
    }

    private static String refuted(Model<?, ?, ?, ?, ?> model) {
        return Counterexamples.of(model, LIMITS);
    }

    private static Model<?, ?, ?, ?, ?> census(int quorum, int... asking) {
        return model(LinkedFamily.over(new SuzukiKasamiCensus.Entry()), quorum, 1, asking);
    }

    @Test
    void suzukiKasamiCensusOverLinksThatLast() {
        holds(census(2, 0, 1), 1177);
        holds(census(1, 0, 1).withFaults(FaultBudget.NONE.withCrashes(1)), 1436);
        FaultBudget faults = FaultBudget.NONE.withLosses(1).withDuplications(1);
        holds(census(2, 1).withChannels(Channels.COALESCING).withFaults(faults), 1761);
    }

    @Test
    void ewd851MisraOverLinksThatLast() {
        holds(model(LinkedFamily.over(new Ewd851Misra.Entry()), 2, 1, 1), 5251);
    }

    @Test
    void resourcesOverLinksThatFailAndRecover() {
        holds(resources(1, new OfResources(Set.of())), 4620);
        holds(resources(0, new OfResources(Set.of(HERE))), 17145);
    }

    /** The token is handed over by a frame, which may be lost. */
    @Test
    void aProcessHasLeftOnceWhatItHandsOverHasArrived() {
        holds(leaving(1, new OfChangingNetwork()), 2192);
        holds(
                leaving(0, new OfChangingNetwork())
                        .withFaults(FaultBudget.NONE.withLeaves(1).withLosses(1)),
                36);
    }

    @Test
    void aProcessThatLeavesAtOnceTakesTheTokenAlong() {
        assertEquals(
                "when a process has left, all that it has sent to those that it reaches has arrived in 3",
                refuted(leaving(1, new OfChangingNetwork() {
                    @Override
                    boolean settled(State<ChangingNetwork.State, ChangingNetwork.Message, Input, Output> p) {
                        return true;
                    }
                })));
    }

    @Test
    void aProcessMustHearOfTheEndOfAnIncarnation() {
        assertEquals("no fair starvation in 29", refuted(resources(1, new OfResources(Set.of(HERE)) {
            @Override
            EndsStep<PrivilegeMessage> taken(
                    State<PrivilegeState, PrivilegeMessage, Request, Grant> p, EndsStep<PrivilegeMessage> step) {
                Optional<Told> told = p.links().told();
                return step.change()
                                .filter(change -> change.told().neighbours().isEmpty())
                                .isPresent()
                        ? new EndsStep<>(
                                step.rule(),
                                step.next().withTold(told),
                                step.frames(),
                                Optional.empty(),
                                step.delivered())
                        : step;
            }
        })));
    }

    /** The process goes on sending in the first incarnation. */
    @Test
    void aProcessMustSendInTheIncarnationOfWhichItWasToldLast() {
        LinkIncarnation first = new LinkIncarnation(1, 1);
        assertEquals("no fair starvation in 16", refuted(resources(1, new OfResources(Set.of(HERE)) {
            @Override
            EndsStep<PrivilegeMessage> taken(
                    State<PrivilegeState, PrivilegeMessage, Request, Grant> p, EndsStep<PrivilegeMessage> step) {
                return new EndsStep<>(
                        step.rule(),
                        step.next()
                                .withTold(step.next()
                                        .told()
                                        .map(told -> new Told(
                                                told.neighbours(),
                                                told.departed(),
                                                Sorted.map(told.incarnations().keySet().stream()
                                                        .collect(Collectors.toMap(other -> other, other -> first)))))),
                        step.frames(),
                        step.change(),
                        step.delivered());
            }
        })));
    }

    @Test
    @Tag("exhaustive")
    void more() {
        holds(census(2, 0, 1).withChannels(Channels.COALESCING), 30049);
        holds(resources(1, new OfResources(Set.of(HERE))), 1240416, STARVATION);
        holds(resources(1, new OfResources(Set.of(ProcessId.of(1)))), 825330, STARVATION);
        // Pong may have stopped before the crash, for each timer expires once: only safety is judged.
        Model<?, ?, ?, ?, ?> ring = model(LinkedFamily.over(new Ewd851Misra.Entry()), 1, 1, 1);
        holds(ring.withFaults(FaultBudget.NONE.withCrashes(1)), 12434, STARVATION);
    }

    /** One set of one resource. */
    private static Model<?, ?, ?, ?, ?> resources(int requests, OfResources protocol) {
        ResourceSharing problem = new ResourceSharing(List.of(Set.of("a")), 1);
        return model(LinkedFamily.over(new Privileges.Entry(problem)), 2, requests, 1)
                .withProtocol(protocol);
    }

    private static Model<?, ?, ?, ?, ?> leaving(int requests, OfChangingNetwork protocol) {
        return model(LinkedFamily.over(new ChangingNetwork.Entry(), false), 1, requests, 1)
                .withChannels(Channels.COALESCING)
                .withFaults(FaultBudget.NONE.withLeaves(1))
                .withProtocol(protocol);
    }

    private static class OfResources extends LinkedProtocol<PrivilegeState, PrivilegeMessage, Request, Grant> {
        OfResources(Set<ProcessId> suspecting) {
            super(new Privileges.Entry().withDynamicMembership(Start.of(2, 0), 0), true, suspecting);
        }
    }

    private static class OfChangingNetwork
            extends LinkedProtocol<ChangingNetwork.State, ChangingNetwork.Message, Input, Output> {
        OfChangingNetwork() {
            super(
                    new ChangingNetwork.Entry()
                            .protocol(new Start(Start.of(2, 0).processes(), HERE, 1)),
                    false,
                    Set.of());
        }
    }
}
