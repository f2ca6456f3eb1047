package symposium.mutex.suzukikasami.census;

import java.util.List;
import org.junit.jupiter.api.Test;
import symposium.Golden;
import symposium.checker.model.FaultBudget;
import symposium.kernel.problem.Channels;
import symposium.mutex.VariantTrials;
import symposium.mutex.VariantTrials.Refutation;
import symposium.mutex.VariantTrials.Trial;

/**
 * Each statement that makes good what a crash has done, left out, is refuted by a shortest counterexample; see
 * {@link Golden}.
 */
class SuzukiKasamiCensusVariantsTest {

    private static final String GOLDEN = "symposium/mutex/suzukikasami/census/variants.txt";

    private static final List<Trial> TRIALS =
            List.of(Trial.of(3, 1, Channels.UNORDERED).suffering(FaultBudget.NONE.withCrashes(1)));

    private static final List<Refutation> EXPECTED = List.of(
            new Refutation(
                    "census.calls asks no process", "3 processes, requests 1, unordered, crashes 1", "no deadlock", 5),
            new Refutation(
                    "census.promises keeps no promise",
                    "3 processes, requests 1, unordered, crashes 1",
                    "who owes an answer is in its critical section",
                    6),
            new Refutation(
                    "census.promises keeps the token that it gives up",
                    "3 processes, requests 1, unordered, crashes 1",
                    "who has promised a generation has no older token but in its critical section",
                    7),
            new Refutation(
                    "census.promises answers inside the critical section",
                    "3 processes, requests 1, unordered, crashes 1",
                    "at most one process has the token",
                    7),
            new Refutation(
                    "release.answers answers nothing",
                    "3 processes, requests 1, unordered, crashes 1",
                    "no deadlock",
                    10),
            new Refutation(
                    "token.discarded is used nevertheless",
                    "3 processes, requests 1, unordered, crashes 1",
                    "at most one process has the token",
                    7),
            new Refutation(
                    "issue.lost issues nothing", "3 processes, requests 1, unordered, crashes 1", "no deadlock", 7));

    @Test
    void eachIsRefutedOnTheSmallestInstanceThatShowsIt() {
        VariantTrials.of(new SuzukiKasamiCensus.Entry(), TRIALS).assertRefuted(EXPECTED, GOLDEN);
    }
}
