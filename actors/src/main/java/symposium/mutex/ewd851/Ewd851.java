package symposium.mutex.ewd851;

import static symposium.mutex.ewd851.Ewd851.Rule.C_0;
import static symposium.mutex.ewd851.Ewd851.Rule.C_1;
import static symposium.mutex.ewd851.Ewd851.Rule.N_0;
import static symposium.mutex.ewd851.Ewd851.Rule.N_1;
import static symposium.mutex.ewd851.Ewd851.Rule.N_2;
import static symposium.mutex.ewd851.Ewd851.Rule.S_0;
import static symposium.mutex.ewd851.Ewd851.Rule.S_1;
import static symposium.mutex.ewd851.Ewd851.Rule.S_2;
import static symposium.mutex.ewd851.Ewd851.Rule.S_3;
import static symposium.mutex.ewd851.Ewd851.Rule.T_0;
import static symposium.mutex.ewd851.Ewd851.Rule.T_1;
import static symposium.mutex.ewd851.Ewd851.Rule.T_2;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Locale;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * One machine of Dijkstra's ring: the four atomic actions of EWD851, the last page but two.
 *
 * <p>A user's {@link Input#ENTER} is the completion of a neutral engagement, {@link Input#RELEASE} that of a critical
 * one, and {@link Output.Granted} the initiation of a critical engagement.
 *
 * @param holder the machine at which the token starts
 */
public record Ewd851(ProcessId holder) implements Protocol<Ewd851.State, Ewd851.Message, Input, Output> {

    /** What travels between the machines. */
    public sealed interface Message extends Printable {}

    /** The privilege, sent to the left. */
    public record Token() implements Message {}

    /** Calls the token to the left; sent to the right. */
    public record Signal() implements Message {}

    /** Whether a machine is on a segment traversed to the right by signals and not yet to the left by the token. */
    public enum Colour {
        /** No machine to the left has called for the token, as far as this machine knows. */
        WHITE,
        /** A signal has come, and the token has not gone to the left since. */
        BLACK
    }

    /**
     * A machine of the ring.
     *
     * @param neighbours its left and its right neighbour
     * @param colour its colour
     * @param engagement that of its user: neutral where the user is idle, delayed where it waits, critical
     * @param holdsToken whether the token is here
     */
    @RecordBuilder
    public record State(Neighbours neighbours, Colour colour, User engagement, boolean holdsToken)
            implements Ewd851StateBuilder.With {

        public boolean white() {
            return colour == Colour.WHITE;
        }

        public boolean black() {
            return colour == Colour.BLACK;
        }

        public boolean neutral() {
            return engagement == User.IDLE;
        }

        public boolean delayed() {
            return engagement == User.WAITING;
        }

        public boolean critical() {
            return engagement == User.CRITICAL;
        }

        /**
         * The paper's code: the colour, in a capital letter where the token is, then the engagement: {@code Wn},
         * {@code bd}.
         */
        @Override
        public String toString() {
            String letter = white() ? "w" : "b";
            return (holdsToken ? letter.toUpperCase(Locale.ROOT) : letter) + "ndc".charAt(engagement.ordinal());
        }
    }

    /**
     * The twelve transitions, under the paper's labels; {@code u}, {@code t} and {@code s} are the states of a link.
     */
    public enum Rule implements symposium.kernel.Rule {
        /** {@code Wn -> Wc} */
        N_0,
        /** {@code wn u -> wd s} */
        N_1,
        /** {@code bn -> bd} */
        N_2,
        /** {@code s wn u -> u bn s} */
        S_0,
        /** {@code s wd -> u bd} */
        S_1,
        /** {@code s Wn -> t wn} */
        S_2,
        /** {@code s Wc -> u Bc} */
        S_3,
        /** {@code Wc -> Wn} */
        C_0,
        /** {@code u Bc -> t wn} */
        C_1,
        /** {@code bd t -> Bc u} */
        T_0,
        /** {@code u bn t -> t wn u} */
        T_1,
        /** {@code wd t -> Wc u} */
        T_2
    }

    /** Formula (0): all machines are white and neutrally engaged, and the token resides at some machine. */
    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(neighbours, Colour.WHITE, User.IDLE, self.equals(holder));
    }

    @Override
    public Transition<State, Message, Output> onInput(
            Input input, State machine, Transition<State, Message, Output> step) {
        return input == Input.ENTER
                ? neutralEngagementCompleted(machine, step)
                : criticalEngagementCompleted(machine, step);
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State machine, Transition<State, Message, Output> step) {
        return message instanceof Token ? tokenReceived(machine, step) : signalReceived(machine, step);
    }

    private static Transition<State, Message, Output> neutralEngagementCompleted(
            State machine, Transition<State, Message, Output> step) {
        step.require(machine.neutral(), "only a neutral engagement is completed so");
        State delayed = machine.withEngagement(User.WAITING);
        if (machine.holdsToken()) {
            return criticalEngagementInitiated(machine, step.by(N_0));
        }
        return machine.white()
                ? step.by(N_1, delayed).send(machine.neighbours().right(), new Signal())
                : step.by(N_2, delayed);
    }

    private static Transition<State, Message, Output> signalReceived(
            State machine, Transition<State, Message, Output> step) {
        State black = machine.withColour(Colour.BLACK);
        if (!machine.neutral()) {
            return step.by(machine.delayed() ? S_1 : S_3, black);
        }
        return machine.holdsToken()
                ? step.by(S_2, machine.withHoldsToken(false))
                        .send(machine.neighbours().left(), new Token())
                : step.by(S_0, black).send(machine.neighbours().right(), new Signal());
    }

    private static Transition<State, Message, Output> criticalEngagementCompleted(
            State machine, Transition<State, Message, Output> step) {
        step.require(machine.critical(), "only a critical engagement is completed so");
        State neutral = machine.withEngagement(User.IDLE);
        return machine.white()
                ? step.by(C_0, neutral)
                : step.by(C_1, neutral.with(next -> next.colour(Colour.WHITE).holdsToken(false)))
                        .send(machine.neighbours().left(), new Token());
    }

    private static Transition<State, Message, Output> tokenReceived(
            State machine, Transition<State, Message, Output> step) {
        step.require(!machine.critical(), Ewd851Checks.CRITICAL_HOLDS);
        return machine.delayed()
                ? criticalEngagementInitiated(machine.withHoldsToken(true), step.by(machine.black() ? T_0 : T_2))
                : step.by(T_1, machine.withColour(Colour.WHITE))
                        .send(machine.neighbours().left(), new Token());
    }

    private static Transition<State, Message, Output> criticalEngagementInitiated(
            State machine, Transition<State, Message, Output> step) {
        return step.next(machine.withEngagement(User.CRITICAL)).tell(new Output.Granted());
    }

    /** The catalogue entry. */
    public static final class Entry extends MutexAlgorithm<State, Message> {
        public Entry() {
            super(MutexAlgorithm.<State, Message>of("ewd851", Message.class)
                    .withPaper(Paper.of(
                                    "E. W. Dijkstra, Reducing control traffic in a distributed implementation of mutual exclusion,"
                                            + " EWD851, 1983")
                            .withCost(
                                    "2d to a requester whose token rests d links to the right; 2 per entry when every machine always"
                                            + " asks; 2(n-1) per entry at worst"))
                    .withSystem(
                            SystemModel.of(Channels.FIFO, Shape.RING)
                                    .withAssumptions(
                                            "no losses and no crashes; at most one message is on a link, so order does not matter"))
                    .withProtocol(start -> new Ewd851(start.holder()))
                    .checks(checks -> checks.withFiniteStateSpace(true)
                            .withInvariants(Ewd851Checks.invariants())
                            .withVariants(Ewd851Checks::variants)
                            .withFairnessArgument(processes -> processes <= 6 ? Ewd851Fairness.invariants() : List.of())
                            .withFindings(Ewd851Invariant4::findings)
                            .reachableAlone(N_0, C_0)
                            // in a ring of two no signal comes to a neutral machine without the token
                            .unreachable(2, N_2, S_0, T_1)));
        }
    }
}
