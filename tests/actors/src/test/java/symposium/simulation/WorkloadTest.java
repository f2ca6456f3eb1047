package symposium.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.ProcessId;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.User;
import symposium.simulation.Workload.Standing;

/** When users ask. */
@Tag("fast")
class WorkloadTest {

    private static final Durations TWO = Durations.exactly(2);
    private static final Durations FIVE = Durations.exactly(5);
    private static final Workload<User, Input> BUSY = Workload.busy(MutualExclusion.PROBLEM, TWO, FIVE);

    private final SplittableRandom random = new SplittableRandom(1);

    private static Standing<User> idle(int demands) {
        return new Standing<>(ProcessId.of(0), User.IDLE, demands, 0);
    }

    private static Standing<User> critical() {
        return new Standing<>(ProcessId.of(0), User.CRITICAL, 1, 0);
    }

    @Test
    void busyUsersThinkAndEatAgainAndAgain() {
        assertEquals(OptionalLong.of(2), BUSY.asks(idle(7), Input.ENTER, random));
        assertEquals(OptionalLong.of(5), BUSY.asks(critical(), Input.RELEASE, random));
    }

    @Test
    void usersThatBeginLaterWaitBeforeTheirFirstRequestAlone() {
        Workload<User, Input> later = BUSY.beginning(Durations.exactly(100));
        assertEquals(OptionalLong.of(102), later.asks(idle(0), Input.ENTER, random));
        assertEquals(OptionalLong.of(2), later.asks(idle(1), Input.ENTER, random));
        assertEquals(
                OptionalLong.empty(),
                Workload.scheduled(MutualExclusion.PROBLEM, Map.of(), FIVE)
                        .beginning(Durations.exactly(100))
                        .asks(idle(0), Input.ENTER, random));
    }

    @Test
    void usersThatThinkDoSoBeforeEachDemandAndNotBeforeWhatTheyOwe() {
        Workload<User, Input> thinking = BUSY.thinking(MutualExclusion.PROBLEM, 1000);
        long sum = 0;
        for (int draw = 0; draw < 10_000; draw++) {
            long asks = thinking.asks(idle(draw), Input.ENTER, random).orElseThrow();
            assertTrue(asks >= 2);
            sum += asks - 2;
        }
        assertEquals(1000, sum / 10_000.0, 50);
        assertEquals(OptionalLong.of(5), thinking.asks(critical(), Input.RELEASE, random));
        assertEquals(
                OptionalLong.empty(),
                Workload.scheduled(MutualExclusion.PROBLEM, Map.of(), FIVE)
                        .thinking(MutualExclusion.PROBLEM, 1000)
                        .asks(idle(0), Input.ENTER, random));
    }

    @Test
    void someDemandUpToANumberOfTimesAndAllDoWhatTheyOwe() {
        Workload<User, Input> some =
                Workload.demanding(MutualExclusion.PROBLEM, process -> process.number() == 0, 3, TWO, FIVE);
        assertEquals(OptionalLong.of(2), some.asks(idle(2), Input.ENTER, random));
        assertEquals(OptionalLong.empty(), some.asks(idle(3), Input.ENTER, random));
        Standing<User> other = new Standing<>(ProcessId.of(1), User.IDLE, 0, 0);
        assertEquals(OptionalLong.empty(), some.asks(other, Input.ENTER, random));
        assertEquals(OptionalLong.of(5), some.asks(critical(), Input.RELEASE, random));
        Standing<User> waiting = new Standing<>(ProcessId.of(0), User.WAITING, 1, 0);
        assertEquals(OptionalLong.empty(), some.asks(waiting, Input.ENTER, random));
    }

    /** The least of k exponential times with the mean k is such a time with the mean 1. */
    @Test
    void aUserWithAChoiceThinksLongerBeforeEachSoThatItThinksEquallyLong() {
        Seats seats = new Seats(List.of("sit left", "sit right", "sit behind"));
        Workload<Seats.Place, String> thinking =
                Workload.<Seats.Place, String>busy(seats, TWO, FIVE).thinking(seats, 1000);
        Standing<Seats.Place> here = new Standing<>(ProcessId.of(0), Seats.Place.STANDS, 0, 0);
        long sum = 0;
        for (int draw = 0; draw < 10_000; draw++) {
            sum += seats.seats().stream()
                    .mapToLong(seat -> thinking.asks(here, seat, random).orElseThrow() - 2)
                    .min()
                    .orElseThrow();
        }
        assertEquals(1000, sum / 10_000.0, 50);
    }
}
