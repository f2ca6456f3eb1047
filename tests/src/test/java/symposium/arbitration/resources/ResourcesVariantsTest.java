package symposium.arbitration.resources;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import symposium.checker.model.FaultBudget;
import symposium.kernel.problem.Channels;
import symposium.mutex.VariantTrials;
import symposium.mutex.VariantTrials.Refutation;
import symposium.mutex.VariantTrials.Trial;

/** Each statement left out is refuted by a shortest counterexample; see {@link VariantTrials#kept}. */
class ResourcesVariantsTest {

    private static final String GOLDEN = "symposium/arbitration/resources/variants.txt";

    private static final List<Trial> TRIALS = List.of(
            Trial.of(2, 1, Channels.FIFO),
            Trial.of(2, 2, Channels.FIFO),
            Trial.of(3, 1, Channels.FIFO),
            Trial.of(3, 1, Channels.FIFO).suffering(FaultBudget.NONE.withCrashes(1)),
            Trial.of(3, 1, Channels.FIFO).suffering(FaultBudget.NONE.withFalseDepartures(1)));

    private static final List<Refutation> EXPECTED = List.of(
            new Refutation(
                    "T0 directs no arrows to sessions of others",
                    "2 processes, requests 1, fifo",
                    "no resource is taken beyond its capacity",
                    4),
            new Refutation("T2 tells no process", "2 processes, requests 1, fifo", "no deadlock", 5),
            new Refutation(
                    "T1 when the first arrow disappears",
                    "3 processes, requests 1, fifo",
                    "Q0: of two tabled sessions that may conflict, an arrow leads from the later to the earlier",
                    11),
            new Refutation("w.yield hands no fork over, against P0", "2 processes, requests 1, fifo", "no deadlock", 2),
            new Refutation(
                    "m.changed starts no new generation",
                    "3 processes, requests 1, fifo, crashes 1",
                    "of two sessions that exclude each other, the one that takes later has the greater fence",
                    4),
            new Refutation(
                    "m.changed takes what the departed had, in the same generation",
                    "3 processes, requests 1, fifo, false departures 1",
                    "no resource is taken beyond its capacity in one generation",
                    6),
            new Refutation(
                    "w.ask asks for one part after the other",
                    "2 processes, requests 1, fifo",
                    ResourceAllocation.ALL_ASKED,
                    1),
            new Refutation(
                    "T0 hands over forks of the parts alone whose forks have come",
                    "2 processes, requests 2, fifo",
                    "no deadlock",
                    10),
            new Refutation(
                    "T0's fence is greater than those of one part alone",
                    "2 processes, requests 1, fifo",
                    "Q1: a session has taken its resources if and only if no arrow keeps it from that",
                    4),
            new Refutation(
                    "m.changed forgets which forks of parts have moved",
                    "3 processes, requests 1, fifo, crashes 1",
                    "T0: of two processes at most one has the fork of a part of the names",
                    4));

    private static VariantTrials trials;

    @BeforeAll
    static void tryAll() {
        trials = VariantTrials.of(new ResourceAllocation.Entry(), TRIALS);
    }

    @Test
    void eachIsRefutedOnTheSmallestInstanceThatShowsIt() {
        assertEquals(EXPECTED, trials.refutations());
    }

    @Test
    void theCounterexamplesAreAsKept() {
        String told = trials.told();
        assertEquals(VariantTrials.kept(GOLDEN, told), told);
    }
}
