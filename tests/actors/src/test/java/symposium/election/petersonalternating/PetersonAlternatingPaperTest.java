package symposium.election.petersonalternating;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.actor.Stage;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.OnRing;
import symposium.election.petersonalternating.PetersonAlternating.Elected;
import symposium.election.petersonalternating.PetersonAlternating.Number;
import symposium.kernel.ProcessId;

/** Peterson's refinement, of which the chapter gives the factor in section 5.5.2, phase by phase. */
@Tag("fast")
class PetersonAlternatingPaperTest extends OnRing {

    private static final Number OWN = new Number(SELF);
    private static final Number SMALLER = new Number(SMALL);
    private static final Number GREATER = new Number(GREAT);

    private static Stage<PetersonAlternating.State, PetersonAlternating.Message, Call, Leader> odd() {
        var process = process(new PetersonAlternating());
        process.asks(Call.INITIATE);
        process.tookStep("i.0").sends(LEFT, OWN).andNothingElse();
        return process;
    }

    private static Stage<PetersonAlternating.State, PetersonAlternating.Message, Call, Leader> even() {
        var process = odd();
        process.receives(RIGHT, SMALLER);
        process.tookStep("o.0").sends(LEFT, OWN).andNothingElse();
        return process;
    }

    /** "if ntid > tid then go to relay". */
    @Test
    void inAnOddPhaseTheSmallerOneGivesWay() {
        even();
        var process = odd();
        process.receives(RIGHT, GREATER);
        process.tookStep("o.1").andNothingElse();
        process.receives(RIGHT, OWN);
        process.tookStep("r.0").sends(LEFT, OWN).andNothingElse();
    }

    /** "if ntid < tid then go to relay; tid := ntid". */
    @Test
    void inAnEvenPhaseTheGreaterNumberIsTakenOver() {
        var process = even();
        process.receives(RIGHT, GREATER);
        process.tookStep("e.0").sends(LEFT, GREATER).andNothingElse();
        process = even();
        process.receives(RIGHT, SMALLER);
        process.tookStep("e.1").andNothingElse();
    }

    /** "if ntid = tid then announce it": which need not be the own number. */
    @Test
    void whoseTemporaryNumberComesHomeAnnouncesIt() {
        var process = even();
        process.receives(RIGHT, GREATER);
        process.tookStep("e.0").sends(LEFT, GREATER).andNothingElse();
        process.receives(RIGHT, GREATER);
        process.tookStep("w.2")
                .tells(new Leader(GREAT))
                .sends(LEFT, new Elected(GREAT))
                .andNothingElse();
    }

    @Test
    void aProcessThatIsAsleepSendsItsNumberFirst() {
        var process = process(new PetersonAlternating());
        process.receives(RIGHT, SMALLER);
        process.tookStep("w.0").sends(LEFT, OWN).sends(LEFT, OWN).andNothingElse();
        process = process(new PetersonAlternating());
        process.receives(RIGHT, GREATER);
        process.tookStep("w.1").sends(LEFT, OWN).andNothingElse();
    }

    /**
     * A phase is one message a link: on the ring 4, 1, 3, 0, 2 process 3 sees its number again with 4 in its own hands.
     */
    @Test
    void fiveTakeOneMessageALinkAndPhase() {
        var ring =
                ring(new PetersonAlternating(), 4, 1, 3, 0, 2).allInitiating().untilItIsOver();
        assertEquals(0, ring.sent(Number.class) % 5);
        assertEquals(5, ring.sent(new Elected(ProcessId.of(4))));
        assertEquals(5, ring.told().size());
    }
}
