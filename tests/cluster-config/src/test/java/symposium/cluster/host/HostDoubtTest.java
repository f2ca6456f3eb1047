package symposium.cluster.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.helpers.NOPLogger;
import symposium.kernel.ProcessId;
import symposium.wire.WireMessage;
import symposium.wire.WireMessage.MembershipProbe;

/** A host that has stood still delays what users ask until a majority of three confirms that it is a member. */
class HostDoubtTest {

    private static final ProcessId SELF = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);
    private static final SortedSet<ProcessId> OTHERS = new TreeSet<>(Set.of(ONE, TWO));

    private final AtomicLong clock = new AtomicLong();
    private final StallCheck stalls = new StallCheck(Duration.ofMillis(400), List.of(clock::get));
    private final List<WireMessage> sent = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private int majority = 2;
    private final HostDoubt doubt = doubt(true);

    private HostDoubt doubt(boolean concerned) {
        return new HostDoubt(
                SELF, "resources", concerned, stalls, some -> some.size() >= majority, sent::add, NOPLogger.NOP_LOGGER);
    }

    private void standsStill(HostDoubt one) {
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(401));
        one.check(() -> OTHERS);
    }

    @Test
    void requestsWaitForAMajorityAndRunOnce() {
        standsStill(doubt);
        doubt.whenCertain(() -> asked.add("first"));
        assertEquals(List.of(), asked);
        doubt.confirmed(ONE, 0);
        assertEquals(List.of(), asked, "an answer to no probe");
        doubt.confirmed(ONE, 1);
        assertEquals(List.of("first"), asked);
        doubt.whenCertain(() -> asked.add("second"));

        standsStill(doubt);
        doubt.whenCertain(() -> asked.add("third"));
        doubt.confirmed(TWO, 2);
        assertEquals(List.of("first", "second", "third"), asked);
    }

    @Test
    void onlyThoseAreAskedAgainThatHaveNotConfirmed() {
        majority = 3;
        standsStill(doubt);
        doubt.confirmed(TWO, 1);
        doubt.probe(OTHERS);
        assertEquals(List.of(probe(ONE, 1), probe(TWO, 1), probe(ONE, 1)), sent);
    }

    /** As where the voters become fewer. */
    @Test
    void aSmallerMajoritySuffices() {
        majority = 3;
        standsStill(doubt);
        doubt.whenCertain(() -> asked.add("first"));
        doubt.confirmed(TWO, 1);
        sent.clear();
        majority = 2;
        doubt.probe(OTHERS);
        assertEquals(List.of("first"), asked);
        assertEquals(List.of(), sent);
    }

    @Test
    void aProcessThatNoChangeConcernsIsNeverInDoubt() {
        HostDoubt none = doubt(false);
        standsStill(none);
        none.whenCertain(() -> asked.add("first"));
        none.probe(OTHERS);
        assertEquals(List.of("first"), asked);
        assertEquals(List.of(), sent);
    }

    private static MembershipProbe probe(ProcessId other, long number) {
        return new MembershipProbe(SELF, other, number);
    }
}
