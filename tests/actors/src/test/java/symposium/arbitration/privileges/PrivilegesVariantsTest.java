package symposium.arbitration.privileges;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.arbitration.resources.ResourceSharing;
import symposium.checker.model.FaultBudget;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Scenario;
import symposium.mutex.VariantTrials;
import symposium.mutex.VariantTrials.Refutation;
import symposium.mutex.VariantTrials.Trial;

/** Each statement left out is refuted by a shortest counterexample. */
class PrivilegesVariantsTest {

    private static final List<Trial> TRIALS = List.of(
            Trial.of(2, 1, Channels.FIFO),
            Trial.of(2, 2, Channels.FIFO),
            Trial.of(3, 1, Channels.FIFO),
            Trial.of(3, 1, Channels.FIFO).suffering(FaultBudget.NONE.withCrashes(1)),
            Trial.of(3, 1, Channels.FIFO).suffering(FaultBudget.NONE.withFalseDepartures(1)));

    private static final List<Refutation> EXPECTED = List.of(
            new Refutation(
                    "T0 directs no arrows to sessions of others",
                    "2 processes, requests 2, fifo",
                    ResourceSharing.WITHIN_CAPACITY,
                    6),
            new Refutation("T2 tells no process", "3 processes, requests 1, fifo, crashes 1", Scenario.NO_DEADLOCK, 11),
            new Refutation("T0 in any order of bids", "2 processes, requests 2, fifo", Scenario.NO_DEADLOCK, 8),
            new Refutation(
                    "a request that comes before the privilege is not remembered",
                    "3 processes, requests 1, fifo",
                    Scenario.NO_DEADLOCK,
                    8),
            new Refutation(
                    "a privilege comes without what is tabled",
                    "2 processes, requests 2, fifo",
                    ResourceSharing.WITHIN_CAPACITY,
                    6),
            new Refutation(
                    "T0 before all members are in the view",
                    "3 processes, requests 1, fifo, crashes 1",
                    ResourceSharing.FENCES_GROW,
                    6),
            new Refutation(
                    "m.changed starts no new generation",
                    "3 processes, requests 1, fifo, crashes 1",
                    ResourceSharing.FENCES_GROW,
                    5),
            new Refutation(
                    "m.changed lets a session take what the departed had",
                    "3 processes, requests 1, fifo, false departures 1",
                    PrivilegeChecks.WITHIN_CAPACITY_IN_GENERATION,
                    8),
            new Refutation(
                    "m.view does not say what is tabled",
                    "3 processes, requests 1, fifo, crashes 1",
                    ResourceSharing.WITHIN_CAPACITY,
                    7));

    @Test
    @Tag("slow")
    void eachIsRefutedOnTheSmallestInstanceThatShowsIt() {
        assertEquals(EXPECTED, VariantTrials.of(new Privileges.Entry(), TRIALS).refutations());
    }
}
