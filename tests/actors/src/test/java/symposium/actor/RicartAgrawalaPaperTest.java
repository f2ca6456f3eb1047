package symposium.actor;

import static symposium.actor.Bench.SELF;
import static symposium.actor.Bench.TWO;
import static symposium.actor.Bench.ZERO;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import symposium.clock.Timestamp;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Start;
import symposium.mutex.ricartagrawala.RicartAgrawala;
import symposium.mutex.ricartagrawala.RicartAgrawala.Acknowledgement;
import symposium.mutex.ricartagrawala.RicartAgrawala.Form;
import symposium.mutex.ricartagrawala.RicartAgrawala.Request;

/** Hoogerwoord's process p with its co-processes, as an actor; probes stand in for the other two. */
class RicartAgrawalaPaperTest extends ThreeProcessesPaperTest<RicartAgrawala.State, RicartAgrawala.Message> {

    private static final Acknowledgement EMPTY = new Acknowledgement(OptionalLong.empty());

    private static Bench<RicartAgrawala.State, RicartAgrawala.Message> process(Form form) {
        return bench(new RicartAgrawala(Start.of(3, 0), form));
    }

    @Override
    Bench<RicartAgrawala.State, RicartAgrawala.Message> waiting() {
        Bench<RicartAgrawala.State, RicartAgrawala.Message> process = process(Form.EMPTY);
        process.asks();
        process.tookStep("p.0").sendsBoth(request(0, SELF)).andNothingElse();
        return process;
    }

    private Bench<RicartAgrawala.State, RicartAgrawala.Message> critical() {
        Bench<RicartAgrawala.State, RicartAgrawala.Message> process = waiting();
        process.receives(ZERO, EMPTY);
        process.tookStep("p.2").andNothingElse();
        process.receives(TWO, EMPTY);
        process.tookStep("p.3").grants(0, 2).andNothingElse();
        return process;
    }

    private static Request request(long clock, ProcessId name) {
        return new Request(new Timestamp(clock, name));
    }

    @Test
    void theCriticalSectionBeginsWhenEveryCoProcessHasAcknowledged() {
        critical();
    }

    @Test
    void whileNotXTheCoProcessAnswersAtOnceAndRaisesCAboveTheValueReceived() {
        var process = process(Form.EMPTY);
        process.receives(ZERO, request(7, ZERO));
        process.tookStep("co.0").sends(ZERO, EMPTY).andNothingElse();
        process.asks();
        process.tookStep("p.0").sendsBoth(request(8, SELF)).andNothingElse();
    }

    @Test
    void ofTwoConcurrentRequestsWithEqualClocksTheSmallerNameComesFirst() {
        var process = waiting();
        process.receives(TWO, request(0, TWO));
        process.tookStep("co.2").andNothingElse();
        process.receives(ZERO, request(0, ZERO));
        process.tookStep("co.1").sends(ZERO, EMPTY).andNothingElse();
    }

    @Test
    void theClockComesBeforeTheName() {
        var process = waiting();
        process.receives(ZERO, request(1, ZERO));
        process.tookStep("co.2").andNothingElse();
    }

    @Test
    void aDeferredReplyIsSentWhenTheCriticalSectionHasEnded() {
        var process = critical();
        process.receives(TWO, request(1, TWO));
        process.tookStep("co.2").andNothingElse();
        process.receives(ZERO, request(1, ZERO));
        process.tookStep("co.2").andNothingElse();
        process.releases();
        process.tookStep("p.4").sendsBoth(EMPTY).andNothingElse();
    }

    @Test
    void nothingIsSentUponReleaseWhenNoProcessAsked() {
        var process = critical();
        process.releases();
        process.tookStep("p.4").andNothingElse();
    }

    @Test
    void noValueOfFIsUsedTwice() {
        var process = critical();
        process.releases();
        process.tookStep("p.4").andNothingElse();
        process.asks();
        process.tookStep("p.0").sendsBoth(request(1, SELF)).andNothingElse();
    }

    @Test
    void aStampedAcknowledgementCarriesTheClockAndIsTakenIntoIt() {
        var process = process(Form.STAMPED);
        process.receives(ZERO, request(4, ZERO));
        process.tookStep("co.0")
                .sends(ZERO, new Acknowledgement(OptionalLong.of(5)))
                .andNothingElse();
        process.asks();
        process.tookStep("p.0").sendsBoth(request(5, SELF)).andNothingElse();
        process.receives(ZERO, new Acknowledgement(OptionalLong.of(9)));
        process.tookStep("p.2").andNothingElse();
        process.receives(TWO, new Acknowledgement(OptionalLong.of(3)));
        long fence = 5 * 3 + 1 + 1; // (5, 1) among three processes
        process.tookStep("p.3").grants(0, fence).andNothingElse();
        process.releases();
        process.tookStep("p.4").andNothingElse();
        process.asks();
        process.tookStep("p.0").sendsBoth(request(9, SELF)).andNothingElse();
    }

    // --- departures

    @Test
    void noProcessWaitsForTheAcknowledgementOfOneThatHasDeparted() {
        var process = waiting();
        process.receives(ZERO, EMPTY);
        process.tookStep("p.2").andNothingElse();
        process.departed(TWO);
        process.tookStep("m.1").grants(0, 2).andNothingElse();
    }

    @Test
    void aProcessThatIsCutOffIsToldThatTheCriticalSectionIsLostAndAnswersThoseThatItDeferred() {
        var process = critical();
        process.receives(ZERO, request(1, ZERO));
        process.tookStep("co.2").andNothingElse();
        process.cutOff();
        process.tookStep("m.2").loses(0, 2).sends(ZERO, EMPTY).andNothingElse();
        process.releases();
        process.tookStep("m.3").andNothingElse();
    }

    @Test
    void whatComesBackChangesNothing() {
        var process = waiting();
        process.undeliverable(TWO, request(0, SELF));
        process.tookStep("m.4").andNothingElse();
        process.departed(TWO);
        process.tookStep("m.0").andNothingElse();
        process.receives(ZERO, EMPTY);
        process.tookStep("p.3").grants(0, 2).andNothingElse();
    }
}
