package symposium.actor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
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
import symposium.mutex.ewd851.Ewd851;
import symposium.mutex.ewd851.Ewd851Message;
import symposium.mutex.ewd851.Ewd851Message.Signal;
import symposium.mutex.ewd851.Ewd851Message.Token;

/**
 * EWD851, sentence by sentence, on one machine as an actor; probes stand in for its neighbours and its user.
 *
 * <p>That a machine does nothing else is told by its log: each step names its rule and all its effects. That it carries out these and
 * no more is {@link ReplayTest}'s to show.
 */
class Ewd851PaperTest {

    private static ActorTestKit kit;

    @BeforeAll
    static void start() {
        kit = ActorTestKit.create();
    }

    @AfterAll
    static void stop() {
        kit.shutdownTestKit();
    }

    // "Mutual exclusion is then achieved by maintaining: a critically engaged machine holds the token."

    @Test
    void aMachineDoesNotInitiateACriticalEngagementUnlessHoldingTheToken() {
        Machine machine = withoutToken();
        machine.completesItsNeutralEngagement();
        machine.tookStep("n.1").sendsSignalToTheRight().andNothingElse();
        machine.receivesTheToken();
        machine.tookStep("t.2").initiatesCriticalEngagement().andNothingElse();
    }

    @Test
    void aMachineDoesNotSendTheTokenToAnotherWhileBeingCriticallyEngaged() {
        Machine machine = critical();
        machine.receivesASignal();
        machine.tookStep("s.3").andNothingElse();
    }

    // "Furthermore each machine maintains: the machine holding the token is not delayed"

    @Test
    void aMachineHoldingTheTokenSkipsTheDelay() {
        Machine machine = withToken();
        machine.completesItsNeutralEngagement();
        machine.tookStep("n.0").initiatesCriticalEngagement().andNothingElse();
    }

    @Test
    void aDelayedMachineInitiatesACriticalEngagementUponReceiptOfTheToken() {
        Machine machine = whiteDelayed();
        machine.receivesTheToken();
        machine.tookStep("t.2").initiatesCriticalEngagement().andNothingElse();
    }

    // "The idea is that a delayed machine can send a signal to the right to call the token to the left."

    @Test
    void aDelayedMachineSendsASignalToTheRightToCallTheTokenToTheLeft() {
        Machine machine = withoutToken();
        machine.completesItsNeutralEngagement();
        machine.tookStep("n.1").sendsSignalToTheRight().andNothingElse();
    }

    @Test
    void anIdleTokenRestsWhereItLies() {
        Machine machine = critical();
        machine.completesItsCriticalEngagement();
        machine.tookStep("c.0").andNothingElse();
        machine.completesItsNeutralEngagement();
        machine.tookStep("n.0").initiatesCriticalEngagement().andNothingElse();
    }

    // "machines on segments traversed to the right by signals but not yet traversed to the left by the token will be
    // black"

    @Test
    void aSegmentTraversedByASignalIsNotTraversedByASecond() {
        Machine machine = blackNeutral();
        machine.completesItsNeutralEngagement();
        machine.tookStep("n.2").andNothingElse();
    }

    @Test
    void aMachineTraversedByTheTokenIsWhiteAgain() {
        Machine machine = blackNeutral();
        machine.receivesTheToken();
        machine.tookStep("t.1").sendsTokenToTheLeft().andNothingElse();
        machine.completesItsNeutralEngagement();
        machine.tookStep("n.1").sendsSignalToTheRight().andNothingElse();
    }

    // "upon completion of a neutral engagement"

    @Test
    void n0_holdingTheTokenItInitiatesACriticalEngagement() {
        Machine machine = withToken();
        machine.completesItsNeutralEngagement();
        machine.tookStep("n.0").initiatesCriticalEngagement().andNothingElse();
    }

    @Test
    void n1_notHoldingTheTokenAndWhiteItSendsASignalToTheRightAndInitiatesADelay() {
        Machine machine = withoutToken();
        machine.completesItsNeutralEngagement();
        machine.tookStep("n.1").sendsSignalToTheRight().andNothingElse();
    }

    @Test
    void n2_notHoldingTheTokenAndBlackItInitiatesADelay() {
        Machine machine = blackNeutral();
        machine.completesItsNeutralEngagement();
        machine.tookStep("n.2").andNothingElse();
    }

    // "upon receipt of a signal"

    @Test
    void s0_notHoldingTheTokenAndNeutrallyEngagedItBecomesBlackAndSendsASignalToTheRight() {
        Machine machine = withoutToken();
        machine.receivesASignal();
        machine.tookStep("s.0").sendsSignalToTheRight().andNothingElse();
        machine.completesItsNeutralEngagement();
        machine.tookStep("n.2").andNothingElse();
    }

    @Test
    void s1_delayedItBecomesBlack() {
        Machine machine = whiteDelayed();
        machine.receivesASignal();
        machine.tookStep("s.1").andNothingElse();
        machine.receivesTheToken();
        machine.tookStep("t.0").initiatesCriticalEngagement().andNothingElse();
    }

    @Test
    void s2_holdingTheTokenAndNeutrallyEngagedItSendsTheTokenToTheLeft() {
        Machine machine = withToken();
        machine.receivesASignal();
        machine.tookStep("s.2").sendsTokenToTheLeft().andNothingElse();
        machine.completesItsNeutralEngagement();
        machine.tookStep("n.1").sendsSignalToTheRight().andNothingElse();
    }

    @Test
    void s3_criticallyEngagedItBecomesBlack() {
        Machine machine = critical();
        machine.receivesASignal();
        machine.tookStep("s.3").andNothingElse();
        machine.completesItsCriticalEngagement();
        machine.tookStep("c.1").sendsTokenToTheLeft().andNothingElse();
    }

    // "upon completion of a critical engagement"

    @Test
    void c0_whiteItInitiatesANeutralEngagement() {
        Machine machine = critical();
        machine.completesItsCriticalEngagement();
        machine.tookStep("c.0").andNothingElse();
    }

    @Test
    void c1_blackItBecomesWhiteSendsTheTokenToTheLeftAndInitiatesANeutralEngagement() {
        Machine machine = critical();
        machine.receivesASignal();
        machine.tookStep("s.3").andNothingElse();
        machine.completesItsCriticalEngagement();
        machine.tookStep("c.1").sendsTokenToTheLeft().andNothingElse();
        machine.completesItsNeutralEngagement();
        machine.tookStep("n.1").sendsSignalToTheRight().andNothingElse();
    }

    // "upon receipt of the token"

    @Test
    void t0_delayedAndBlackItInitiatesACriticalEngagementAndStaysBlack() {
        Machine machine = blackNeutral();
        machine.completesItsNeutralEngagement();
        machine.tookStep("n.2").andNothingElse();
        machine.receivesTheToken();
        machine.tookStep("t.0").initiatesCriticalEngagement().andNothingElse();
        machine.completesItsCriticalEngagement();
        machine.tookStep("c.1").sendsTokenToTheLeft().andNothingElse();
    }

    @Test
    void t1_neutrallyEngagedItBecomesWhiteAndSendsTheTokenToTheLeft() {
        Machine machine = blackNeutral();
        machine.receivesTheToken();
        machine.tookStep("t.1").sendsTokenToTheLeft().andNothingElse();
    }

    @Test
    void t2_delayedAndWhiteItInitiatesACriticalEngagementAndStaysWhite() {
        Machine machine = whiteDelayed();
        machine.receivesTheToken();
        machine.tookStep("t.2").initiatesCriticalEngagement().andNothingElse();
        machine.completesItsCriticalEngagement();
        machine.tookStep("c.0").andNothingElse();
    }

    private static Machine withToken() {
        return new Machine(true);
    }

    private static Machine withoutToken() {
        return new Machine(false);
    }

    private static Machine critical() {
        Machine machine = withToken();
        machine.completesItsNeutralEngagement();
        machine.tookStep("n.0").initiatesCriticalEngagement().andNothingElse();
        return machine;
    }

    private static Machine whiteDelayed() {
        Machine machine = withoutToken();
        machine.completesItsNeutralEngagement();
        machine.tookStep("n.1").sendsSignalToTheRight().andNothingElse();
        return machine;
    }

    private static Machine blackNeutral() {
        Machine machine = withoutToken();
        machine.receivesASignal();
        machine.tookStep("s.0").sendsSignalToTheRight().andNothingElse();
        return machine;
    }

    /** Machine 1 of the ring, between 2 on its left and 0 on its right. */
    private static final class Machine {
        private static final ProcessId SELF = ProcessId.of(1);
        private static final ProcessId LEFT = ProcessId.of(2);
        private static final ProcessId RIGHT = ProcessId.of(0);

        private final TestProbe<ProcessActor.Command<Ewd851Message, Ask>> left = kit.createTestProbe("left");
        private final TestProbe<ProcessActor.Command<Ewd851Message, Ask>> right = kit.createTestProbe("right");
        private final TestProbe<Told> user = kit.createTestProbe("user");
        private final TestProbe<Occurrence> log = kit.createTestProbe("log");
        private final ActorRef<ProcessActor.Command<Ewd851Message, Ask>> process;

        Machine(boolean holdsToken) {
            process = kit.spawn(ProcessActor.create(
                    SELF,
                    Neighbours.onRing(LEFT, RIGHT),
                    new Ewd851(holdsToken ? SELF : RIGHT),
                    new Surroundings<>(
                            (to, message) -> (to.side() == Side.LEFT ? left : right)
                                    .getRef()
                                    .tell(new ProcessActor.Delivery<>(
                                            SELF, to.side().opposite(), message)),
                            told -> user.getRef().tell(told),
                            Timings.all(Duration.ofSeconds(1)),
                            occurrence -> log.getRef().tell(occurrence))));
        }

        void completesItsNeutralEngagement() {
            process.tell(new ProcessActor.Ask<>(Ask.ENTER));
        }

        void completesItsCriticalEngagement() {
            process.tell(new ProcessActor.Ask<>(Ask.RELEASE));
        }

        void receivesASignal() {
            process.tell(new ProcessActor.Delivery<>(LEFT, Side.LEFT, new Signal()));
        }

        void receivesTheToken() {
            process.tell(new ProcessActor.Delivery<>(RIGHT, Side.RIGHT, new Token()));
        }

        Taken tookStep(String label) {
            Occurrence.Stepped stepped = log.expectMessageClass(Occurrence.Stepped.class);
            assertEquals(label, stepped.rule().label(), stepped.toString());
            return new Taken(this, stepped);
        }
    }

    /** A step that a machine took, and what of it has been seen from outside. */
    private static final class Taken {
        private final Machine machine;
        private final Occurrence.Stepped stepped;
        private int seen;

        Taken(Machine machine, Occurrence.Stepped stepped) {
            this.machine = machine;
            this.stepped = stepped;
        }

        Taken sendsSignalToTheRight() {
            machine.right.expectMessage(new ProcessActor.Delivery<>(Machine.SELF, Side.LEFT, new Signal()));
            seen++;
            return this;
        }

        Taken sendsTokenToTheLeft() {
            machine.left.expectMessage(new ProcessActor.Delivery<>(Machine.SELF, Side.RIGHT, new Token()));
            seen++;
            return this;
        }

        Taken initiatesCriticalEngagement() {
            machine.user.expectMessage(new Told.Granted(Fence.NONE));
            seen++;
            return this;
        }

        void andNothingElse() {
            assertEquals(seen, stepped.effects().size(), "effects of " + stepped);
        }
    }
}
