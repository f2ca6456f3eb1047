package symposium.actor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import symposium.checker.Explorer;
import symposium.checker.Faults;
import symposium.checker.Limits;
import symposium.checker.Model;
import symposium.election.changroberts.ChangRobertsAlgorithm;
import symposium.kernel.Algorithm;
import symposium.kernel.Occurrence;
import symposium.kernel.Start;
import symposium.mutex.ewd851.Ewd851Algorithm;
import symposium.regeneration.misra.MisraAlgorithm;
import symposium.ring.RingAlgorithm;

/**
 * Paths that the checker has found, taken once more by hosting actors: shortest ways to states spread over the whole space, and to the
 * first state that each rule leads to. Where a quotient is used the numbers on its paths are not those of any run; so none is.
 */
class FoundPathsTest {

    private static final int SPREAD = 300;

    @Test
    void ofEwd851() {
        assertEquals(12, replayed(new Ewd851Algorithm(), Faults.NONE, Limits.WIDE));
    }

    @Test
    void ofMisraWithALoss() {
        assertEquals(8, replayed(new MisraAlgorithm(), Faults.losses(1), Limits.WIDE));
    }

    @Test
    void ofChangAndRoberts() {
        assertEquals(8, replayed(new ChangRobertsAlgorithm(), Faults.NONE, Limits.WIDE));
    }

    /** Without the quotient there are states without end: as many of the nearest as reach each rule that a crash among three can fire. */
    @Test
    void ofTheRingWithACrash() {
        int all = replayed(new RingAlgorithm(), Faults.crashes(1), new Limits(60_000, Limits.WIDE.time()));
        assertTrue(all >= 30, "rules fired: " + all);
    }

    /** Replays paths, and says how many rules they fire. */
    private static <S, M, U, I, O> int replayed(Algorithm<S, M, U, I, O> algorithm, Faults faults, Limits limits) {
        Start start = Start.of(3, 0);
        Model<S, M, U, I, O> found = Model.of(algorithm, start);
        Model<S, M, U, I, O> model = new Model<>(
                found.protocol(),
                found.problem(),
                found.laws(),
                found.topology(),
                found.processes(),
                found.channels(),
                found.requests(),
                faults,
                Optional.empty());
        Explorer<S, M, U, I, O> explorer = Explorer.of(model, limits).explore();
        int every = Math.max(1, explorer.states() / SPREAD);
        Map<String, Integer> firstBy = new TreeMap<>();
        Set<Integer> targets = new LinkedHashSet<>();
        for (int state = 0; state < explorer.states(); state++) {
            List<Occurrence> path =
                    state % every == 0 || firstBy.size() < 40 && state % 7 == 0 ? explorer.pathTo(state) : List.of();
            int at = state;
            for (Occurrence occurrence : path) {
                if (occurrence instanceof Occurrence.Stepped step) {
                    firstBy.putIfAbsent(step.rule().label(), at);
                }
            }
            if (state % every == 0) {
                targets.add(state);
            }
        }
        targets.addAll(firstBy.values());
        for (int target : targets) {
            new Replay<>(model.protocol(), model.topology(), start.processes()).replay(explorer.pathTo(target));
        }
        return firstBy.size();
    }
}
