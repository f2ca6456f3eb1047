package symposium.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/** The observer of a dinner sees what must not happen, and nothing else. */
class WitnessTest {

    private static final ProcessId ZERO = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);

    @Test
    void oneAfterTheOtherIsAsItShouldBe() {
        SafetyMonitor witness =
                heard(eats(ZERO, 1, 1), sated(ZERO, 1, 1), eats(ONE, 1, 2), sated(ONE, 1, 2), eats(ZERO, 2, 1));
        assertEquals(Optional.empty(), witness.violation());
        assertEquals("no two ate at once, no fence went back: 3 grants, fences 1.1 to 2.1", witness.verdict());
    }

    @Test
    void whereThereAreNoFencesNothingIsSaidOfThem() {
        SafetyMonitor witness = heard(eats(ZERO, 0, 0), sated(ZERO, 0, 0), eats(ONE, 0, 0));
        assertEquals("no two ate at once: 2 grants, without fences", witness.verdict());
    }

    @Test
    void twoAtOnceAreSeen() {
        assertEquals(
                Optional.of("process 1 eats under fence 2.1 while process 0 eats"),
                heard(eats(ZERO, 1, 1), eats(ONE, 2, 1)).violation());
    }

    @Test
    void aFenceThatGoesBackIsSeen() {
        assertEquals(
                Optional.of(
                        "refuted: \"a grant carries a greater fence than all grants before it\"; process 1 is granted 1.7 after 2.1"),
                heard(eats(ZERO, 2, 1), sated(ZERO, 2, 1), eats(ONE, 1, 7)).violation());
    }

    @Test
    void aFenceThatComesTwiceIsSeen() {
        assertEquals(
                "violated: refuted: \"a grant carries a greater fence than all grants before it\"; process 0 is granted 2.1 after 2.1",
                heard(eats(ZERO, 2, 1), sated(ZERO, 2, 1), eats(ZERO, 2, 1)).verdict());
    }

    @Test
    void theDeadAndTheRobbedEatNoMore() {
        assertEquals(
                Optional.empty(),
                heard(
                                eats(ZERO, 1, 1),
                                new DemoEvent.Killed(ZERO),
                                eats(ONE, 2, 1),
                                new DemoEvent.Robbed(ONE, new Fence(2, 1)),
                                eats(ONE, 3, 1))
                        .violation());
    }

    @Test
    void theDeathOfAnotherEndsNoMeal() {
        assertEquals(
                Optional.of("process 0 eats under fence 2.1 while process 1 eats"),
                heard(eats(ONE, 1, 1), new DemoEvent.Killed(ZERO), eats(ZERO, 2, 1))
                        .violation());
    }

    @Test
    void whoeverHeardOfNoMealSaysSo() {
        assertEquals("nobody ate", new SafetyMonitor().verdict());
    }

    @Test
    void setsThatShareNothingMayBeTakenAtOnce() {
        SafetyMonitor witness = heard(
                takes(ZERO, 1, 1, "a", "b"),
                takes(ONE, 1, 2, "c"),
                returns(ZERO, 1, 1, "a", "b"),
                takes(ZERO, 1, 3, "b"));
        assertEquals(Optional.empty(), witness.violation());
        assertEquals(
                "no resource was with two at once, each was taken under growing fences: 3 sets, 4 resources in them, at most 2 sets"
                        + " at the same time",
                witness.verdict());
    }

    @Test
    void aResourceWithTwoIsSeen() {
        assertEquals(
                Optional.of("process 1 takes [b] under fence 1.2 while process 0 has it under fence 1.1"),
                heard(takes(ZERO, 1, 1, "a", "b"), takes(ONE, 1, 2, "b", "c")).violation());
    }

    /** Each resource has fences of its own: of two that are not shared, the lesser may come later. */
    @Test
    void aResourceThatIsTakenUnderALesserFenceIsSeen() {
        assertEquals(
                Optional.empty(),
                heard(takes(ZERO, 1, 7, "a"), takes(ONE, 1, 3, "b")).violation());
        assertEquals(
                Optional.of(
                        "refuted: \"a resource is taken under a greater fence than ever before\"; process 1: taken [a] for 2 under 1.7, a after 1.7"),
                heard(takes(ZERO, 1, 7, "a"), returns(ZERO, 1, 7, "a"), takes(ONE, 1, 7, "a"))
                        .violation());
    }

    @Test
    void whatTheDeadHadIsLookedFor() {
        SafetyMonitor witness = heard(takes(ZERO, 1, 1, "a", "b"), new DemoEvent.Killed(ZERO));
        assertEquals(List.of("a", "b"), List.copyOf(witness.orphans()));
        new DemoEvent.Taking(ONE, new TreeSet<>(Set.of("b", "c")), new Fence(2, 1)).tellTo(witness, Duration.ZERO);
        assertEquals(List.of("a"), List.copyOf(witness.orphans()));
        assertEquals(
                "no resource was with two at once, each was taken under growing fences: 2 sets, 4 resources in them, at most 1 sets"
                        + " at the same time; of the 2 that the dead had, 1 have been taken since",
                witness.verdict());
    }

    private static DemoEvent takes(ProcessId process, long generation, long grant, String... resources) {
        return new DemoEvent.Taking(process, new TreeSet<>(Set.of(resources)), new Fence(generation, grant));
    }

    private static DemoEvent returns(ProcessId process, long generation, long grant, String... resources) {
        return new DemoEvent.Returning(process, new TreeSet<>(Set.of(resources)), new Fence(generation, grant));
    }

    private static SafetyMonitor heard(DemoEvent... happenings) {
        SafetyMonitor witness = new SafetyMonitor();
        List.of(happenings).forEach(happening -> happening.tellTo(witness, Duration.ZERO));
        return witness;
    }

    private static DemoEvent eats(ProcessId process, long generation, long grant) {
        return new DemoEvent.Eating(process, new Fence(generation, grant));
    }

    private static DemoEvent sated(ProcessId process, long generation, long grant) {
        return new DemoEvent.Sated(process, new Fence(generation, grant));
    }
}
