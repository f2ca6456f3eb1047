package symposium.actor;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.helaryplouzeauraynal.AlreadySeen;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Req;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.ReqId;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.RtInfo;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Token;

/**
 * The principles of section 3, sentence by sentence, on one process as an actor; probes stand in for its neighbours 1,
 * 2, 3 and its user.
 */
class HelaryPlouzeauRaynalPaperTest {

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create();

    // "there is no need to send any request message when the token's owner wants to enter its critical section"

    @Test
    void theOwnerEntersForNothingAndKeepsTheTokenWhileNoProcessAsks() {
        Process owner = new Process(true);
        owner.enters();
        owner.tookStep("enter.here").isGranted().andNothingElse();
        owner.leaves();
        owner.tookStep("exit.keep").andNothingElse();
        owner.enters();
        owner.tookStep("enter.here").isGranted().andNothingElse();
    }

    // "When a process wants to enter the critical section it sends a request message to its neighbours and waits for
    // the token message"

    @Test
    void aProcessBroadcastsItsRequestAndWaits() {
        Process process = new Process(false);
        process.enters();
        process.tookStep("enter.ask").sendsItsRequest(0).andNothingElse();
        process.receivesToken(2, 0, Map.of(5, 4L));
        process.tookStep("token.own").isGranted().andNothingElse();
    }

    // "Upon receiving a request message, a process P broadcasts that request to its neighbours not belonging to the
    // control part"

    @Test
    void aRequestGoesOnToTheNeighboursThatHaveNotSeenIt() {
        Process process = new Process(false);
        process.receivesRequest(1, 5, 3, "0157");
        process.tookStep("request.new")
                .sendsRequest(2, 5, 3, "012357")
                .sendsRequest(3, 5, 3, "012357")
                .andNothingElse();
    }

    @Test
    void aSecondCopyOrAnOlderRequestOfTheSameOriginGoesNowhere() {
        Process process = new Process(false);
        process.receivesRequest(1, 5, 3, "012357");
        process.tookStep("request.new").andNothingElse();
        process.receivesRequest(2, 5, 3, "025");
        process.tookStep("request.old").andNothingElse();
        process.receivesRequest(3, 5, 2, "035");
        process.tookStep("request.old").andNothingElse();
    }

    // "Otherwise P hands it over to N, the neighbour which sent him the request being serviced"

    @Test
    void aHandlerSendsTheTokenBackTheWayTheRequestCame() {
        Process process = new Process(false);
        process.receivesRequest(2, 5, 0, "012357");
        process.tookStep("request.new").andNothingElse();
        process.receivesRequest(1, 5, 0, "012357");
        process.tookStep("request.old").andNothingElse();
        process.receivesToken(3, 5, Map.of(8, 2L));
        process.tookStep("token.handle").sendsToken(2, 5, Map.of(8, 2L)).andNothingElse();
    }

    // "If the process P owns the token and is outside the critical section, it extracts the oldest request R ... It
    // then sends the token"

    @Test
    void anIdleOwnerSendsTheTokenThroughAProcessThatSentTheRequestAndTheRequestOn() {
        Process owner = new Process(true);
        owner.receivesRequest(1, 5, 3, "01235");
        owner.tookStep("request.transmit").sendsToken(1, 5, Map.of(0, 4L)).andNothingElse();
    }

    // "If process P is inside the critical section, it will behave as stated above upon exiting it."

    @Test
    void afterItsCriticalSectionTheOwnerServesTheOldestByTimeAndThenByName() {
        Process owner = new Process(true);
        owner.enters();
        owner.tookStep("enter.here").isGranted().andNothingElse();
        owner.receivesRequest(1, 1, 2, "0123");
        owner.tookStep("request.new").andNothingElse();
        owner.receivesRequest(3, 7, 1, "01237");
        owner.tookStep("request.new").andNothingElse();
        owner.receivesRequest(2, 6, 1, "01236");
        owner.tookStep("request.new").andNothingElse();
        owner.leaves();
        owner.tookStep("exit.transmit").sendsToken(2, 6, Map.of(0, 5L)).andNothingElse();
        // line (A) has advanced the clock
        owner.enters();
        owner.tookStep("enter.ask").sendsItsRequest(6).andNothingElse();
    }

    @Test
    void aRequestThatTheTokenHasServedIsPassedOnAndNotServedAgain() {
        Process process = new Process(false);
        process.enters();
        process.tookStep("enter.ask").sendsItsRequest(0).andNothingElse();
        process.receivesToken(1, 0, Map.of(5, 4L));
        process.tookStep("token.own").isGranted().andNothingElse();
        process.leaves();
        process.tookStep("exit.keep").andNothingElse();
        process.receivesRequest(1, 5, 4, "0125");
        process.tookStep("request.served").sendsRequest(3, 5, 4, "01235").andNothingElse();
        process.receivesRequest(2, 5, 5, "0125");
        process.tookStep("request.transmit")
                .sendsRequest(3, 5, 5, "01235")
                .sendsToken(2, 5, Map.of(0, 6L, 5, 4L))
                .andNothingElse();
    }

    // two requests that cross on a link

    @Test
    void requestsThatCrossAreOrderedByTheirStamps() {
        Process process = new Process(false);
        process.enters();
        process.tookStep("enter.ask").sendsItsRequest(0).andNothingElse();
        process.receivesRequest(1, 1, 0, "01");
        process.tookStep("request.new")
                .sendsRequest(2, 1, 0, "0123")
                .sendsRequest(3, 1, 0, "0123")
                .andNothingElse();
        process.receivesToken(2, 0, Map.of(9, 1L));
        process.tookStep("token.own").isGranted().andNothingElse();
        process.leaves();
        process.tookStep("exit.transmit").sendsToken(1, 1, Map.of(0, 1L, 9, 1L)).andNothingElse();
    }

    private static AlreadySeen seen(String digits) {
        return new AlreadySeen(
                digits.chars().mapToObj(digit -> ProcessId.of(digit - '0')).toList());
    }

    private static Req request(int sender, int origin, long time, String seen) {
        return new Req(new ReqId(ProcessId.of(origin), time), new RtInfo(ProcessId.of(sender), seen(seen)));
    }

    private static Token token(int elec, Map<Integer, Long> lud) {
        SortedMap<ProcessId, Long> array = new TreeMap<>();
        lud.forEach((process, time) -> array.put(ProcessId.of(process), time));
        return new Token(array, ProcessId.of(elec));
    }

    /** Process 0, whose neighbours are 1, 2 and 3. */
    private static final class Process {
        private final Stage<HelaryPlouzeauRaynal.State, HelaryPlouzeauRaynal.Message, Input, Output> stage;

        Process(boolean holdsToken) {
            stage = new Stage<>(
                    KIT,
                    ProcessId.of(0),
                    Neighbours.of(
                            IntStream.rangeClosed(1, 3).mapToObj(ProcessId::of).toList()),
                    new HelaryPlouzeauRaynal(ProcessId.of(holdsToken ? 0 : 1)));
        }

        void enters() {
            stage.asks(Input.ENTER);
        }

        void leaves() {
            stage.asks(Input.RELEASE);
        }

        void receivesRequest(int sender, int origin, long time, String seen) {
            stage.receives(neighbour(sender), request(sender, origin, time, seen));
        }

        void receivesToken(int sender, int elec, Map<Integer, Long> lud) {
            stage.receives(neighbour(sender), token(elec, lud));
        }

        Taken tookStep(String label) {
            return new Taken(stage.tookStep(label));
        }
    }

    private static Neighbour neighbour(int number) {
        return Neighbour.of(ProcessId.of(number));
    }

    /** A step that a process took, and what of it has been seen from outside. */
    private static final class Taken {
        private final Stage<HelaryPlouzeauRaynal.State, HelaryPlouzeauRaynal.Message, Input, Output>.Taken taken;

        Taken(Stage<HelaryPlouzeauRaynal.State, HelaryPlouzeauRaynal.Message, Input, Output>.Taken taken) {
            this.taken = taken;
        }

        Taken sendsRequest(int to, int origin, long time, String alreadySeen) {
            taken.sends(neighbour(to), request(0, origin, time, alreadySeen));
            return this;
        }

        /** To each neighbour. */
        Taken sendsItsRequest(long time) {
            return sendsRequest(1, 0, time, "0123")
                    .sendsRequest(2, 0, time, "0123")
                    .sendsRequest(3, 0, time, "0123");
        }

        Taken sendsToken(int to, int elec, Map<Integer, Long> lud) {
            taken.sends(neighbour(to), token(elec, lud));
            return this;
        }

        Taken isGranted() {
            taken.tells(new Output.Granted());
            return this;
        }

        void andNothingElse() {
            taken.andNothingElse();
        }
    }
}
