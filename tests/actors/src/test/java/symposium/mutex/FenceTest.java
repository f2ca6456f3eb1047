package symposium.mutex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.suzukikasami.SuzukiKasami;

/** Fences are numbers, also after more grants than one generation has. */
@Tag("fast")
class FenceTest {

    private static final Fence LAST = new Fence(0, Fence.MOST_GRANTS);

    /** A count is carried into the generation 2,938 times in ten years, in which the clock adds 315 million. */
    private static final long TEN_YEARS = 10_000 * Duration.ofDays(3653).toSeconds();

    @Test
    void theFirstFenceOfAGenerationFollowsTheLastOfTheOneBefore() {
        assertEquals(new Fence(0, 8), new Fence(0, 7).nextOrCarry());
        assertEquals(new Fence(1, 1), LAST.nextOrCarry());
        assertTrue(LAST.nextOrCarry().number() > LAST.number());
        assertThrows(ArithmeticException.class, () -> LAST.next().number());
    }

    @Test
    void countsKeepTheirOrder() {
        assertEquals(new Fence(0, 1), Fence.counted(1));
        for (long count : List.of(1L, Fence.MOST_GRANTS - 1, Fence.MOST_GRANTS, 2 * Fence.MOST_GRANTS, TEN_YEARS)) {
            assertEquals(Fence.counted(count + 1), Fence.counted(count).nextOrCarry());
            assertTrue(Fence.counted(count).number() < Fence.counted(count + 1).number());
        }
    }

    @Test
    void tenYearsOfGrantsFitAndARestartByTheClockIsGreater() {
        long founded = Instant.parse("2036-01-01T00:00:00Z").getEpochSecond();
        Fence last = Fence.counted(TEN_YEARS);
        Fence raised = new Fence(founded + last.generation(), last.grant());
        Fence restarted = Fence.start(founded + Duration.ofDays(3653).toSeconds());
        assertTrue(raised.number() < restarted.number());
        assertTrue(last.generation() < TEN_YEARS / 10_000, "it is carried less often than once a second");
    }

    /** An algorithm that numbers its grants goes on after the last number of a generation. */
    @Test
    void anAlgorithmGoesOnAfterTheLastFenceOfAGeneration() {
        ProcessId self = ProcessId.of(0);
        Protocol<Fenced.State<SuzukiKasami.State>, Fenced.Message<SuzukiKasami.Message>, Input, Output> fenced =
                new Fenced<>(new SuzukiKasami.Entry().protocol(Start.of(1, 0)));
        Step<Fenced.State<SuzukiKasami.State>, Fenced.Message<SuzukiKasami.Message>, Output> step =
                fenced.step(fenced.initial(self, Neighbours.none()).withLatest(LAST), new Event.Input<>(Input.ENTER));
        assertEquals(List.of(new Effect.Output<>(new Output.Granted(new Fence(1, 1)))), step.effects());
    }
}
