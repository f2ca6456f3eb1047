package symposium.actor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.TraceEvent;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.tokenring.TokenRing;
import symposium.mutex.tokenring.TokenRing.Token;
import symposium.mutex.tokenring.TokenRing.Watcher;

/**
 * Raynal's chapter, section 4, on process 1 of a ring of three with two tokens, as an actor; probes stand in for its
 * neighbours and its user, and time passes by hand.
 */
class TokenRingPaperTest {

    private static final Duration REST = Duration.ofSeconds(1);

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create(ManualTime.config());

    private static final ManualTime TIME = ManualTime.get(KIT.system());

    // 4.1: "wait (token) of P_(i-1) mod n; <critical section>; send (token) P_(i+1) mod n"

    @Test
    void itWaitsForTheTokenEntersAndSendsItOn() {
        Process process = new Process();
        process.asks(Input.ENTER);
        process.took("waits", 0);
        process.receives(new Token(alone(1), new Fence(0, 3)));
        process.took("token.enters", 3);
        process.user.expectMessage(new Output.Granted(new Fence(0, 4)));
        TIME.expectNoMessageFor(REST.multipliedBy(5), process.log);
        process.asks(Input.RELEASE);
        process.took("sends", 1).sends(new Token(alone(1, 1), new Fence(0, 4)));
    }

    @Test
    void aTokenThatNoProcessWantsRestsAndIsSentOn() {
        Process process = new Process();
        process.receives(new Token(alone(1), new Fence(0, 3)));
        process.took("token.marks", 1);
        TIME.expectNoMessageFor(REST.dividedBy(2), process.log);
        TIME.timePasses(REST);
        process.took("token.leaves", 1).sends(new Token(alone(1, 1), new Fence(0, 3)));
    }

    @Test
    void aTokenThatRestsIsUsedAtOnceByAProcessThatWantsIt() {
        Process process = new Process();
        process.receives(new Token(alone(1), new Fence(0, 3)));
        process.took("token.marks", 1);
        process.asks(Input.ENTER);
        process.took("enters", 2);
        process.user.expectMessage(new Output.Granted(new Fence(0, 4)));
        process.asks(Input.RELEASE);
        process.took("sends", 1).sends(new Token(alone(1, 1), new Fence(0, 4)));
    }

    // 4.2: "a token T1 arriving at the process P_i can guarantee that the other token T2 has been lost ... if neither
    // it nor
    // P_i has encountered T2 since T1's last passage through P_i"

    @Test
    void aWatcherThatHasBeenRoundRegeneratesTheTokenUnderAHigherGeneration() {
        Process process = new Process();
        process.asks(Input.ENTER);
        process.took("waits", 0);
        process.receives(new Watcher(1, alone(0), 2));
        process.took("token.marks", 1);
        TIME.timePasses(REST);
        process.took("token.leaves", 1).sends(new Watcher(1, alone(0, 1), 2));
        process.receives(new Watcher(1, alone(0, 0, 1, 2), 5));
        process.took("token.regenerates", 4);
        process.user.expectMessage(new Output.Granted(new Fence(6, 1)));
    }

    @Test
    void notIfTheProcessHasEncounteredTheOtherSince() {
        Process process = new Process();
        process.receives(new Watcher(1, alone(0), 0));
        process.took("token.marks", 1);
        TIME.timePasses(REST);
        process.took("token.leaves", 1);
        process.receives(new Token(alone(1), new Fence(0, 1)));
        process.took("token.marks", 1);
        TIME.timePasses(REST);
        process.took("token.leaves", 1);
        process.receives(new Watcher(1, alone(0, 0, 1, 2), 0));
        process.took("token.marks", 1);
    }

    @Test
    void norIfTheTokenHasEncounteredTheOtherSince() {
        Process process = new Process();
        process.receives(new Watcher(1, alone(0), 0));
        process.took("token.marks", 1);
        TIME.timePasses(REST);
        process.took("token.leaves", 1);
        process.receives(new Watcher(1, alone(0, 0, 2), 0));
        process.took("token.marks", 1);
    }

    /** A meeting takes place also where the token is being used. */
    @Test
    void whereTheTokenIsUsedAWatcherMeetsIt() {
        Process process = new Process();
        process.asks(Input.ENTER);
        process.took("waits", 0);
        process.receives(new Token(alone(1, 0), new Fence(0, 0)));
        process.took("token.enters", 3);
        process.receives(new Watcher(1, alone(0, 0), 0));
        process.took("token.meets", 1);
        process.asks(Input.RELEASE);
        process.took("sends", 1).sends(new Token(alone(1), new Fence(0, 1)));
        TIME.timePasses(REST);
        process.took("token.leaves", 1).sends(new Watcher(1, alone(0), 0));
    }

    // What takes more than losses: a token that was taken for lost, a second one of a kind, a process cut off.

    @Test
    void anOlderTokenAndASecondOfAKindAreDiscarded() {
        Process process = new Process();
        process.receives(new Watcher(1, alone(0), 2));
        process.took("token.marks", 1);
        process.receives(new Token(alone(1), new Fence(1, 7)));
        process.took("token.older", 0);
        process.receives(new Watcher(1, alone(0), 2));
        process.took("token.twice", 0);
    }

    @Test
    void aProcessThatIsCutOffGivesUpItsTokensAndItsUserIsTold() {
        Process process = new Process();
        process.asks(Input.ENTER);
        process.took("waits", 0);
        process.receives(new Token(alone(1), new Fence(0, 0)));
        process.took("token.enters", 3);
        process.user.expectMessage(new Output.Granted(new Fence(0, 1)));
        process.process.tell(new ProcessActor.NeighboursChanged<>(
                Neighbours.none(), new TreeSet<>(List.of(ProcessId.of(0), ProcessId.of(2)))));
        process.took("ring.cut-off", 2);
        process.user.expectMessage(new Output.Lost(new Fence(0, 1)));
        process.asks(Input.RELEASE);
        process.took("sends.after-loss", 0);
    }

    /** Since it last met this one, a token has passed these processes. */
    private static SortedMap<Integer, SortedSet<ProcessId>> alone(int watched, int... passed) {
        TreeSet<ProcessId> processes = new TreeSet<>();
        for (int number : passed) {
            processes.add(ProcessId.of(number));
        }
        return new TreeMap<>(Collections.singletonMap(watched, processes));
    }

    /** Process 1, between 2 on its left and 0 on its right. */
    private static final class Process {
        private static final ProcessId SELF = ProcessId.of(1);
        private static final ProcessId RIGHT = ProcessId.of(0);

        private final TestProbe<ProcessActor.Command<TokenRing.Message, Input>> left = KIT.createTestProbe("left");
        private final TestProbe<Output> user = KIT.createTestProbe("user");
        private final TestProbe<TraceEvent> log = KIT.createTestProbe("log");
        private final ActorRef<ProcessActor.Command<TokenRing.Message, Input>> process;

        Process() {
            process = KIT.spawn(ProcessActor.create(
                    SELF,
                    Neighbours.onRing(ProcessId.of(2), RIGHT),
                    new TokenRing(RIGHT, 2),
                    new ProcessContext<>(
                            (to, message) -> {
                                assertEquals(Side.LEFT, to.side());
                                left.getRef().tell(new ProcessActor.Delivery<>(SELF, Side.RIGHT, message));
                            },
                            told -> user.getRef().tell(told),
                            TimerDurations.all(REST),
                            occurrence -> log.getRef().tell(occurrence))));
        }

        void asks(Input ask) {
            process.tell(new ProcessActor.Ask<>(ask));
        }

        void receives(TokenRing.Message message) {
            process.tell(new ProcessActor.Delivery<>(RIGHT, Side.RIGHT, message));
        }

        Process took(String label, int effects) {
            TraceEvent.Stepped stepped = log.expectMessageClass(TraceEvent.Stepped.class);
            assertEquals(label, stepped.rule().label(), stepped.toString());
            assertEquals(effects, stepped.effects().size(), stepped.toString());
            return this;
        }

        void sends(TokenRing.Message message) {
            left.expectMessage(new ProcessActor.Delivery<>(SELF, Side.RIGHT, message));
        }
    }
}
