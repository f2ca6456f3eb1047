package symposium.election.hirschbergsinclair;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.actor.Stage;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.OnRing;
import symposium.election.hirschbergsinclair.HirschbergSinclair.Candidature;
import symposium.election.hirschbergsinclair.HirschbergSinclair.Elected;
import symposium.election.hirschbergsinclair.HirschbergSinclair.Response;
import symposium.kernel.Neighbour;

/** The chapter's section 5.3, acted out. */
@Tag("fast")
class HirschbergSinclairPaperTest extends OnRing {

    private static Stage<HirschbergSinclair.State, HirschbergSinclair.Message, Call, Leader> candidate() {
        var process = process(new HirschbergSinclair());
        process.asks(Call.INITIATE);
        sendsBoth(process.tookStep("i.0"), 1).andNothingElse();
        return process;
    }

    /** "sendLR (candidature, my_number, 0, lgmax)". */
    private static Stage<HirschbergSinclair.State, HirschbergSinclair.Message, Call, Leader>.Taken sendsBoth(
            Stage<HirschbergSinclair.State, HirschbergSinclair.Message, Call, Leader>.Taken taken, int lgmax) {
        return taken.sends(LEFT, new Candidature(SELF, 0, lgmax)).sends(RIGHT, new Candidature(SELF, 0, lgmax));
    }

    private static void hearsFavourably(
            Stage<HirschbergSinclair.State, HirschbergSinclair.Message, Call, Leader> process, Neighbour from) {
        process.receives(from, new Response(true, SELF));
    }

    /** "by sending this value to each of these neighbours". */
    @Test
    void aCandidateSendsItsNumberToBothSides() {
        candidate();
    }

    /**
     * "otherwise P_i remains the candidate and tests this against a larger set of processes, in fact doubling the
     * number".
     */
    @Test
    void twoFavourableResponsesDoubleTheDistance() {
        var process = candidate();
        for (int lgmax = 2; lgmax <= 8; lgmax *= 2) {
            hearsFavourably(process, LEFT);
            process.tookStep("r.0").andNothingElse();
            hearsFavourably(process, RIGHT);
            sendsBoth(process.tookStep("r.1"), lgmax).andNothingElse();
        }
    }

    /** "if respOK then state := lost", read "if not respOK". */
    @Test
    void oneUnfavourableResponseIsADefeat() {
        var process = candidate();
        process.receives(LEFT, new Response(false, SELF));
        process.tookStep("r.0").andNothingElse();
        hearsFavourably(process, RIGHT);
        process.tookStep("r.2").andNothingElse();
    }

    /** "case number < my_number then respond (response, F, number); if state = not_involved then initiate_election". */
    @Test
    void aGreaterProcessRefusesAndBecomesACandidateInstead() {
        var process = process(new HirschbergSinclair());
        process.receives(RIGHT, new Candidature(SMALL, 0, 1));
        sendsBoth(process.tookStep("c.0").sends(RIGHT, new Response(false, SMALL)), 1)
                .andNothingElse();
        process.receives(RIGHT, new Candidature(SMALL, 0, 1));
        process.tookStep("c.1").sends(RIGHT, new Response(false, SMALL)).andNothingElse();
    }

    /** "if lg < lgmax then pass (candidature, number, lg, lgmax) else respond (response, T, number)". */
    @Test
    void aGreaterCandidatureIsPassedAndEchoedWhereItHasGoneItsDistance() {
        var process = process(new HirschbergSinclair());
        process.receives(LEFT, new Candidature(GREAT, 0, 2));
        process.tookStep("c.2").sends(RIGHT, new Candidature(GREAT, 1, 2)).andNothingElse();
        process.receives(LEFT, new Candidature(GREAT, 1, 2));
        process.tookStep("c.3").sends(LEFT, new Response(true, GREAT)).andNothingElse();
    }

    /** "The subsequent role of a candidate defeated at any election is simply to pass any message received". */
    @Test
    void aProcessThatHasLostPassesTheResponsesOfOthers() {
        var process = candidate();
        process.receives(LEFT, new Candidature(GREAT, 0, 1));
        process.tookStep("c.3").sends(LEFT, new Response(true, GREAT)).andNothingElse();
        process.receives(RIGHT, new Response(true, GREAT));
        process.tookStep("r.4").sends(LEFT, new Response(true, GREAT)).andNothingElse();
        hearsFavourably(process, RIGHT);
        process.tookStep("r.3").andNothingElse();
    }

    /**
     * "case number = my_number then if state <> elected then state := elected; winner := my_number; pass (ended,
     * my_number)".
     */
    @Test
    void whoseCandidatureHasGoneRoundIsElectedOnce() {
        var process = candidate();
        process.receives(RIGHT, new Candidature(SELF, 3, 4));
        process.tookStep("c.4")
                .tells(new Leader(SELF))
                .sends(LEFT, new Elected(SELF))
                .andNothingElse();
        process.receives(LEFT, new Candidature(SELF, 3, 4));
        process.tookStep("c.5").andNothingElse();
        process.receives(RIGHT, new Elected(SELF));
        process.tookStep("e.1").andNothingElse();
        process.asks(Call.INITIATE);
        process.tookStep("i.2").tells(new Leader(SELF)).andNothingElse();
    }

    /**
     * "if winner <> number then pass (ended, number); winner := number; state := not_involved", and after that nothing
     * but passing.
     */
    @Test
    void aProcessThatKnowsTheWinnerOnlyPassesAndResponds() {
        var process = candidate();
        process.receives(RIGHT, new Elected(GREAT));
        process.tookStep("e.0")
                .tells(new Leader(GREAT))
                .sends(LEFT, new Elected(GREAT))
                .andNothingElse();
        process.receives(LEFT, new Candidature(GREAT, 1, 4));
        process.tookStep("c.6").sends(RIGHT, new Candidature(GREAT, 2, 4)).andNothingElse();
        process.asks(Call.INITIATE);
        process.tookStep("i.2").tells(new Leader(GREAT)).andNothingElse();
    }
}
