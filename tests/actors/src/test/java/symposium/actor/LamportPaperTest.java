package symposium.actor;

import static symposium.actor.Bench.SELF;
import static symposium.actor.Bench.TWO;
import static symposium.actor.Bench.ZERO;

import org.junit.jupiter.api.Test;
import symposium.clock.Timestamp;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Start;
import symposium.mutex.lamport.Lamport;
import symposium.mutex.lamport.Lamport.Acknowledgement;
import symposium.mutex.lamport.Lamport.Release;
import symposium.mutex.lamport.Lamport.Request;

/** Lamport's five rules, one process as an actor; probes stand in for the other two. */
class LamportPaperTest extends ThreeProcessesPaperTest<Lamport.State, Lamport.Message> {

    private static Bench<Lamport.State, Lamport.Message> process() {
        return bench(new Lamport(Start.of(3, 0)));
    }

    @Override
    Bench<Lamport.State, Lamport.Message> waiting() {
        Bench<Lamport.State, Lamport.Message> process = process();
        process.asks();
        process.tookStep("1").sendsBoth(new Request(at(0, SELF))).andNothingElse();
        return process;
    }

    private Bench<Lamport.State, Lamport.Message> critical() {
        Bench<Lamport.State, Lamport.Message> process = waiting();
        process.receives(ZERO, new Acknowledgement(at(1, ZERO)));
        process.tookStep("ack").andNothingElse();
        process.receives(TWO, new Acknowledgement(at(1, TWO)));
        process.tookStep("ack+5").grants(0, 2).andNothingElse();
        return process;
    }

    private static Timestamp at(long clock, ProcessId name) {
        return new Timestamp(clock, name);
    }

    @Test
    void rule1TheRequestGoesToEveryOtherProcess() {
        waiting();
    }

    @Test
    void rule2ARequestIsAcknowledgedWithALaterTimestamp() {
        var process = process();
        process.receives(TWO, new Request(at(6, TWO)));
        process.tookStep("2").sends(TWO, new Acknowledgement(at(7, SELF))).andNothingElse();
    }

    @Test
    void rule3AReleaseGoesToEveryOtherProcess() {
        var process = critical();
        process.releases();
        process.tookStep("3").sendsBoth(new Release(at(2, SELF))).andNothingElse();
    }

    @Test
    void rule4And5AReleaseRemovesTheRequestBeforeTheOwnOne() {
        var process = waiting();
        process.receives(ZERO, new Request(at(0, ZERO)));
        process.tookStep("2").sends(ZERO, new Acknowledgement(at(1, SELF))).andNothingElse();
        process.receives(ZERO, new Acknowledgement(at(1, ZERO)));
        process.tookStep("ack").andNothingElse();
        process.receives(TWO, new Acknowledgement(at(1, TWO)));
        process.tookStep("ack").andNothingElse();
        process.receives(ZERO, new Release(at(3, ZERO)));
        process.tookStep("4+5").grants(0, 2).andNothingElse();
    }

    @Test
    void rule5OfTwoRequestsWithEqualClocksTheSmallerNameComesFirstAndAnyLaterMessageDoes() {
        var process = waiting();
        process.receives(ZERO, new Acknowledgement(at(1, ZERO)));
        process.tookStep("ack").andNothingElse();
        process.receives(TWO, new Request(at(0, TWO)));
        process.tookStep("2+5")
                .grants(0, 2)
                .sends(TWO, new Acknowledgement(at(2, SELF)))
                .andNothingElse();
    }

    @Test
    void anEarlierRequestIsNoMessageTimestampedLater() {
        var process = waiting();
        process.receives(TWO, new Acknowledgement(at(1, TWO)));
        process.tookStep("ack").andNothingElse();
        process.receives(ZERO, new Request(at(0, ZERO)));
        process.tookStep("2").sends(ZERO, new Acknowledgement(at(2, SELF))).andNothingElse();
        process.receives(ZERO, new Release(at(4, ZERO)));
        process.tookStep("4+5").grants(0, 2).andNothingElse();
    }

    // --- departures

    @Test
    void theRequestOfOneThatHasDepartedIsDeleted() {
        var process = waiting();
        process.receives(ZERO, new Request(at(0, ZERO)));
        process.tookStep("2").sends(ZERO, new Acknowledgement(at(1, SELF))).andNothingElse();
        process.receives(TWO, new Acknowledgement(at(1, TWO)));
        process.tookStep("ack").andNothingElse();
        process.departed(ZERO);
        process.tookStep("m.0+5").grants(0, 2).andNothingElse();
    }

    @Test
    void aProcessThatIsLeftWithoutAQuorumLosesTheCriticalSectionAndReleasesIt() {
        var process = critical();
        process.departed(ZERO);
        process.tookStep("m.0").andNothingElse();
        process.departed(ZERO, TWO);
        process.tookStep("m.1").loses(0, 2).andNothingElse();
        process.releases();
        process.tookStep("m.2").andNothingElse();
    }

    @Test
    void whatComesBackChangesNothing() {
        var process = critical();
        process.undeliverable(TWO, new Request(at(0, SELF)));
        process.tookStep("m.3").andNothingElse();
    }
}
