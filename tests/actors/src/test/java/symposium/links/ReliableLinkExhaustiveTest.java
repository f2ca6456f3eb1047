package symposium.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.Counterexamples;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.links.ReliableDelivery.Input;
import symposium.links.ReliableDelivery.Output;
import symposium.links.ReliableDelivery.User;
import symposium.links.ReliableLink.Message;
import symposium.links.ReliableLink.State;

/**
 * Every loss, duplication and reordering, without bound, over duplicating links; and over coalescing links, where what
 * arrives is gone and some messages are lost or arrive twice, that all is delivered in the end and sending stops.
 */
class ReliableLinkExhaustiveTest {

    private static Model<State, Frame<Message>, User, Input, Output> model(
            Algorithm<State, Frame<Message>, User, Input, Output> algorithm,
            int processes,
            int requests,
            String initiators,
            Channels channels,
            FaultBudget faults) {
        Set<ProcessId> asking = Arrays.stream(initiators.split(" "))
                .map(number -> ProcessId.of(Integer.parseInt(number)))
                .collect(Collectors.toSet());
        return Model.of(algorithm, Start.of(processes, 0))
                .withRequests(requests)
                .withInitiators(asking)
                .withChannels(channels)
                .withFaults(faults);
    }

    private static Report holds(Model<?, ?, ?, ?, ?> model, long states) {
        Report report = Explorer.check(model);
        assertTrue(report.complete());
        for (Property property : report.properties()) {
            assertEquals(Verdict.HOLDS, property.verdict(), property.toString());
            assertTrue(property.tested(), property.toString());
        }
        assertEquals(states, report.states());
        return report;
    }

    private static Set<String> silent(Report report) {
        return report.rules().entrySet().stream()
                .filter(rule -> rule.getValue() == 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @CsvSource({"2, 1, 0 1, 54", "2, 2, 0 1, 2216", "2, 3, 0 1, 22810", "3, 1, 0 1 2, 2399"})
    void overLinksThatLastWhateverTheNetworkDoes(int processes, int requests, String initiators, long states) {
        Model<State, Frame<Message>, User, Input, Output> model = model(
                new ReliableLink.Entry(), processes, requests, initiators, Channels.DUPLICATING, FaultBudget.NONE);
        Report report = holds(model, states);

        Set<String> silent = new TreeSet<>();
        new ReliableLink.Entry().unreachableRules(processes).forEach(rule -> silent.add(rule.label()));
        silent.addAll(List.of("neighbours"));
        silent.addAll(requests == 1 ? List.of("data.gap") : List.of());
        assertEquals(silent, silent(report));
    }

    @ParameterizedTest
    @CsvSource({"1, 0 1, 45719", "2, 0, 11273"})
    void overLinksThatFailAndRecoverWhateverTheNetworkDoes(int requests, String initiators, long states) {
        Report report = holds(
                model(
                        new ReliableLink.HandshakeEntry(),
                        2,
                        requests,
                        initiators,
                        Channels.DUPLICATING,
                        FaultBudget.NONE),
                states);
        Set<String> silent = new TreeSet<>(List.of("send.late", "resend.later", "begin", "neighbours"));
        silent.addAll(requests == 1 ? List.of("data.gap") : List.of());
        assertEquals(silent, silent(report));
    }

    @ParameterizedTest
    @CsvSource({"2, 0 1, 0, 0, 44528", "1, 0 1, 2, 2, 2768", "3, 0, 2, 2, 15411"})
    void overLinksThatLastAllIsDeliveredAndSendingStops(
            int requests, String initiators, int losses, int duplications, long states) {
        FaultBudget faults = FaultBudget.NONE.withLosses(losses).withDuplications(duplications);
        holds(model(new ReliableLink.Entry(), 2, requests, initiators, Channels.COALESCING, faults), states);
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 0, 0, 19413", "1, 0, 1, 1, 104927"})
    void overLinksThatFailAndRecoverAllIsDeliveredAndSendingStops(
            int requests, String initiators, int losses, int duplications, long states) {
        FaultBudget faults = FaultBudget.NONE.withLosses(losses).withDuplications(duplications);
        holds(model(new ReliableLink.HandshakeEntry(), 2, requests, initiators, Channels.COALESCING, faults), states);
    }

    /** A message that is not acknowledged is sent again at the third expiry; on a cluster at a later one. */
    @Test
    void patienceChangesNothing() {
        Model<State, Frame<Message>, User, Input, Output> model = model(
                new ReliableLink.Entry(),
                2,
                2,
                "0",
                Channels.COALESCING,
                FaultBudget.NONE.withLosses(2).withDuplications(1));
        Report report = holds(model.withProtocol(new ReliableLink(false, 3)), 3931);
        assertTrue(report.rules().get("resend.later") > 0);
    }

    /** Crashes at any moment; the others are notified at moments of their own. */
    @ParameterizedTest
    @CsvSource({"2, 2, 0 1, 2856", "3, 1, 0 1 2, 11309"})
    void afterACrashTheOthersWaitForNothing(int processes, int requests, String initiators, long states) {
        FaultBudget crash = FaultBudget.NONE.withCrashes(1);
        holds(model(new ReliableLink.Entry(), processes, requests, initiators, Channels.DUPLICATING, crash), states);
    }

    @Test
    void afterACrashTheOthersWaitForNothingWhereLinksFailAndRecover() {
        FaultBudget crash = FaultBudget.NONE.withCrashes(1);
        holds(model(new ReliableLink.HandshakeEntry(), 2, 1, "0 1", Channels.DUPLICATING, crash), 56477);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({"2, 4, 0 1, DUPLICATING, 0, 165660", "2, 2, 0 1, COALESCING, 1, 251462"})
    void moreOverLinksThatLast(
            int processes, int requests, String initiators, Channels channels, int faults, long states) {
        FaultBudget budget = FaultBudget.NONE.withLosses(faults).withDuplications(faults);
        holds(model(new ReliableLink.Entry(), processes, requests, initiators, channels, budget), states);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({"2, 3, 0, 234630", "3, 1, 0, 2439290"})
    void moreOverLinksThatFailAndRecover(int processes, int requests, String initiators, long states) {
        Report report = Explorer.of(
                        model(
                                new ReliableLink.HandshakeEntry(),
                                processes,
                                requests,
                                initiators,
                                Channels.DUPLICATING,
                                FaultBudget.NONE),
                        Limits.WIDE)
                .explore()
                .report(false);
        assertTrue(report.complete());
        assertEquals(Optional.empty(), report.violated());
        assertEquals(states, report.states());
    }

    /** Users that do not want their links any more, and may never want them again. */
    @Test
    void theEndThatClosesForGoodIsHeard() {
        Model<State, Frame<Message>, User, Input, Output> model = model(
                        new ReliableLink.HandshakeEntry(), 2, 1, "0 1", Channels.DUPLICATING, FaultBudget.NONE)
                .withProblem(new ForGood(ReliableDelivery.RECOVERING));
        holds(model, 45719);
        Mutation<State, Frame<Message>, Input, Output> silent = Mutation.silent();

        assertEquals(
                "no fair starvation in 11",
                Counterexamples.of(
                        model.withProtocol(silent.at(LinkRule.HANDSHAKE_CLOSED).of(new ReliableLink(true, 1)))));
        var saidOnce = new ReliableLink.HandshakeEntry()
                .checks().variants(Start.of(2, 0)).stream()
                        .filter(variant -> variant.name().equals("unwant is said once"))
                        .findFirst()
                        .orElseThrow();
        assertEquals(
                "no deadlock in 8",
                Counterexamples.of(model.withChannels(Channels.COALESCING)
                        .withInitiators(Set.of(ProcessId.of(0)))
                        .withFaults(FaultBudget.NONE.withLosses(1))
                        .withProtocol(saidOnce.protocol())));
    }
}
