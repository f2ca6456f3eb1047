package symposium.kernel.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.topology.Shape;

/** Each change of a network is news once: to the network, and to each process. */
@Tag("fast")
class NetworkNewsTest {

    private static final ProcessId ZERO = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);
    private static final Pair ENDS = Pair.of(ZERO, ONE);

    private final NetworkState network = new NetworkState(Shape.LINE, List.of(ZERO, ONE, TWO));

    @Test
    void aLinkFailsAndRecoversOnce() {
        assertTrue(network.fail(ENDS));
        assertFalse(network.fail(ENDS));
        assertTrue(network.isDown(ENDS));
        assertTrue(network.notifyFailed(ZERO, ONE));
        assertFalse(network.notifyFailed(ZERO, ONE));
        assertFalse(network.isKnownDown(ENDS));
        assertTrue(network.notifyFailed(ONE, ZERO));
        assertTrue(network.isKnownDown(ENDS));
        assertFalse(network.notifyRecovered(ZERO, ONE), "it is down");

        assertTrue(network.recover(ENDS));
        assertFalse(network.recover(ENDS));
        assertFalse(network.isDown(ENDS));
        assertTrue(network.notifyRecovered(ZERO, ONE));
        assertFalse(network.notifyRecovered(ZERO, ONE));
        assertFalse(network.notifyFailed(ZERO, ONE), "it is up");
    }

    @Test
    void aProcessJoinsAndTheOthersHearOfItOnce() {
        ProcessId three = ProcessId.of(3);
        assertFalse(network.hasJoined(three));
        assertFalse(network.isLive(three));
        assertFalse(network.notifyJoined(ZERO, three));
        network.join(three);
        assertTrue(network.hasJoined(three));
        assertTrue(network.isLive(three));
        assertTrue(network.isNewTo(ZERO, three));
        assertFalse(network.knows(ZERO, three));
        assertTrue(network.notifyJoined(ZERO, three));
        assertFalse(network.notifyJoined(ZERO, three));
        assertTrue(network.knows(ZERO, three));
        assertTrue(network.knows(three, ZERO));
    }

    @Test
    void aProcessCrashesAndTheOthersHearOfItOnce() {
        network.crash(ONE);
        assertFalse(network.isLive(ONE));
        assertTrue(network.isGone(ONE));
        assertFalse(network.hasLeft(ONE));
        assertEquals(Sorted.set(List.of(ONE)), network.gone());
        assertTrue(network.notifyDeparted(ZERO, ONE));
        assertFalse(network.notifyDeparted(ZERO, ONE));
        assertTrue(network.knowsDeparted(ZERO, ONE));
        assertFalse(network.sends(ZERO, ONE));
        assertTrue(network.sends(TWO, ONE));
        assertFalse(network.notifyFailed(ZERO, ONE), "it has departed");
    }

    @Test
    void oneThatLeavesIsGoneToo() {
        network.leave(TWO);
        assertTrue(network.hasLeft(TWO));
        assertTrue(network.isGone(TWO));
        assertEquals(Set.of(TWO), network.left());
    }

    @Test
    void liveNeighboursAreLinkedWhetherTheirLinkIsUpOrNot() {
        assertTrue(network.isLinked(ENDS));
        assertFalse(network.isLinked(Pair.of(ZERO, TWO)), "a line");
        network.fail(ENDS);
        assertTrue(network.isLinked(ENDS));
        network.crash(ZERO);
        assertFalse(network.isLinked(ENDS));
        network.crash(ONE);
        assertFalse(network.isLinked(ENDS));
    }
}
