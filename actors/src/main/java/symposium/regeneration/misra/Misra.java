package symposium.regeneration.misra;

import static symposium.regeneration.misra.Misra.Rule.PING_LEAVES;
import static symposium.regeneration.misra.Misra.Rule.PING_MARKS;
import static symposium.regeneration.misra.Misra.Rule.PING_MEETS;
import static symposium.regeneration.misra.Misra.Rule.PING_REGENERATES;
import static symposium.regeneration.misra.Misra.Rule.PONG_LEAVES;
import static symposium.regeneration.misra.Misra.Rule.PONG_MARKS;
import static symposium.regeneration.misra.Misra.Rule.PONG_MEETS;
import static symposium.regeneration.misra.Misra.Rule.PONG_REGENERATES;
import static symposium.regeneration.misra.Misra.Timer.PING_RESTS;
import static symposium.regeneration.misra.Misra.Timer.PONG_RESTS;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.topology.Shape;
import symposium.regeneration.Regeneration;
import symposium.regeneration.Regeneration.NoInput;
import symposium.regeneration.Regeneration.Regenerated;
import symposium.regeneration.Regeneration.User;

/**
 * One process of Misra's ring: two tokens, each of which detects the loss of the other (Raynal, section 4.2).
 *
 * <p>A token that arrives is first compared with the mark, then marked, and then, if the other is here, counted as
 * having met it; the other order regenerates without any loss. A regeneration leaves the mark alone.
 *
 * @param start the process at which both tokens start
 * @param counting the magnitude of both numbers after a meeting or a regeneration, given the one before; from 1
 */
public record Misra(ProcessId start, IntUnaryOperator counting)
        implements Protocol<Misra.State, Misra.Message, NoInput, Regenerated> {

    /** The two tokens. Both travel to the left. */
    public sealed interface Message extends Printable {}

    /**
     * The first token, the one that carries the privilege.
     *
     * @param nbping the number of meetings of the two tokens; positive
     */
    public record Ping(int nbping) implements Message {}

    /**
     * The second token.
     *
     * @param nbpong the same number with the opposite sign
     */
    public record Pong(int nbpong) implements Message {}

    /**
     * A process of the ring.
     *
     * @param neighbours its neighbours
     * @param mark m_i: the number of the token that passed here last, 0 before the first
     * @param ping nbping, while ping is here
     * @param pong nbpong, while pong is here
     */
    @RecordBuilder
    public record State(Neighbours neighbours, int mark, OptionalInt ping, OptionalInt pong)
            implements MisraStateBuilder.With {

        public boolean holdsPing() {
            return ping.isPresent();
        }

        public boolean holdsPong() {
            return pong.isPresent();
        }

        /** The same process with both tokens, numbered {@code magnitude} and its opposite. */
        public State withBoth(int magnitude) {
            return with(next -> next.ping(OptionalInt.of(magnitude)).pong(OptionalInt.of(-magnitude)));
        }

        /** The same process without ping. */
        public State withoutPing() {
            return withPing(OptionalInt.empty());
        }

        /** The same process without pong. */
        public State withoutPong() {
            return withPong(OptionalInt.empty());
        }
    }

    /** What happens to a process of the ring; the chapter has no labels. */
    public enum Rule implements symposium.kernel.Rule {
        /** Ping arrives with a number that is new here: the process is marked. */
        PING_MARKS,
        /** Likewise, and pong is here: they have met. */
        PING_MEETS,
        /** Ping arrives with the number that it had here last: pong is lost, and regenerated. */
        PING_REGENERATES,
        /** Ping is sent on. */
        PING_LEAVES,
        /** Pong arrives with a number that is new here: the process is marked. */
        PONG_MARKS,
        /** Likewise, and ping is here: they have met. */
        PONG_MEETS,
        /** Pong arrives with the number that it had here last: ping is lost, and regenerated. */
        PONG_REGENERATES,
        /** Pong is sent on. */
        PONG_LEAVES
    }

    /** How long a token stays with a process before it is sent on. */
    public enum Timer implements symposium.kernel.Timer {
        /** Ping stays: where it carries a privilege, for as long as that is used. */
        PING_RESTS,
        /** Pong stays. */
        PONG_RESTS
    }

    /** Counts without bound. */
    public static int unbounded(int magnitude) {
        return magnitude + 1;
    }

    /**
     * Counts within 1 to n + 1: v mod (n + 1) + 1. The paper's "modulo (n + 1)" yields zero, which has no sign.
     *
     * @param processes the number n of processes on the ring, or more
     */
    public static IntUnaryOperator bounded(int processes) {
        return magnitude -> magnitude % (processes + 1) + 1;
    }

    /**
     * "Initially the two tokens are both in an arbitrarily chosen process and the values are nbping = 1, nbpong = -1."
     */
    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        State untouched = new State(neighbours, 0, OptionalInt.empty(), OptionalInt.empty());
        return self.equals(start) ? untouched.withBoth(1) : untouched;
    }

    @Override
    public List<Timer> initialTimers(State initial) {
        return initial.holdsPing() ? List.of(Timer.values()) : List.of();
    }

    @Override
    public Transition<State, Message, Regenerated> onMessage(
            Neighbour right, Message token, State p, Transition<State, Message, Regenerated> step) {
        State next = arrives(token, p, step).state();
        if (next.holdsPing() && !p.holdsPing()) {
            step.schedule(PING_RESTS);
        }
        if (next.holdsPong() && !p.holdsPong()) {
            step.schedule(PONG_RESTS);
        }
        return step;
    }

    /**
     * A token arrives: the step of {@link #onMessage} without timers, for a composition that decides itself how long
     * tokens rest.
     */
    public Transition<State, Message, Regenerated> arrives(
            Message token, State p, Transition<State, Message, Regenerated> step) {
        return token instanceof Ping ping
                ? pingArrives(ping.nbping(), p, step)
                : pongArrives(((Pong) token).nbpong(), p, step);
    }

    private Transition<State, Message, Regenerated> pingArrives(
            int nbping, State p, Transition<State, Message, Regenerated> step) {
        step.require(!p.holdsPing(), MisraChecks.ONE_PING);
        if (p.mark() == nbping) {
            return step.by(PING_REGENERATES, p.withBoth(counting.applyAsInt(nbping)))
                    .tell(Regenerated.PONG);
        }
        State marked = p.with(next -> next.mark(nbping).ping(OptionalInt.of(nbping)));
        return p.holdsPong()
                ? step.by(PING_MEETS, marked.withBoth(counting.applyAsInt(nbping)))
                : step.by(PING_MARKS, marked);
    }

    /** "As before, interchanging ping and pong." */
    private Transition<State, Message, Regenerated> pongArrives(
            int nbpong, State p, Transition<State, Message, Regenerated> step) {
        step.require(!p.holdsPong(), MisraChecks.ONE_PONG);
        if (p.mark() == nbpong) {
            return step.by(PONG_REGENERATES, p.withBoth(counting.applyAsInt(-nbpong)))
                    .tell(Regenerated.PING);
        }
        State marked = p.with(next -> next.mark(nbpong).pong(OptionalInt.of(nbpong)));
        return p.holdsPing()
                ? step.by(PONG_MEETS, marked.withBoth(counting.applyAsInt(-nbpong)))
                : step.by(PONG_MARKS, marked);
    }

    @Override
    public Transition<State, Message, Regenerated> onTimeout(
            symposium.kernel.Timer timer, State p, Transition<State, Message, Regenerated> step) {
        return timer == PING_RESTS
                ? step.by(PING_LEAVES, p.withoutPing())
                        .send(p.neighbours().left(), new Ping(p.ping().orElseThrow()))
                : step.by(PONG_LEAVES, p.withoutPong())
                        .send(p.neighbours().left(), new Pong(p.pong().orElseThrow()));
    }

    /** The catalogue entry, with bounded counters. */
    public static final class Entry extends Algorithm<State, Message, User, NoInput, Regenerated> {
        public Entry() {
            super(Regeneration.<State, Message>algorithm("misra", Message.class)
                    .withPaper(
                            Paper.of("J. Misra, Detecting termination of distributed computations using markers, 1983;"
                                            + " after Raynal, section 4.2")
                                    .withCost(
                                            "2n per round of both tokens; a loss is made good within n + 1 passes of the other token"))
                    .withSystem(
                            SystemModel.of(Channels.FIFO, Shape.RING)
                                    .withAssumptions(
                                            "both tokens go the same way; of two losses the first is repaired before the second"))
                    .withTimers(List.of(Timer.values()))
                    .withRegenerations(Set.of(PING_REGENERATES, PONG_REGENERATES))
                    .withProtocol(start ->
                            new Misra(start.holder(), bounded(start.processes().size())))
                    .checks(checks -> checks.withFiniteStateSpace(true)
                            .withInvariants(MisraChecks.invariants())
                            .withVariants(MisraChecks::variants)));
        }
    }
}
