package symposium.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
import symposium.checker.model.Verdict;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Start;
import symposium.links.ReliableDelivery.Input;
import symposium.links.ReliableDelivery.Output;
import symposium.links.ReliableDelivery.User;

/** From any moment on, all that is sent to a process the usual way may be lost; and to both. */
@Tag("fast")
class LostWayTest {

    /** @param asking how many of the two processes ask */
    private static Model<LostWay.State, LostWay.Message, User, Input, Output> model(
            boolean recovering, int requests, int asking, int losses) {
        return Model.of(new LostWay.Entry(recovering), Start.of(2, 0))
                .withRequests(requests)
                .withInitiators(
                        IntStream.range(0, asking).mapToObj(ProcessId::of).collect(Collectors.toSet()))
                .withFaults(FaultBudget.NONE.withLosses(losses));
    }

    /** The rules of frames that come in another order, or twice, need more messages and faults. */
    @ParameterizedTest
    @CsvSource({"false, 1, 1, 0, 760", "false, 1, 1, 1, 1700", "false, 2, 1, 0, 31974", "false, 1, 2, 0, 77141"})
    void aSilentProcessIsHeardByTheOtherWay(boolean recovering, int requests, int asking, int losses, long states) {
        Report report = Explorer.check(model(recovering, requests, asking, losses));
        assertTrue(report.complete());
        for (Property property : report.properties()) {
            assertEquals(Verdict.HOLDS, property.verdict(), property.toString());
            assertTrue(property.tested(), property.toString());
        }
        for (LostWay.Rule rule : LostWay.Rule.values()) {
            assertTrue(report.rules().get(rule.label()) > 0, rule.label());
        }
        assertEquals(states, report.states());
    }

    @Test
    @Tag("exhaustive")
    void aSilentProcessIsHeardByTheOtherWayWhereLinksFailAndRecover() {
        aSilentProcessIsHeardByTheOtherWay(true, 1, 1, 0, 16_493_220);
    }

    /** As it was: the frames that are sent again go the way on which all is lost. */
    @Test
    void withoutAnotherWayAUserWaitsForEver() {
        Mutation<LostWay.State, LostWay.Message, Input, Output> noOtherWay =
                Mutation.next(p -> p.withSilent(Sorted.set()));
        assertEquals(
                "no fair starvation in 7",
                Counterexamples.of(model(false, 1, 1, 0)
                        .withProtocol(noOtherWay.at(LostWay.Rule.SILENT).of(new LostWay(false)))));
    }

    /** What the first sends the second way arrives, and the acknowledgement is lost on the usual one. */
    @Test
    void oneThatIsNotToldThatItIsNotHeardAnswersInVain() {
        Mutation<LostWay.State, LostWay.Message, Input, Output> nothing = Mutation.next((before, p) -> before);
        assertEquals(
                "no fair starvation in 7",
                Counterexamples.of(model(false, 1, 1, 0)
                        .withProtocol(nothing.at(LostWay.Rule.UNHEARD).of(new LostWay(false)))));
    }
}
