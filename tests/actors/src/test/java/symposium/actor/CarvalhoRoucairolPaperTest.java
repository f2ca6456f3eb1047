package symposium.actor;

import static symposium.actor.Bench.SELF;
import static symposium.actor.Bench.TWO;
import static symposium.actor.Bench.ZERO;

import java.util.List;
import org.junit.jupiter.api.Test;
import symposium.clock.Timestamp;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.problem.Start;
import symposium.mutex.Fence;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairol;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Departure;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Noted;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Reply;
import symposium.mutex.carvalhoroucairol.CarvalhoRoucairol.Request;

/**
 * Process 1 as an actor: at the start it holds the permission that it shares with 2, and 0 holds the one that it shares
 * with 0.
 */
class CarvalhoRoucairolPaperTest extends ThreeProcessesPaperTest<CarvalhoRoucairol.State, CarvalhoRoucairol.Message> {

    private static Bench<CarvalhoRoucairol.State, CarvalhoRoucairol.Message> process() {
        return bench(new CarvalhoRoucairol(Start.of(3, 0)));
    }

    @Override
    Bench<CarvalhoRoucairol.State, CarvalhoRoucairol.Message> waiting() {
        Bench<CarvalhoRoucairol.State, CarvalhoRoucairol.Message> process = process();
        process.asks();
        process.tookStep("p.1").sends(ZERO, request(0, SELF)).andNothingElse();
        return process;
    }

    private Bench<CarvalhoRoucairol.State, CarvalhoRoucairol.Message> critical() {
        Bench<CarvalhoRoucairol.State, CarvalhoRoucairol.Message> process = waiting();
        process.receives(ZERO, reply(0, 3));
        process.tookStep("p.3").grants(0, 4).andNothingElse();
        return process;
    }

    private static Request request(long clock, ProcessId name) {
        return new Request(new Timestamp(clock, name));
    }

    private static Reply reply(long generation, long grant) {
        return new Reply(new Fence(generation, grant));
    }

    private static Departure departure(long generation) {
        return new Departure(generation, Sorted.set(List.of(ZERO)));
    }

    @Test
    void onlyThePermissionThatIsLackingIsAskedFor() {
        critical();
    }

    /** "it considers that it has permanent access and does not make a further request when it next needs access" */
    @Test
    void aProcessThatHasUsedTheCriticalSectionEntersItAgainForNothingWhileNoProcessAsks() {
        var process = critical();
        for (int again = 5; again < 8; again++) {
            process.releases();
            process.tookStep("p.4").andNothingElse();
            process.asks();
            process.tookStep("p.0").grants(0, again).andNothingElse();
        }
    }

    @Test
    void aProcessThatIsIdleYieldsAPermissionAndTellsOfTheLastGrant() {
        var process = critical();
        process.releases();
        process.tookStep("p.4").andNothingElse();
        process.receives(ZERO, request(5, ZERO));
        process.tookStep("co.0").sends(ZERO, reply(0, 4)).andNothingElse();
        process.asks();
        process.tookStep("p.1").sends(ZERO, request(6, SELF)).andNothingElse();
    }

    @Test
    void aProcessThatWaitsAndYieldsAPermissionThatItHeldRepliesAndAsksAgain() {
        var process = process();
        process.asks();
        process.tookStep("p.1").sends(ZERO, request(0, SELF)).andNothingElse();
        process.receives(ZERO, reply(0, 0));
        process.tookStep("p.3").grants(0, 1).andNothingElse();
        process.receives(ZERO, request(5, ZERO));
        process.tookStep("co.2").andNothingElse();
        process.releases();
        process.tookStep("p.4").sends(ZERO, reply(0, 1)).andNothingElse();
        process.asks();
        process.tookStep("p.1").sends(ZERO, request(6, SELF)).andNothingElse();
        process.receives(TWO, request(2, TWO));
        process.tookStep("co.1")
                .sends(TWO, reply(0, 1))
                .sends(TWO, request(6, SELF))
                .andNothingElse();
        process.receives(ZERO, reply(0, 2));
        process.tookStep("p.2").andNothingElse();
        process.receives(TWO, reply(0, 3));
        process.tookStep("p.3").grants(0, 4).andNothingElse();
    }

    @Test
    void ofTwoConcurrentRequestsWithEqualClocksTheSmallerNameComesFirst() {
        var process = waiting();
        process.receives(TWO, request(0, TWO));
        process.tookStep("co.2").andNothingElse();
        process.receives(ZERO, reply(0, 1));
        process.tookStep("p.3").grants(0, 2).andNothingElse();
    }

    @Test
    void aDeferredRequestIsAnsweredWithThePermissionWhenTheCriticalSectionHasEnded() {
        var process = critical();
        process.receives(TWO, request(0, TWO));
        process.tookStep("co.2").andNothingElse();
        process.releases();
        process.tookStep("p.4").sends(TWO, reply(0, 4)).andNothingElse();
        process.asks();
        process.tookStep("p.1").sends(TWO, request(1, SELF)).andNothingElse();
    }

    // --- departures

    @Test
    void aDepartureIsAnnouncedAndTheNextFenceIsOfTheGenerationNoted() {
        var process = waiting();
        process.departed(ZERO);
        process.tookStep("m.0").sends(TWO, departure(1)).andNothingElse();
        process.receives(TWO, new Noted(1));
        process.tookStep("m.5").grants(1, 1).andNothingElse();
    }

    @Test
    void aProcessThatHasNotedAGenerationAnnouncesAGreaterOne() {
        var process = process();
        process.receives(TWO, new Departure(4, Sorted.set()));
        process.tookStep("m.3").sends(TWO, new Noted(4)).andNothingElse();
        process.departed(ZERO);
        process.tookStep("m.0").sends(TWO, departure(5)).andNothingElse();
        process.receives(TWO, new Noted(4));
        process.tookStep("m.4").andNothingElse();
        process.asks();
        process.tookStep("p.1").andNothingElse();
        process.receives(TWO, new Noted(5));
        process.tookStep("m.5").grants(5, 1).andNothingElse();
    }

    @Test
    void aDepartureThatAnotherAnnouncesIsADeparture() {
        var process = waiting();
        process.receives(TWO, departure(4));
        process.tookStep("m.0")
                .sends(TWO, new Noted(4))
                .sends(TWO, departure(5))
                .andNothingElse();
        process.receives(ZERO, reply(0, 3));
        process.tookStep("m.8").andNothingElse();
        process.departed(ZERO);
        process.tookStep("m.0").andNothingElse();
        process.receives(TWO, new Noted(5));
        process.tookStep("m.5").grants(5, 1).andNothingElse();
    }

    @Test
    void aProcessThatIsLeftWithoutAQuorumLosesTheCriticalSection() {
        var process = critical();
        process.receives(TWO, request(0, TWO));
        process.tookStep("co.2").andNothingElse();
        process.cutOff();
        process.tookStep("m.2").loses(0, 4).sends(TWO, reply(0, 4)).andNothingElse();
        process.releases();
        process.tookStep("m.6").andNothingElse();
    }

    @Test
    void whatComesBackChangesNothing() {
        var process = waiting();
        process.undeliverable(ZERO, request(0, SELF));
        process.tookStep("m.7").andNothingElse();
    }
}
