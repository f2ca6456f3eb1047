package symposium.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.Counterexamples;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.links.ReliableDelivery.Input;
import symposium.links.ReliableDelivery.Output;
import symposium.links.ReliableDelivery.User;
import symposium.links.ReliableLink.Message;
import symposium.links.ReliableLink.Rule;
import symposium.links.ReliableLink.State;

/**
 * A process crashes at any moment and returns at any later one, as another incarnation of its number, with a link of
 * its own.
 */
@Tag("fast")
class ReturnTest {

    private static final ProcessId STAYS = ProcessId.of(0);
    private static final ProcessId CRASHES = ProcessId.of(1);
    private static final ProcessId RETURNS = new ProcessId(1, 1);

    private static Model<State, Frame<Message>, User, Input, Output> model(
            Algorithm<State, Frame<Message>, User, Input, Output> algorithm, int requests) {
        SortedSet<ProcessId> everyone = new TreeSet<>(List.of(STAYS, CRASHES, RETURNS));
        return Model.of(algorithm, Start.of(2, 0))
                .among(everyone)
                .withArriving(Set.of(RETURNS))
                .withRequests(requests)
                .withFaults(FaultBudget.NONE.withCrashes(1).withJoins(1));
    }

    @ParameterizedTest
    @CsvSource({"1, DUPLICATING, 330", "2, DUPLICATING, 9322", "1, COALESCING, 964"})
    void overLinksThatLast(int requests, Channels channels, long states) {
        holds(model(new ReliableLink.Entry(), requests).withChannels(channels), states);
    }

    @ParameterizedTest
    @CsvSource({"1, DUPLICATING, 2484", "2, DUPLICATING, 43923", "1, COALESCING, 61209"})
    void overLinksThatFailAndRecover(int requests, Channels channels, long states) {
        holds(
                model(new ReliableLink.HandshakeEntry(), requests)
                        .withChannels(channels)
                        .withInitiators(Set.of(STAYS)),
                states);
    }

    private static void holds(Model<?, ?, ?, ?, ?> model, long states) {
        Report report = Explorer.check(model);
        assertTrue(report.complete());
        assertEquals(Optional.empty(), report.violated(), report.toString());
        for (Property property : report.properties()) {
            assertTrue(property.tested(), property.toString());
        }
        assertEquals(states, report.states());
    }

    /** The numbers of a former incarnation of a process mean nothing to the new one. */
    @Test
    void theNumbersOfTheFormerIncarnationWillNotDo() {
        assertEquals(
                "what is acknowledged has been delivered in 16",
                refuted(model(new ReliableLink.Entry(), 1), new ReliableLink(false, 1)));
    }

    private static String refuted(Model<State, Frame<Message>, User, Input, Output> model, ReliableLink original) {
        Mutation<State, Frame<Message>, Input, Output> keepsTheNumbers = Mutation.next(ReturnTest::keepsTheNumbers);
        return Counterexamples.of(model.withInvariants(List.of())
                .withProtocol(keepsTheNumbers.at(Rule.NEIGHBOURS).of(original)));
    }

    /** The end of the link with the process that has crashed waits, with its numbers, for one of the same number. */
    private static State keepsTheNumbers(State before, State p) {
        SortedMap<ProcessId, LinkEnd<Message>> links = new TreeMap<>(p.links());
        LinkEnd<Message> former = before.links().get(CRASHES);
        if (links.containsKey(RETURNS)) {
            links.computeIfPresent(CRASHES, (same, kept) -> null);
            links.computeIfPresent(RETURNS, (same, fresh) -> former == null ? fresh : former);
        } else if (former != null) {
            links.put(CRASHES, former.with(end -> end.unacknowledged(List.of()).owesAck(false)));
        }
        return p.withLinks(Sorted.map(links));
    }
}
