package symposium.election.lelann;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.actor.Stage;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.OnRing;
import symposium.election.lelann.LeLann.Candidate;
import symposium.election.lelann.LeLann.Elected;
import symposium.kernel.ProcessId;

/** Le Lann's collection, which the chapter names in section 5.1, acted out. */
@Tag("fast")
class LeLannPaperTest extends OnRing {

    private static Stage<LeLann.State, LeLann.Message, Call, Leader> candidate() {
        var process = process(new LeLann());
        process.asks(Call.INITIATE);
        process.tookStep("i.0").sends(LEFT, new Candidate(SELF)).andNothingElse();
        return process;
    }

    @Test
    void anInitiatorSendsItsNumberRoundTheRing() {
        candidate();
    }

    @Test
    void aCandidateNotesEveryNumberAndHandsItOnSmallOrGreat() {
        var process = candidate();
        process.receives(RIGHT, new Candidate(SMALL));
        process.tookStep("c.2").sends(LEFT, new Candidate(SMALL)).andNothingElse();
        process.receives(RIGHT, new Candidate(GREAT));
        process.tookStep("c.2").sends(LEFT, new Candidate(GREAT)).andNothingElse();
    }

    @Test
    void whoseNumberComesHomeAfterSmallerOnesAloneIsElected() {
        var process = candidate();
        process.receives(RIGHT, new Candidate(SMALL));
        process.tookStep("c.2").sends(LEFT, new Candidate(SMALL)).andNothingElse();
        process.receives(RIGHT, new Candidate(SELF));
        process.tookStep("c.4")
                .tells(new Leader(SELF))
                .sends(LEFT, new Elected(SELF))
                .andNothingElse();
    }

    @Test
    void aCandidateThatHasSeenAGreaterOneIsNotElected() {
        var process = candidate();
        process.receives(RIGHT, new Candidate(GREAT));
        process.tookStep("c.2").sends(LEFT, new Candidate(GREAT)).andNothingElse();
        process.receives(RIGHT, new Candidate(SELF));
        process.tookStep("c.3").andNothingElse();
        process.receives(RIGHT, new Elected(GREAT));
        process.tookStep("e.0")
                .tells(new Leader(GREAT))
                .sends(LEFT, new Elected(GREAT))
                .andNothingElse();
    }

    @Test
    void aProcessThatHasSeenACandidateBeforeDecidingBecomesNone() {
        var process = process(new LeLann());
        process.receives(RIGHT, new Candidate(SMALL));
        process.tookStep("c.0").sends(LEFT, new Candidate(SMALL)).andNothingElse();
        process.asks(Call.INITIATE);
        process.tookStep("i.1").andNothingElse();
    }

    /**
     * "if there are n processes each of these algorithms requires n^2 messages for the election": when all initiate.
     */
    @Test
    void allOfFiveTakeTwentyFiveMessages() {
        var ring = ring(new LeLann(), 2, 4, 0, 3, 1).allInitiating().untilItIsOver();
        assertEquals(25, ring.sent(Candidate.class));
        assertEquals(5, ring.sent(Elected.class));
        Leader four = new Leader(ProcessId.of(4));
        assertEquals(Map.of(0, four, 1, four, 2, four, 3, four, 4, four), ring.told());
    }

    @Test
    void twoOfFiveTakeTenAndTheGreaterOfTheTwoIsElected() {
        var ring = ring(new LeLann(), 2, 4, 0, 3, 1).initiating(1, 3).untilItIsOver();
        assertEquals(10, ring.sent(Candidate.class));
        assertEquals(new Leader(ProcessId.of(3)), ring.told().get(4));
    }
}
