package symposium.actor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import symposium.kernel.Neighbours;
import symposium.kernel.Occurrence;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.mutex.Ask;
import symposium.mutex.Fence;
import symposium.mutex.Told;
import symposium.mutex.suzukikasami.SuzukiKasami;
import symposium.mutex.suzukikasami.SuzukiKasamiMessage;
import symposium.mutex.suzukikasami.SuzukiKasamiMessage.Request;
import symposium.mutex.suzukikasami.SuzukiKasamiMessage.Token;

/** Raynal's chapter, section 3, sentence by sentence, on process 1 of four as an actor; probes stand in for the others and its user. */
class SuzukiKasamiPaperTest {

    private static final int ZERO = 0;
    private static final int TWO = 2;
    private static final int THREE = 3;

    private static ActorTestKit kit;

    @BeforeAll
    static void start() {
        kit = ActorTestKit.create();
    }

    @AfterAll
    static void stop() {
        kit.shutdownTestKit();
    }

    // 3.3: "any process that holds the token can enter this section without requesting permission of the other
    // processes"

    @Test
    void whoHoldsTheTokenEntersWithoutAnyMessage() {
        Process process = new Process(true);
        process.asks(Ask.ENTER);
        process.took("prelude.present", 1).isGranted(1);
        process.asks(Ask.RELEASE);
        process.took("postlude.keeps", 0);
        process.asks(Ask.ENTER);
        process.took("prelude.present", 1).isGranted(2);
    }

    // 3.4, note 1: "If the token is not present, the prelude consists in broadcasting the request to all the other
    // processes
    // and waits until the token arrives."

    @Test
    void whoDoesNotBroadcastsItsRequestAndWaitsUntilTheTokenArrives() {
        Process process = new Process(false);
        process.asks(Ask.ENTER);
        process.took("prelude.broadcast", 3)
                .sends(ZERO, new Request(1))
                .sends(TWO, new Request(1))
                .sends(THREE, new Request(1));
        process.receives(ZERO, token(0, 0, 0, 0, 0));
        process.took("access", 1).isGranted(1);
    }

    /** 3.4: "after such a wait other request messages can be received and processed" */
    @Test
    void whileItWaitsOrIsInsideRequestsAreNoted() {
        Process process = new Process(false);
        process.asks(Ask.ENTER);
        process.took("prelude.broadcast", 3);
        process.receives(THREE, new Request(1));
        process.took("request.noted", 0);
        process.receives(ZERO, token(0, 0, 0, 0, 0));
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
        process.asks(Ask.ENTER);
        process.took("prelude.broadcast", 3)
                .sends(ZERO, new Request(1))
                .sends(TWO, new Request(1))
                .sends(THREE, new Request(1));
        process.receives(ZERO, new Request(1));
        process.took("request.noted", 0);
        process.receives(THREE, new Request(1));
        process.took("request.noted", 0);
        process.receives(TWO, token(4, 0, 0, 1, 0));
        process.took("access", 1).isGranted(5);
        process.asks(Ask.RELEASE);
        process.took("postlude.sends", 1).sends(THREE, token(5, 0, 1, 1, 0));
    }

    // note 3: "The receipt of a request from P_j has the effect of updating the local variable ..., followed by the
    // transfer of
    // the token if it is neither held nor being used by any other process."

    @Test
    void aRequestTransfersATokenThatRests() {
        Process process = new Process(true);
        process.receives(TWO, new Request(1));
        process.took("request.sends", 1).sends(TWO, token(0, 0, 0, 0, 0));
        process.receives(THREE, new Request(1));
        process.took("request.noted", 0);
    }

    @Test
    void aRequestDoesNotTransferATokenThatIsHeld() {
        Process process = new Process(true);
        process.asks(Ask.ENTER);
        process.took("prelude.present", 1);
        process.receives(TWO, new Request(1));
        process.took("request.noted", 0);
        process.asks(Ask.RELEASE);
        process.took("postlude.sends", 1).sends(TWO, token(1, 0, 0, 0, 0));
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
        process.asks(Ask.ENTER);
        process.took("prelude.broadcast", 3)
                .sends(ZERO, new Request(1))
                .sends(TWO, new Request(1))
                .sends(THREE, new Request(1));
        process.receives(ZERO, token(0, 0, 0, 1, 0));
        process.took("access", 1);
        process.asks(Ask.RELEASE);
        process.took("postlude.sends", 1).sends(TWO, token(1, 0, 1, 1, 0));
    }

    @Test
    void aRequestThatWasGrantedLongSinceTransfersNothing() {
        Process process = new Process(false);
        process.asks(Ask.ENTER);
        process.took("prelude.broadcast", 3);
        process.receives(ZERO, token(3, 0, 0, 2, 0));
        process.took("access", 1);
        process.asks(Ask.RELEASE);
        process.took("postlude.keeps", 0);
        process.receives(TWO, new Request(2));
        process.took("request.late", 0);
    }

    private static Token token(long grants, int... granted) {
        TreeMap<ProcessId, Integer> array = new TreeMap<>();
        for (int number = 0; number < granted.length; number++) {
            array.put(ProcessId.of(number), granted[number]);
        }
        return new Token(array, new Fence(0, grants));
    }

    /** Process 1 of four. */
    private static final class Process {
        private static final ProcessId SELF = ProcessId.of(1);

        private final TreeMap<Integer, TestProbe<ProcessActor.Command<SuzukiKasamiMessage, Ask>>> others =
                new TreeMap<>();
        private final TestProbe<Told> user = kit.createTestProbe("user");
        private final TestProbe<Occurrence> log = kit.createTestProbe("log");
        private final ActorRef<ProcessActor.Command<SuzukiKasamiMessage, Ask>> process;

        Process(boolean tokenPresent) {
            List.of(ZERO, TWO, THREE).forEach(number -> others.put(number, kit.createTestProbe("process" + number)));
            process = kit.spawn(ProcessActor.create(
                    SELF,
                    Neighbours.of(others.keySet().stream().map(ProcessId::of).toList()),
                    new SuzukiKasami(tokenPresent ? SELF : ProcessId.of(ZERO)),
                    new Surroundings<>(
                            (to, message) -> others.get(to.id().number())
                                    .getRef()
                                    .tell(new ProcessActor.Delivery<>(SELF, Side.NONE, message)),
                            told -> user.getRef().tell(told),
                            Timings.all(Duration.ofSeconds(1)),
                            occurrence -> log.getRef().tell(occurrence))));
        }

        void asks(Ask ask) {
            process.tell(new ProcessActor.Ask<>(ask));
        }

        void receives(int from, SuzukiKasamiMessage message) {
            process.tell(new ProcessActor.Delivery<>(ProcessId.of(from), Side.NONE, message));
        }

        Process took(String label, int effects) {
            Occurrence.Stepped stepped = log.expectMessageClass(Occurrence.Stepped.class);
            assertEquals(label, stepped.rule().label(), stepped.toString());
            assertEquals(effects, stepped.effects().size(), stepped.toString());
            return this;
        }

        Process sends(int to, SuzukiKasamiMessage message) {
            others.get(to).expectMessage(new ProcessActor.Delivery<>(SELF, Side.NONE, message));
            return this;
        }

        void isGranted(long grant) {
            user.expectMessage(new Told.Granted(new Fence(0, grant)));
        }
    }
}
