package symposium.actor;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.ewd851.Ewd851;
import symposium.mutex.ewd851.Ewd851.Signal;
import symposium.mutex.ewd851.Ewd851.Token;

/** EWD851, sentence by sentence, on one machine as an actor; probes stand in for its neighbours and its user. */
class Ewd851PaperTest {

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create();

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
        private static final ProcessId RIGHT = ProcessId.of(0);
        private static final Neighbours NEIGHBOURS = Neighbours.onRing(ProcessId.of(2), RIGHT);

        private final Stage<Ewd851.State, Ewd851.Message, Input, Output> stage;

        Machine(boolean holdsToken) {
            stage = new Stage<>(KIT, SELF, NEIGHBOURS, new Ewd851(holdsToken ? SELF : RIGHT));
        }

        void completesItsNeutralEngagement() {
            stage.asks(Input.ENTER);
        }

        void completesItsCriticalEngagement() {
            stage.asks(Input.RELEASE);
        }

        void receivesASignal() {
            stage.receives(NEIGHBOURS.left(), new Signal());
        }

        void receivesTheToken() {
            stage.receives(NEIGHBOURS.right(), new Token());
        }

        Taken tookStep(String label) {
            return new Taken(stage.tookStep(label));
        }
    }

    /** A step that a machine took, and what of it has been seen from outside. */
    private static final class Taken {
        private final Stage<Ewd851.State, Ewd851.Message, Input, Output>.Taken taken;

        Taken(Stage<Ewd851.State, Ewd851.Message, Input, Output>.Taken taken) {
            this.taken = taken;
        }

        Taken sendsSignalToTheRight() {
            taken.sends(Machine.NEIGHBOURS.right(), new Signal());
            return this;
        }

        Taken sendsTokenToTheLeft() {
            taken.sends(Machine.NEIGHBOURS.left(), new Token());
            return this;
        }

        Taken initiatesCriticalEngagement() {
            taken.tells(new Output.Granted(Fence.NONE));
            return this;
        }

        void andNothingElse() {
            taken.andNothingElse();
        }
    }
}
