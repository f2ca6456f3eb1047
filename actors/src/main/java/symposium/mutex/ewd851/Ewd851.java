package symposium.mutex.ewd851;

import static symposium.mutex.ewd851.Ewd851Rule.C_0;
import static symposium.mutex.ewd851.Ewd851Rule.C_1;
import static symposium.mutex.ewd851.Ewd851Rule.N_0;
import static symposium.mutex.ewd851.Ewd851Rule.N_1;
import static symposium.mutex.ewd851.Ewd851Rule.N_2;
import static symposium.mutex.ewd851.Ewd851Rule.S_0;
import static symposium.mutex.ewd851.Ewd851Rule.S_1;
import static symposium.mutex.ewd851.Ewd851Rule.S_2;
import static symposium.mutex.ewd851.Ewd851Rule.S_3;
import static symposium.mutex.ewd851.Ewd851Rule.T_0;
import static symposium.mutex.ewd851.Ewd851Rule.T_1;
import static symposium.mutex.ewd851.Ewd851Rule.T_2;

import java.util.List;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.mutex.Fence;
import symposium.mutex.MutexInput;
import symposium.mutex.MutexOutput;
import symposium.mutex.ewd851.Ewd851Message.Signal;
import symposium.mutex.ewd851.Ewd851Message.Token;
import symposium.mutex.ewd851.Ewd851State.Colour;
import symposium.mutex.ewd851.Ewd851State.Engagement;

/**
 * One machine of Dijkstra's ring: the four atomic actions of EWD851, the last page but two.
 *
 * <p>A user's {@link MutexInput#ENTER} is the completion of a neutral engagement, {@link MutexInput#RELEASE} that of a critical one, and
 * {@link MutexOutput.Granted} the initiation of a critical engagement.
 */
public final class Ewd851 implements Protocol<Ewd851State, Ewd851Message, MutexInput, MutexOutput> {

    private final ProcessId holder;
    private final boolean counting;

    /** @param holder the machine at which the token starts */
    public Ewd851(ProcessId holder) {
        this(holder, false);
    }

    /**
     * The same, for users who want fences.
     *
     * @param counting whether the token carries the number of grants, which the paper's does not
     */
    Ewd851(ProcessId holder, boolean counting) {
        this.holder = holder;
        this.counting = counting;
    }

    @Override
    public List<Ewd851Rule> rules() {
        return List.of(Ewd851Rule.values());
    }

    /** Formula (0): all machines are white and neutrally engaged, and the token resides at some machine. */
    @Override
    public Ewd851State initial(ProcessId self, Neighbours neighbours) {
        return new Ewd851State(neighbours, Colour.WHITE, Engagement.NEUTRAL, self.equals(holder), Fence.NONE);
    }

    @Override
    public Step<Ewd851State, Ewd851Message, MutexOutput> step(
            Ewd851State machine, Event<Ewd851Message, MutexInput> event) {
        if (event instanceof Event.Input<Ewd851Message, MutexInput> input) {
            return switch (input.input()) {
                case ENTER -> neutralEngagementCompleted(machine);
                case RELEASE -> criticalEngagementCompleted(machine);
            };
        }
        if (event instanceof Event.Received<Ewd851Message, MutexInput> received) {
            return received.message() instanceof Token token ? tokenReceived(machine, token) : signalReceived(machine);
        }
        throw new InvariantViolation("the ring does not change", event + " at " + machine);
    }

    private Step<Ewd851State, Ewd851Message, MutexOutput> neutralEngagementCompleted(Ewd851State machine) {
        if (!machine.neutral()) {
            throw new InvariantViolation("only a neutral engagement is completed so", "ENTER at " + machine);
        }
        if (machine.holdsToken()) {
            return criticalEngagementInitiated(N_0, machine);
        }
        if (machine.white()) {
            return by(N_1, machine.engaged(Engagement.DELAYED))
                    .send(machine.neighbours().right(), new Signal());
        }
        return by(N_2, machine.engaged(Engagement.DELAYED));
    }

    private static Step<Ewd851State, Ewd851Message, MutexOutput> signalReceived(Ewd851State machine) {
        if (!machine.holdsToken() && machine.neutral()) {
            return by(S_0, machine.painted(Colour.BLACK))
                    .send(machine.neighbours().right(), new Signal());
        }
        if (machine.holdsToken() && machine.neutral()) {
            return by(S_2, machine.withoutToken()).send(machine.neighbours().left(), new Token(machine.latest()));
        }
        return by(machine.delayed() ? S_1 : S_3, machine.painted(Colour.BLACK));
    }

    private static Step<Ewd851State, Ewd851Message, MutexOutput> criticalEngagementCompleted(Ewd851State machine) {
        if (!machine.critical()) {
            throw new InvariantViolation("only a critical engagement is completed so", "RELEASE at " + machine);
        }
        Ewd851State neutral = machine.engaged(Engagement.NEUTRAL);
        if (machine.white()) {
            return by(C_0, neutral);
        }
        return by(C_1, neutral.painted(Colour.WHITE).withoutToken())
                .send(machine.neighbours().left(), new Token(machine.latest()));
    }

    private Step<Ewd851State, Ewd851Message, MutexOutput> tokenReceived(Ewd851State machine, Token token) {
        if (machine.delayed()) {
            return criticalEngagementInitiated(machine.black() ? T_0 : T_2, machine.withToken(token.latest()));
        }
        if (machine.neutral()) {
            return by(T_1, machine.painted(Colour.WHITE))
                    .send(machine.neighbours().left(), token);
        }
        throw new InvariantViolation("a critically engaged machine holds the token", "the token comes to " + machine);
    }

    private Step<Ewd851State, Ewd851Message, MutexOutput> criticalEngagementInitiated(
            Ewd851Rule rule, Ewd851State machine) {
        Fence fence = counting ? machine.latest().next() : Fence.NONE;
        return by(rule, machine.engaged(Engagement.CRITICAL).withToken(fence)).tell(new MutexOutput.Granted(fence));
    }

    private static Step<Ewd851State, Ewd851Message, MutexOutput> by(Ewd851Rule rule, Ewd851State next) {
        return Step.by(rule, next);
    }
}
