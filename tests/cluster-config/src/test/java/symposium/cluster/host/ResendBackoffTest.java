package symposium.cluster.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import symposium.kernel.ProcessId;

class ResendBackoffTest {

    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);

    private final ResendBackoff backoff = new ResendBackoff();

    private List<Integer> waits(int resends) {
        return IntStream.range(0, resends)
                .map(resend -> {
                    int wait = backoff.wait(ONE);
                    backoff.resent(ONE);
                    return wait;
                })
                .boxed()
                .toList();
    }

    @Test
    void aProcessThatDoesNotAnswerIsSentToLessAndLessOften() {
        assertEquals(List.of(5, 10, 20, 20), waits(4));
        assertEquals(5, backoff.wait(TWO));
    }

    @Test
    void anAcknowledgementMakesTheWaitShort() {
        waits(3);
        backoff.acknowledged(ONE);
        assertEquals(ResendBackoff.FIRST, backoff.wait(ONE));
    }

    @Test
    void aProcessThatIsReachedAgainIsNotWaitedForAnyLonger() {
        waits(3);
        backoff.reached(Set.of(ONE));
        assertEquals(ResendBackoff.FIRST, backoff.wait(ONE));
    }

    /** A process that has crashed is sent to in vain until it has departed. */
    @Test
    void nothingIsKeptOfAProcessThatHasDeparted() {
        waits(3);
        backoff.departed(Set.of(ONE, TWO));
        assertEquals(Set.of(), backoff.known());
    }
}
