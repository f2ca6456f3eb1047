package symposium.demo.monitor;

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
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;
import symposium.service.participant.LeaderElection;

/** The monitors detect every violation, and report no other. */
class SafetyMonitorTest {

    private static final ProcessId ZERO = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);

    @Test
    void consecutiveGrantsHold() {
        SafetyMonitor<?> monitor =
                lock(eats(ZERO, 1, 1), sated(ZERO, 1, 1), eats(ONE, 1, 2), sated(ONE, 1, 2), eats(ZERO, 2, 1));
        assertEquals(Optional.empty(), monitor.violation());
        assertEquals("no two ate at once, no fence went back: 3 grants, fences 1.1 to 2.1", monitor.verdict());
    }

    @Test
    void withoutFencesTheVerdictDoesNotMentionThem() {
        SafetyMonitor<?> monitor = lock(eats(ZERO, 0, 0), sated(ZERO, 0, 0), eats(ONE, 0, 0));
        assertEquals("no two ate at once: 2 grants, without fences", monitor.verdict());
    }

    @Test
    void twoHoldersAtOnceAreDetected() {
        assertEquals(
                Optional.of("process 1 eats under fence 2.1 while process 0 eats"),
                lock(eats(ZERO, 1, 1), eats(ONE, 2, 1)).violation());
    }

    @Test
    void aDecreasingFenceIsDetected() {
        assertEquals(
                Optional.of(
                        "refuted: \"a grant carries a greater fence than all grants before it\"; process 1 is granted 1.7 after 2.1"),
                lock(eats(ZERO, 2, 1), sated(ZERO, 2, 1), eats(ONE, 1, 7)).violation());
    }

    @Test
    void aRepeatedFenceIsDetected() {
        assertEquals(
                "violated: refuted: \"a grant carries a greater fence than all grants before it\"; process 0 is granted 2.1 after 2.1",
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
        assertEquals(
                Optional.of("process 0 eats under fence 2.1 while process 1 eats"),
                lock(eats(ONE, 1, 1), new DemoEvent.Killed(ZERO), eats(ZERO, 2, 1))
                        .violation());
    }

    @Test
    void withoutAGrantNothingWasChecked() {
        assertEquals("no process ate: nothing was checked", new ExclusionMonitor().verdict());
        assertEquals("no process ate: nothing was checked", new DiningMonitor().verdict());
        assertEquals("no process took resources: nothing was checked", new ResourcesMonitor().verdict());
        assertEquals("no process led: nothing was checked", new ElectionMonitor().verdict());
        assertFalse(new ExclusionMonitor().checked());
    }

    @Test
    void disjointSetsMayBeHeldAtOnce() {
        ResourcesMonitor monitor = resources(
                takes(ZERO, 1, 1, "a", "b"),
                takes(ONE, 1, 2, "c"),
                returns(ZERO, 1, 1, "a", "b"),
                takes(ZERO, 1, 3, "b"));
        assertEquals(Optional.empty(), monitor.violation());
        assertEquals(
                "no two had a resource at once, the fences of each resource grew: 3 sets, 4 resources in them, at most 2 sets"
                        + " at the same time",
                monitor.verdict());
    }

    @Test
    void aResourceWithTwoHoldersIsDetected() {
        assertEquals(
                Optional.of("process 1 takes [b] under fence 1.2 while process 0 has it under fence 1.1"),
                resources(takes(ZERO, 1, 1, "a", "b"), takes(ONE, 1, 2, "b", "c"))
                        .violation());
    }

    /** Each resource has fences of its own: of two that are not shared, the lesser may come later. */
    @Test
    void aResourceTakenUnderASmallerFenceIsDetected() {
        assertEquals(
                Optional.empty(),
                resources(takes(ZERO, 1, 7, "a"), takes(ONE, 1, 3, "b")).violation());
        assertEquals(
                Optional.of(
                        "refuted: \"of two sessions that exclude each other, the one that takes later has the greater fence\"; process 1 is told 1.7 for a, after 1.7"),
                resources(takes(ZERO, 1, 7, "a"), returns(ZERO, 1, 7, "a"), takes(ONE, 1, 7, "a"))
                        .violation());
    }

    @Test
    void theResourcesOfTheCrashedProcessAreMissingUntilTaken() {
        ResourcesMonitor monitor = resources(takes(ZERO, 1, 1, "a", "b"), new DemoEvent.Killed(ZERO));
        assertEquals(List.of("a", "b"), List.copyOf(monitor.missing()));
        monitor.on(Duration.ZERO, takes(ONE, 2, 1, "b", "c"));
        assertEquals(List.of("a"), List.copyOf(monitor.missing()));
        assertEquals(
                "no two had a resource at once, the fences of each resource grew: 2 sets, 4 resources in them, at most 1 sets"
                        + " at the same time; the dead had 2 resources, survivors took 1 of them",
                monitor.verdict());
    }

    @Test
    void neighboursEatingAtOnceAreDetected() {
        assertEquals(
                Optional.of("process 1 eats while its neighbour, process 0, eats"),
                heard(new DiningMonitor(), dines(ZERO, 1, ONE), dines(ONE, 2, ZERO))
                        .violation());
    }

    @Test
    void philosophersThatShareNoForkMayEatAtOnce() {
        SafetyMonitor<?> monitor = heard(new DiningMonitor(), dines(ZERO, 1, ONE), dines(TWO, 1, ONE));
        assertEquals(Optional.empty(), monitor.violation());
        assertEquals(
                "no two neighbours ate at once, the uses of every fork were numbered upwards: 2 meals, 2 uses of forks, at most 2 ate"
                        + " at the same time",
                monitor.verdict());
    }

    @Test
    void aForkUsedUnderAnOlderNumberIsDetected() {
        DemoEvent.Grant first = new DemoEvent.Grant.OfForks(new TreeMap<>(Map.of(ONE, 2L)));
        assertEquals(
                Optional.of(
                        "refuted: \"the uses of a fork are numbered upwards\"; process 1 is told 1 for [0, 1], after 2"),
                heard(
                                new DiningMonitor(),
                                dines(ZERO, 2, ONE),
                                new DemoEvent.Released(ZERO, first),
                                dines(ONE, 1, ZERO))
                        .violation());
    }

    @Test
    void consecutiveLeadersHold() {
        SafetyMonitor<?> monitor = heard(
                new ElectionMonitor(),
                leads(ONE, 1, ONE),
                leads(ZERO, 1, ONE),
                new DemoEvent.Killed(ONE),
                leads(ZERO, 3, ZERO));
        assertEquals(
                "no term had two leaders, no two led at once, no term went back: 2 elections, 3 notifications, terms 1 to 3",
                monitor.verdict());
    }

    @Test
    void twoLeadersAtOnceAreDetected() {
        assertEquals(
                Optional.of("process 0 leads in term 2 while process 1 has not been told that it does not"),
                heard(new ElectionMonitor(), leads(ONE, 1, ONE), leads(ZERO, 2, ZERO))
                        .violation());
    }

    @Test
    void aDecreasingTermIsDetected() {
        assertEquals(
                Optional.of("process 0 is told of term 1 after term 2"),
                heard(new ElectionMonitor(), leads(ZERO, 2, ONE), leads(ZERO, 1, ONE))
                        .violation());
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

    private static SafetyMonitor<?> lock(DemoEvent... events) {
        return heard(new ExclusionMonitor(), events);
    }

    private static ResourcesMonitor resources(DemoEvent... events) {
        return heard(new ResourcesMonitor(), events);
    }

    private static <T extends SafetyMonitor<?>> T heard(T monitor, DemoEvent... events) {
        List.of(events).forEach(event -> monitor.on(Duration.ZERO, event));
        return monitor;
    }

    private static DemoEvent eats(ProcessId process, long generation, long grant) {
        return new DemoEvent.Granted(process, new DemoEvent.Grant.OfLock(new Fence(generation, grant)));
    }

    private static DemoEvent sated(ProcessId process, long generation, long grant) {
        return new DemoEvent.Released(process, new DemoEvent.Grant.OfLock(new Fence(generation, grant)));
    }
}
