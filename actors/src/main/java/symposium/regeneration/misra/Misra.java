package symposium.regeneration.misra;

import static symposium.regeneration.misra.MisraRule.PING_LEAVES;
import static symposium.regeneration.misra.MisraRule.PING_MARKS;
import static symposium.regeneration.misra.MisraRule.PING_MEETS;
import static symposium.regeneration.misra.MisraRule.PING_REGENERATES;
import static symposium.regeneration.misra.MisraRule.PONG_LEAVES;
import static symposium.regeneration.misra.MisraRule.PONG_MARKS;
import static symposium.regeneration.misra.MisraRule.PONG_MEETS;
import static symposium.regeneration.misra.MisraRule.PONG_REGENERATES;

import java.util.List;
import java.util.OptionalInt;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.regeneration.misra.Circulation.Nothing;
import symposium.regeneration.misra.Circulation.Regenerated;
import symposium.regeneration.misra.MisraMessage.Ping;
import symposium.regeneration.misra.MisraMessage.Pong;

/**
 * One process of Misra's ring: two tokens, each of which detects the loss of the other (the chapter, section 4.2).
 *
 * <p>A token that comes is first compared with the mark, then marked, and then, if the other is here, counted as having met it; the other
 * order regenerates without any loss. A regeneration leaves the mark alone.
 */
public final class Misra implements Protocol<MisraState, MisraMessage, Nothing, Regenerated> {

    private final ProcessId start;
    private final Counting counting;

    /**
     * @param start the process at which both tokens start
     * @param counting how meetings are counted
     */
    public Misra(ProcessId start, Counting counting) {
        this.start = start;
        this.counting = counting;
    }

    @Override
    public List<MisraRule> rules() {
        return List.of(MisraRule.values());
    }

    @Override
    public MisraState initial(ProcessId self, Neighbours neighbours) {
        MisraState untouched = MisraState.untouched(neighbours);
        return self.equals(start) ? untouched.withBoth(1) : untouched;
    }

    @Override
    public List<MisraTimer> initialTimers(MisraState initial) {
        return initial.holdsPing() ? List.of(MisraTimer.values()) : List.of();
    }

    @Override
    public Step<MisraState, MisraMessage, Regenerated> step(MisraState state, Event<MisraMessage, Nothing> event) {
        if (event instanceof Event.Received<MisraMessage, Nothing> received) {
            return received.message() instanceof Ping ping
                    ? pingReceived(state, ping.nbping())
                    : pongReceived(state, ((Pong) received.message()).nbpong());
        }
        if (event instanceof Event.Timeout<MisraMessage, Nothing> timeout) {
            return timeout.timer() == MisraTimer.PING_RESTS ? pingLeaves(state) : pongLeaves(state);
        }
        throw new InvariantViolation("the ring does not change", event + " at " + state);
    }

    private Step<MisraState, MisraMessage, Regenerated> pingReceived(MisraState state, int nbping) {
        if (state.holdsPing()) {
            throw new InvariantViolation("there is one ping", "a second one comes to " + state);
        }
        if (state.mark() == nbping) {
            return Misra.by(PING_REGENERATES, state.withBoth(counting.next(nbping)))
                    .tell(Regenerated.PONG)
                    .schedule(MisraTimer.PING_RESTS)
                    .schedule(MisraTimer.PONG_RESTS);
        }
        MisraState marked = new MisraState(state.neighbours(), nbping, OptionalInt.of(nbping), state.pong());
        return (marked.holdsPong() ? by(PING_MEETS, marked.withBoth(counting.next(nbping))) : by(PING_MARKS, marked))
                .schedule(MisraTimer.PING_RESTS);
    }

    private Step<MisraState, MisraMessage, Regenerated> pongReceived(MisraState state, int nbpong) {
        if (state.holdsPong()) {
            throw new InvariantViolation("there is one pong", "a second one comes to " + state);
        }
        if (state.mark() == nbpong) {
            return Misra.by(PONG_REGENERATES, state.withBoth(counting.next(-nbpong)))
                    .tell(Regenerated.PING)
                    .schedule(MisraTimer.PING_RESTS)
                    .schedule(MisraTimer.PONG_RESTS);
        }
        MisraState marked = new MisraState(state.neighbours(), nbpong, state.ping(), OptionalInt.of(nbpong));
        return (marked.holdsPing() ? by(PONG_MEETS, marked.withBoth(counting.next(-nbpong))) : by(PONG_MARKS, marked))
                .schedule(MisraTimer.PONG_RESTS);
    }

    private static Step<MisraState, MisraMessage, Regenerated> pingLeaves(MisraState state) {
        return by(PING_LEAVES, state.withoutPing())
                .send(state.neighbours().left(), new Ping(state.ping().orElseThrow()));
    }

    private static Step<MisraState, MisraMessage, Regenerated> pongLeaves(MisraState state) {
        return by(PONG_LEAVES, state.withoutPong())
                .send(state.neighbours().left(), new Pong(state.pong().orElseThrow()));
    }

    private static Step<MisraState, MisraMessage, Regenerated> by(MisraRule rule, MisraState next) {
        return Step.by(rule, next);
    }
}
