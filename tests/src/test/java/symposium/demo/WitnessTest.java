package symposium.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/** The observer of a dinner sees what must not happen, and nothing else. */
class WitnessTest {

    private static final ProcessId ZERO = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);

    @Test
    void oneAfterTheOtherIsAsItShouldBe() {
        Witness witness =
                heard(eats(ZERO, 1, 1), sated(ZERO, 1, 1), eats(ONE, 1, 2), sated(ONE, 1, 2), eats(ZERO, 2, 1));
        assertEquals(Optional.empty(), witness.violation());
        assertEquals("no two ate at once, no fence went back: 3 grants, fences 1.1 to 2.1", witness.verdict());
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
                                new Happening.Killed(ZERO),
                                eats(ONE, 2, 1),
                                new Happening.Robbed(ONE, new Fence(2, 1)),
                                eats(ONE, 3, 1))
                        .violation());
    }

    @Test
    void theDeathOfAnotherEndsNoMeal() {
        assertEquals(
                Optional.of("process 0 eats under fence 2.1 while process 1 eats"),
                heard(eats(ONE, 1, 1), new Happening.Killed(ZERO), eats(ZERO, 2, 1))
                        .violation());
    }

    @Test
    void whoeverHeardOfNoMealSaysSo() {
        assertEquals("nobody ate", new Witness().verdict());
    }

    private static Witness heard(Happening... happenings) {
        Witness witness = new Witness();
        List.of(happenings).forEach(happening -> happening.tellTo(witness, Duration.ZERO));
        return witness;
    }

    private static Happening eats(ProcessId process, long generation, long grant) {
        return new Happening.Eating(process, new Fence(generation, grant));
    }

    private static Happening sated(ProcessId process, long generation, long grant) {
        return new Happening.Sated(process, new Fence(generation, grant));
    }
}
