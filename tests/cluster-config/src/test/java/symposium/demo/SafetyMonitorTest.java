package symposium.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import symposium.demo.event.DemoEvent;
import symposium.demo.script.DemoScript;
import symposium.kernel.ProcessId;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;
import symposium.service.member.MembershipView;
import symposium.service.participant.LeaderElection;

/** The monitor detects every violation of each problem, and reports no other. */
class SafetyMonitorTest {

    private static final ProcessId ZERO = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);

    @Test
    void consecutiveGrantsHold() {
        SafetyMonitor monitor =
                lock(eats(ZERO, 1, 1), sated(ZERO, 1, 1), eats(ONE, 1, 2), sated(ONE, 1, 2), eats(ZERO, 2, 1));
        assertEquals(Optional.empty(), monitor.violation());
        assertEquals("no two ate at once, no fence decreased: 3 grants, fences 1.1 to 2.1", monitor.verdict());
    }

    @Test
    void withoutFencesTheVerdictDoesNotMentionThem() {
        SafetyMonitor monitor = lock(eats(ZERO, 0, 0), sated(ZERO, 0, 0), eats(ONE, 0, 0));
        assertEquals("no two ate at once: 2 grants, without fences", monitor.verdict());
    }

    @Test
    void twoHoldersAtOnceAreDetectedInOneGenerationAndInTwo() {
        violated(
                "lock has two holders: node 0 under fence 1.1 since 0 ms, and node 1 under fence 1.2",
                lock(eats(ZERO, 1, 1), eats(ONE, 1, 2)));
        violated(
                "lock has two holders: node 0 under fence 1.1 since 0 ms, and node 1 under fence 2.1",
                lock(eats(ZERO, 1, 1), eats(ONE, 2, 1)));
        violated("lock has two holders: node 0 since 0 ms, and node 1", lock(eats(ZERO, 0, 0), eats(ONE, 0, 0)));
    }

    @Test
    void aSecondGrantToAHolderIsDetected() {
        violated(
                "lock has two holders: node 0 under fence 1.1 since 0 ms, and node 0 under fence 1.2",
                lock(eats(ZERO, 1, 1), eats(ZERO, 1, 2)));
    }

    /** Also where it has been asked for before the greater was granted. */
    @Test
    void aDecreasingFenceIsDetected() {
        violated(
                "node 1 has been granted lock under fence 1.7, and fence 2.1 had been granted before it asked",
                lock(asks(ONE), eats(ZERO, 2, 1), sated(ZERO, 2, 1), eats(ONE, 1, 7)));
    }

    @Test
    void aRepeatedFenceIsDetected() {
        assertEquals(
                "violated: at 0 ms: fence 2.1 of lock is granted again, to node 0",
                lock(eats(ZERO, 2, 1), sated(ZERO, 2, 1), eats(ZERO, 2, 1)).verdict());
    }

    @Test
    void aCrashedProcessAndOneThatLostItsGrantHoldNothing() {
        assertEquals(
                Optional.empty(),
                lock(
                                eats(ZERO, 1, 1),
                                new DemoEvent.Killed(ZERO),
                                eats(ONE, 2, 1),
                                new DemoEvent.Lost(ONE, new Fence(2, 1)),
                                eats(ONE, 3, 1))
                        .violation());
    }

    @Test
    void theCrashOfAnotherProcessEndsNoGrant() {
        violated(
                "lock has two holders: node 1 under fence 1.1 since 0 ms, and node 0 under fence 2.1",
                lock(eats(ONE, 1, 1), new DemoEvent.Killed(ZERO), eats(ZERO, 2, 1)));
    }

    /** One that sees no majority is cut off itself: what it takes others for does not count. */
    @Test
    void whatAProcessHasThatOthersTakeForDepartedDoesNotCount() {
        SafetyMonitor monitor = lock(eats(ZERO, 1, 1), departs(ZERO, ONE, false), eats(ONE, 2, 1), eats(ZERO, 1, 2));
        assertEquals("no two ate at once, no fence decreased: 2 grants, fences 1.1 to 2.1", monitor.verdict());
        violated(
                "lock has two holders: node 0 under fence 1.1 since 0 ms, and node 1 under fence 2.1",
                lock(eats(ZERO, 1, 1), departs(ZERO, ONE, true), eats(ONE, 2, 1)));
    }

    @Test
    void withoutAGrantNothingWasChecked() {
        assertEquals("no process ate: nothing was checked", lock().verdict());
        assertEquals("no process ate: nothing was checked", table().verdict());
        assertEquals(
                "no process took resources: nothing was checked", resources().verdict());
        assertEquals("no process led: nothing was checked", election().verdict());
        assertFalse(lock().checked());
    }

    @Test
    void disjointSetsMayBeHeldAtOnce() {
        SafetyMonitor monitor = resources(
                takes(ZERO, 1, 1, "a", "b"),
                takes(ONE, 1, 2, "c"),
                returns(ZERO, 1, 1, "a", "b"),
                takes(ZERO, 1, 3, "b"));
        assertEquals(Optional.empty(), monitor.violation());
        assertEquals(
                "no resource had two holders at once, the fences of each resource increased: 3 sets, 4 resources in"
                        + " them, at most 2 sets at the same time",
                monitor.verdict());
    }

    @Test
    void aResourceWithTwoHoldersIsDetected() {
        violated(
                "b has two holders: node 0 under fence 1.1 since 0 ms, and node 1 under fence 1.2",
                resources(takes(ZERO, 1, 1, "a", "b"), takes(ONE, 1, 2, "b", "c")));
    }

    /** Each resource has fences of its own: of two that are not shared, the lesser may come later. */
    @Test
    void aResourceTakenUnderASmallerFenceIsDetected() {
        assertEquals(
                Optional.empty(),
                resources(takes(ZERO, 1, 7, "a"), takes(ONE, 1, 3, "b")).violation());
        violated(
                "fence 1.7 of a is granted again, to node 1",
                resources(takes(ZERO, 1, 7, "a"), returns(ZERO, 1, 7, "a"), takes(ONE, 1, 7, "a")));
        violated(
                "node 1 has been granted a under fence 1.6, and fence 1.7 had been granted before it asked",
                resources(takes(ZERO, 1, 7, "a"), returns(ZERO, 1, 7, "a"), takes(ONE, 1, 6, "a")));
    }

    @Test
    void theResourcesOfTheCrashedProcessAreMissingUntilTaken() {
        SafetyMonitor monitor = resources(takes(ZERO, 1, 1, "a", "b"), new DemoEvent.Killed(ZERO));
        assertEquals(List.of("a", "b"), List.copyOf(monitor.missing()));
        monitor.on(Duration.ZERO, takes(ONE, 2, 1, "b", "c"));
        assertEquals(List.of("a"), List.copyOf(monitor.missing()));
        assertEquals(
                "no resource had two holders at once, the fences of each resource increased: 2 sets, 4 resources in"
                        + " them, at most 1 sets at the same time; crashed nodes held 2 resources, survivors acquired 1 of them",
                monitor.verdict());
    }

    /** Also where only one of them knows of the fork that they share. */
    @Test
    void neighboursEatingAtOnceAreDetected() {
        violated(
                "fork 0-1 has two holders: node 0 under fence 0.1 since 0 ms, and node 1 under fence 0.2",
                table(dines(ZERO, 1, ONE), dines(ONE, 2, ZERO)));
        violated(
                "fork 0-1 has two holders: node 0 under fence 0.1 since 0 ms, and node 1",
                table(dines(ZERO, 1, ONE), dines(ONE, 1, TWO)));
        violated(
                "fork 0-1 has two holders: node 1 since 0 ms, and node 0 under fence 0.1",
                table(dines(ONE, 1, TWO), dines(ZERO, 1, ONE)));
    }

    @Test
    void philosophersThatShareNoForkMayEatAtOnce() {
        SafetyMonitor monitor = table(dines(ZERO, 1, ONE), dines(TWO, 1, ONE));
        assertEquals(Optional.empty(), monitor.violation());
        assertEquals(
                "no two neighbours ate at once, the use numbers of every fork increased: 2 meals, 2 uses of forks, at most 2 ate"
                        + " at the same time",
                monitor.verdict());
    }

    @Test
    void aForkUsedUnderAnOlderNumberIsDetected() {
        DemoEvent.Grant first = new DemoEvent.Grant.OfForks(new TreeMap<>(Map.of(ONE, 2L)));
        violated(
                "node 1 has been granted fork 0-1 under fence 0.1, and fence 0.2 had been granted before it asked",
                table(dines(ZERO, 2, ONE), new DemoEvent.Released(ZERO, first), dines(ONE, 1, ZERO)));
    }

    @Test
    void consecutiveLeadersHold() {
        SafetyMonitor monitor =
                election(leads(ONE, 1, ONE), leads(ZERO, 1, ONE), new DemoEvent.Killed(ONE), leads(ZERO, 3, ZERO));
        assertEquals(
                "no term had two leaders, no two led at once, no term decreased: 2 elections, 3 notifications, terms 1 to 3",
                monitor.verdict());
    }

    @Test
    void twoLeadersAtOnceAreDetected() {
        violated(
                "the leadership has two holders: node 1 under fence 1.0 since 0 ms, and node 0 under fence 2.0",
                election(leads(ONE, 1, ONE), leads(ZERO, 2, ZERO)));
    }

    @Test
    void aLeaderThatHasBeenToldThatItDoesNotLeadIsNone() {
        assertEquals(
                Optional.empty(),
                election(leads(ONE, 1, ONE), leads(ONE, 2, ZERO), leads(ZERO, 2, ZERO))
                        .violation());
    }

    @Test
    void twoLeadersOfOneTermAreDetected() {
        violated(
                "term 1 has two leaders: node 1, and node 2 as node 0 learns",
                election(leads(TWO, 1, ONE), leads(ZERO, 1, TWO)));
    }

    @Test
    void aDecreasingTermAndARepeatedOneAreDetected() {
        violated("node 0 learns of term 1 after term 2", election(leads(ZERO, 2, ONE), leads(ZERO, 1, ONE)));
        violated("node 0 learns of term 2 after term 2", election(leads(ZERO, 2, ONE), leads(ZERO, 2, ONE)));
    }

    private static void violated(String what, SafetyMonitor monitor) {
        assertEquals(Optional.of("at 0 ms: " + what), monitor.violation());
    }

    private static DemoEvent dines(ProcessId process, long use, ProcessId neighbour) {
        return new DemoEvent.Granted(process, new DemoEvent.Grant.OfForks(new TreeMap<>(Map.of(neighbour, use))));
    }

    private static DemoEvent leads(ProcessId told, long term, ProcessId leader) {
        return new DemoEvent.News(told, new LeaderElection.Leads(term, leader, told.equals(leader)));
    }

    private static DemoEvent takes(ProcessId process, long generation, long grant, String... resources) {
        return new DemoEvent.Granted(process, set(generation, grant, resources));
    }

    private static DemoEvent returns(ProcessId process, long generation, long grant, String... resources) {
        return new DemoEvent.Released(process, set(generation, grant, resources));
    }

    private static DemoEvent.Grant set(long generation, long grant, String... resources) {
        return new DemoEvent.Grant.OfResources(new TreeSet<>(Set.of(resources)), new Fence(generation, grant));
    }

    private static SafetyMonitor lock(DemoEvent... events) {
        return heard("ewd851", events);
    }

    private static SafetyMonitor table(DemoEvent... events) {
        return heard("two-stage", events);
    }

    private static SafetyMonitor resources(DemoEvent... events) {
        return heard(DemoScript.TABLE, events);
    }

    private static SafetyMonitor election(DemoEvent... events) {
        return heard("bully", events);
    }

    private static SafetyMonitor heard(String algorithm, DemoEvent... events) {
        SafetyMonitor monitor = new SafetyMonitor(DemoScript.of(algorithm));
        List.of(events).forEach(event -> monitor.on(Duration.ZERO, event));
        return monitor;
    }

    private static DemoEvent asks(ProcessId process) {
        return new DemoEvent.Requested(process, new TreeSet<>());
    }

    private static DemoEvent eats(ProcessId process, long generation, long grant) {
        return new DemoEvent.Granted(process, new DemoEvent.Grant.OfLock(new Fence(generation, grant)));
    }

    private static DemoEvent sated(ProcessId process, long generation, long grant) {
        return new DemoEvent.Released(process, new DemoEvent.Grant.OfLock(new Fence(generation, grant)));
    }

    private static DemoEvent departs(ProcessId departed, ProcessId seenBy, boolean cutOff) {
        return new DemoEvent.Seen(new MembershipView(
                seenBy, Shape.RING, new TreeMap<>(), new TreeSet<>(), new TreeSet<>(Set.of(departed)), cutOff));
    }
}
