package symposium.election.franklin;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.actor.Stage;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.OnRing;
import symposium.election.franklin.Franklin.Elected;
import symposium.election.franklin.Franklin.Number;
import symposium.kernel.ProcessId;

/** The chapter's section 5.5.1, acted out. */
@Tag("fast")
class FranklinPaperTest extends OnRing {

    private static final Number OWN = new Number(SELF);
    private static final Number SMALLER = new Number(SMALL);
    private static final Number GREATER = new Number(GREAT);
    private static final Number LEAST = new Number(ProcessId.of(1));

    private static Stage<Franklin.State, Franklin.Message, Call, Leader> active() {
        var process = process(new Franklin());
        process.asks(Call.INITIATE);
        process.tookStep("i.0").sends(LEFT, OWN).sends(RIGHT, OWN).andNothingElse();
        return process;
    }

    /**
     * "an active process tests to see if its identifier is greater than those of its neighbours on both left and
     * right".
     */
    @Test
    void aLocalMaximumBeginsAnotherRound() {
        var process = active();
        process.receives(RIGHT, SMALLER);
        process.tookStep("a.1").andNothingElse();
        process.receives(LEFT, LEAST);
        process.tookStep("a.2").sends(LEFT, OWN).sends(RIGHT, OWN).andNothingElse();
    }

    /** "if it is not then the process becomes passive and, as before, simply relays any message received". */
    @Test
    void aProcessThatIsNotActiveRelaysBothWays() {
        var process = active();
        process.receives(RIGHT, SMALLER);
        process.tookStep("a.1").andNothingElse();
        process.receives(LEFT, GREATER);
        process.tookStep("a.3").andNothingElse();
        process.receives(LEFT, GREATER);
        process.tookStep("r.0").sends(RIGHT, GREATER).andNothingElse();
        process.receives(RIGHT, LEAST);
        process.tookStep("r.0").sends(LEFT, LEAST).andNothingElse();
    }

    /** One value a side and round; what the words leave open. */
    @Test
    void aNeighbourThatIsARoundAheadWaits() {
        var process = active();
        process.receives(RIGHT, SMALLER);
        process.tookStep("a.1").andNothingElse();
        process.receives(RIGHT, LEAST);
        process.receives(LEFT, LEAST);
        process.tookStep("a.2").sends(LEFT, OWN).sends(RIGHT, OWN).andNothingElse();
        process.tookStep("a.1").andNothingElse();
    }

    /** Equality; what the words leave open. */
    @Test
    void whoseOwnNumberComesHomeIsElectedOnce() {
        var process = active();
        process.receives(LEFT, OWN);
        process.tookStep("a.4")
                .tells(new Leader(SELF))
                .sends(LEFT, new Elected(SELF))
                .andNothingElse();
        process.receives(RIGHT, OWN);
        process.tookStep("a.5").andNothingElse();
        process.receives(RIGHT, new Elected(SELF));
        process.tookStep("n.1").andNothingElse();
    }

    /**
     * As in section 5.4, (a): "a process would decide to participate on first receiving a message concerning the
     * election".
     */
    @Test
    void aProcessThatIsAsleepTakesPartAndNotesTheNumber() {
        var process = process(new Franklin());
        process.receives(LEFT, GREATER);
        process.tookStep("a.0").sends(LEFT, OWN).sends(RIGHT, OWN).andNothingElse();
        process.receives(RIGHT, SMALLER);
        process.tookStep("a.3").andNothingElse();
        process.receives(RIGHT, new Elected(GREAT));
        process.tookStep("n.0")
                .tells(new Leader(GREAT))
                .sends(LEFT, new Elected(GREAT))
                .andNothingElse();
    }
}
