package symposium.actor;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.suzukikasami.SuzukiKasami;
import symposium.mutex.suzukikasami.SuzukiKasami.Request;
import symposium.mutex.suzukikasami.SuzukiKasami.Token;

/**
 * Raynal's chapter, section 3, sentence by sentence, on process 1 of four as an actor; probes stand in for the others
 * and its user.
 */
class SuzukiKasamiPaperTest {

    private static final int ZERO = 0;
    private static final int TWO = 2;
    private static final int THREE = 3;

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create();

    // 3.3: "any process that holds the token can enter this section without requesting permission of the other
    // processes"

    @Test
    void aProcessThatHoldsTheTokenEntersWithoutAnyMessage() {
        Process process = new Process(true);
        process.asks(Input.ENTER);
        process.took("prelude.present", 1).isGranted();
        process.asks(Input.RELEASE);
        process.took("postlude.keeps", 0);
        process.asks(Input.ENTER);
        process.took("prelude.present", 1).isGranted();
    }

    // 3.4, note 1: "If the token is not present, the prelude consists in broadcasting the request to all the other
    // processes
    // and waits until the token arrives."

    @Test
    void aProcessWithoutTheTokenBroadcastsItsRequestAndWaitsUntilTheTokenArrives() {
        Process process = new Process(false);
        process.asks(Input.ENTER);
        process.took("prelude.broadcast", 3).sendsEveryOther(new Request(1));
        process.receives(ZERO, token(0, 0, 0, 0));
        process.took("access", 1).isGranted();
    }

    /** 3.4: "after such a wait other request messages can be received and processed" */
    @Test
    void whileItWaitsOrIsInsideRequestsAreNoted() {
        Process process = new Process(false);
        process.asks(Input.ENTER);
        process.took("prelude.broadcast", 3);
        process.receives(THREE, new Request(1));
        process.took("request.noted", 0);
        process.receives(ZERO, token(0, 0, 0, 0));
        process.took("access", 1);
        process.receives(ZERO, new Request(1));
        process.took("request.noted", 0);
    }

    // note 2: "The postlude first records in the token the time of its last holding by P_i, looks to see if any process
    // has
    // requested the token and if so transfers it appropriately." 3.3: "it searches this array in the order j+1, j+2,
    // ..., n, 1, 2, ..., j-1"

    @Test
    void thePostludeRecordsTheLastHoldingAndTransfersTheTokenToTheFirstRoundTheRing() {
        Process process = new Process(false);
        process.asks(Input.ENTER);
        process.took("prelude.broadcast", 3).sendsEveryOther(new Request(1));
        process.receives(ZERO, new Request(1));
        process.took("request.noted", 0);
        process.receives(THREE, new Request(1));
        process.took("request.noted", 0);
        process.receives(TWO, token(0, 0, 1, 0));
        process.took("access", 1).isGranted();
        process.asks(Input.RELEASE);
        process.took("postlude.sends", 1).sends(THREE, token(0, 1, 1, 0));
    }

    // note 3: "The receipt of a request from P_j has the effect of updating the local variable ..., followed by the
    // transfer of
    // the token if it is neither held nor being used by any other process."

    @Test
    void aRequestTransfersATokenThatRests() {
        Process process = new Process(true);
        process.receives(TWO, new Request(1));
        process.took("request.sends", 1).sends(TWO, token(0, 0, 0, 0));
        process.receives(THREE, new Request(1));
        process.took("request.noted", 0);
    }

    @Test
    void aRequestDoesNotTransferATokenThatIsHeld() {
        Process process = new Process(true);
        process.asks(Input.ENTER);
        process.took("prelude.present", 1);
        process.receives(TWO, new Request(1));
        process.took("request.noted", 0);
        process.asks(Input.RELEASE);
        process.took("postlude.sends", 1).sends(TWO, token(0, 0, 0, 0));
    }

    // 3.6: "The function 'max' ... results in only the last request from P_j being considered if several had been
    // delivered
    // out of sequence."

    @Test
    void onlyTheLastOfSeveralRequestsIsConsidered() {
        Process process = new Process(false);
        process.receives(TWO, new Request(2));
        process.took("request.noted", 0);
        process.receives(TWO, new Request(1));
        process.took("request.noted", 0);
        process.asks(Input.ENTER);
        process.took("prelude.broadcast", 3).sendsEveryOther(new Request(1));
        process.receives(ZERO, token(0, 0, 1, 0));
        process.took("access", 1);
        process.asks(Input.RELEASE);
        process.took("postlude.sends", 1).sends(TWO, token(0, 1, 1, 0));
    }

    @Test
    void aRequestThatWasGrantedLongSinceTransfersNothing() {
        Process process = new Process(false);
        process.asks(Input.ENTER);
        process.took("prelude.broadcast", 3);
        process.receives(ZERO, token(0, 0, 2, 0));
        process.took("access", 1);
        process.asks(Input.RELEASE);
        process.took("postlude.keeps", 0);
        process.receives(TWO, new Request(2));
        process.took("request.late", 0);
    }

    private static Token token(int... granted) {
        TreeMap<ProcessId, Integer> array = new TreeMap<>();
        for (int number = 0; number < granted.length; number++) {
            array.put(ProcessId.of(number), granted[number]);
        }
        return new Token(array);
    }

    /** Process 1 of four. */
    private static final class Process {
        private static final ProcessId SELF = ProcessId.of(1);

        private final Stage<SuzukiKasami.State, SuzukiKasami.Message, Input, Output> stage;

        Process(boolean tokenPresent) {
            stage = new Stage<>(
                    KIT,
                    SELF,
                    Neighbours.of(Stream.of(ZERO, TWO, THREE).map(ProcessId::of).toList()),
                    new SuzukiKasami(tokenPresent ? SELF : ProcessId.of(ZERO)));
        }

        void asks(Input ask) {
            stage.asks(ask);
        }

        void receives(int from, SuzukiKasami.Message message) {
            stage.receives(Neighbour.of(ProcessId.of(from)), message);
        }

        Taken took(String label, int effects) {
            return new Taken(stage.tookStep(label).andHasEffects(effects));
        }
    }

    /** A step that the process took. */
    private static final class Taken {
        private final Stage<SuzukiKasami.State, SuzukiKasami.Message, Input, Output>.Taken taken;

        Taken(Stage<SuzukiKasami.State, SuzukiKasami.Message, Input, Output>.Taken taken) {
            this.taken = taken;
        }

        Taken sends(int to, SuzukiKasami.Message message) {
            taken.sends(Neighbour.of(ProcessId.of(to)), message);
            return this;
        }

        void sendsEveryOther(SuzukiKasami.Message message) {
            sends(ZERO, message).sends(TWO, message).sends(THREE, message);
        }

        void isGranted() {
            taken.tells(new Output.Granted());
        }
    }
}
