package symposium.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.Address;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import symposium.checker.model.Verdict;
import symposium.demo.DemoController.Ending;
import symposium.demo.event.DemoEvent;
import symposium.demo.event.TokenRecovery;
import symposium.demo.script.DemoScript;
import symposium.kernel.ProcessId;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;
import symposium.service.member.MembershipView;

/** The endings of demos without a crash. */
class SharingControllerTest {

    private static final ProcessId ZERO = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);

    private final DemoScript ring = DemoScript.of("ewd851");
    private final SafetyMonitor monitor = new SafetyMonitor(ring);
    private final SharingController controller = controller(ring);

    private SharingController controller(DemoScript script) {
        Duration second = Duration.ofSeconds(1);
        DemoConfig config = new DemoConfig(
                script.algorithm(),
                Optional.empty(),
                2,
                1,
                second.multipliedBy(10),
                OptionalInt.empty(),
                DemoConfig.Death.NONE,
                new ThinkTimes(second, second),
                second.multipliedBy(90),
                Optional.empty());
        return new SharingController(
                config, script, monitor, dead -> {}, new VictimSelector(second, List.of()), () -> {});
    }

    @Test
    void aDemoInWhichNoProcessAteIsNotDecided() {
        formed();
        assertEnds(11, Verdict.UNDECIDED, "no process ate: nothing was checked");
    }

    @Test
    void aDemoInWhichAllWereServedHolds() {
        formed();
        eats(ZERO, 2, 1);
        eats(ONE, 3, 2);
        assertGoesOn(9);
        assertEnds(11, Verdict.HOLDS, "no two ate at once, no fence decreased: 2 grants, fences 1.1 to 1.2");
    }

    @Test
    void twoThatEatAtOnceAreAViolation() {
        formed();
        DemoEvent.Grant lock = new DemoEvent.Grant.OfLock(new Fence(1, 1));
        hear(2, new DemoEvent.Granted(ZERO, lock));
        hear(3, new DemoEvent.Granted(ONE, new DemoEvent.Grant.OfLock(new Fence(1, 2))));
        assertEnds(
                3,
                Verdict.VIOLATED,
                "at 3000 ms: lock has two holders: node 0 under fence 1.1 since 2000 ms, and node 1 under fence 1.2");
    }

    @Test
    void aProcessThatWaitsInVainIsAViolation() {
        formed();
        eats(ZERO, 1, 1);
        hear(4, requested(ONE));
        eats(ZERO, 8, 2);
        assertGoesOn(11);
        eats(ZERO, 30, 3);
        assertGoesOn(48);
        assertEnds(
                49,
                Verdict.VIOLATED,
                "process 1 has waited since 4.0 s and is not served, although no fault explains it");
    }

    @Test
    void aProcessThatIsServedLateHolds() {
        formed();
        eats(ZERO, 1, 1);
        hear(4, requested(ONE));
        assertGoesOn(11);
        eats(ONE, 20, 2);
        assertEnds(20, Verdict.HOLDS, "no two ate at once, no fence decreased: 2 grants, fences 1.1 to 1.2");
    }

    @Test
    void aProcessThatIsCutOffIsNotDecided() {
        formed();
        hear(4, requested(ONE));
        hear(5, seen(ONE, true));
        assertEnds(49, Verdict.UNDECIDED, "process 1 has waited since 4.0 s, and does not reach all others");
    }

    /** A token is lost, and the algorithm issues another by itself: it has some rounds of its detector to do so. */
    @Test
    void aTokenThatIsLostIsAwaited() {
        formed();
        hear(4, requested(ONE));
        hear(5, lost(TokenRecovery.WATCHER));
        assertGoesOn(50);
        eats(ONE, 60, 1);
        assertEnds(60, Verdict.HOLDS, "no two ate at once, no fence decreased: 1 grants, fences 1.1 to 1.1");
    }

    @Test
    void aTokenThatNothingBringsBackIsNoViolation() {
        formed();
        eats(ZERO, 1, 1);
        hear(4, requested(ONE));
        hear(5, lost(TokenRecovery.NOTHING));
        assertGoesOn(9);
        assertEnds(
                200,
                Verdict.HOLDS,
                "no two ate at once, no fence decreased: 1 grants, fences 1.1 to 1.1; the token is lost: "
                        + "no recovery, not even after a removal: there are no further grants");
    }

    private static DemoEvent lost(TokenRecovery recovery) {
        return new DemoEvent.TokenLost(ZERO, "the token is lost", Optional.of(recovery));
    }

    private void formed() {
        hear(0, seen(ZERO, false));
        hear(0, seen(ONE, false));
    }

    private static DemoEvent seen(ProcessId self, boolean cutOff) {
        SortedMap<ProcessId, Address> members = new TreeMap<>();
        Set.of(ZERO, ONE)
                .forEach(
                        each -> members.put(each, new Address("akka", "symposium", "127.0.0.1", 2551 + each.number())));
        return new DemoEvent.Seen(
                new MembershipView(self, Shape.RING, members, new TreeSet<>(), new TreeSet<>(), cutOff));
    }

    private void eats(ProcessId process, int at, long grant) {
        DemoEvent.Grant lock = new DemoEvent.Grant.OfLock(new Fence(1, grant));
        hear(at, new DemoEvent.Granted(process, lock));
        hear(at, new DemoEvent.Released(process, lock));
    }

    private void hear(int second, DemoEvent event) {
        monitor.on(Duration.ofSeconds(second), event);
        controller.on(Duration.ofSeconds(second), event);
    }

    private void assertGoesOn(int second) {
        assertEquals(Optional.empty(), controller.proceed(Duration.ofSeconds(second)));
    }

    private void assertEnds(int second, Verdict verdict, String why) {
        assertEquals(Optional.of(new Ending(verdict, why)), controller.proceed(Duration.ofSeconds(second)));
    }

    private static DemoEvent requested(ProcessId process) {
        return new DemoEvent.Requested(process, Collections.emptySortedSet());
    }
}
