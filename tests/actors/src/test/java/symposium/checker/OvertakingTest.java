package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.Ewd851;

/** What is counted as overtaking, and what a transition is told as. */
@Tag("fast")
class OvertakingTest {

    private static Explorer<Ewd851.State, Ewd851.Message, User, Input, Output> ring(Limits limits) {
        return Explorer.of(Model.of(new Ewd851.Entry(), Start.of(3, 0)), limits).explore();
    }

    @Test
    void onlyWhatIsCountedCounts() {
        Explorer<Ewd851.State, Ewd851.Message, User, Input, Output> ring = ring(Models.FEW);

        assertEquals(OptionalInt.of(0), ring.overtaking(occurrence -> false));
        assertEquals(OptionalInt.of(2), ring.overtaking(occurrence -> by(occurrence, "t.0") || by(occurrence, "t.2")));
        assertEquals(OptionalInt.empty(), ring.overtaking(occurrence -> by(occurrence, "n.0")));
    }

    @Test
    void everyTransitionIsToldOnce() {
        Explorer<Ewd851.State, Ewd851.Message, User, Input, Output> ring = ring(Models.FEW);
        int[] told = new int[1];
        ring.forEachTransition((from, occurrence, to) -> told[0]++);

        assertEquals(ring.report(false).transitions(), told[0]);
    }

    @Test
    void ofAnUnfinishedExplorationNeitherIsKnown() {
        Explorer<Ewd851.State, Ewd851.Message, User, Input, Output> cut = ring(new Limits(1, Duration.ofMinutes(1)));

        assertThrows(IllegalStateException.class, () -> cut.overtaking(occurrence -> true));
        assertThrows(IllegalStateException.class, () -> cut.forEachTransition((from, occurrence, to) -> {}));
    }

    private static boolean by(TraceEvent occurrence, String rule) {
        return occurrence instanceof TraceEvent.Stepped stepped
                && stepped.rule().label().equals(rule);
    }
}
