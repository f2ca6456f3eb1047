package symposium.arbitration.binary;

import static symposium.arbitration.binary.BinaryRule.ASK;
import static symposium.arbitration.binary.BinaryRule.BLOCK;
import static symposium.arbitration.binary.BinaryRule.CUT_OFF;
import static symposium.arbitration.binary.BinaryRule.DEPARTED;
import static symposium.arbitration.binary.BinaryRule.DEPARTED_EATS;
import static symposium.arbitration.binary.BinaryRule.FINISH;
import static symposium.arbitration.binary.BinaryRule.FINISH_LOST;
import static symposium.arbitration.binary.BinaryRule.GRAB;
import static symposium.arbitration.binary.BinaryRule.GRAB_LAST;
import static symposium.arbitration.binary.BinaryRule.LATE;
import static symposium.arbitration.binary.BinaryRule.LOST;
import static symposium.arbitration.binary.BinaryRule.OWN;
import static symposium.arbitration.binary.BinaryRule.OWN_LAST;
import static symposium.arbitration.binary.BinaryRule.RISE;
import static symposium.arbitration.binary.BinaryRule.RISE_ALONE;
import static symposium.arbitration.binary.BinaryRule.RISE_CUT_OFF;
import static symposium.arbitration.binary.BinaryRule.YIELD;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Forks;
import symposium.arbitration.binary.BinaryMessage.Fork;
import symposium.arbitration.binary.BinaryMessage.Request;
import symposium.arbitration.binary.BinaryState.Mood;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;

/** A philosopher of section 0: it grabs its forks in some order, one by one, and eats when it owns them all. */
public final class BinaryArbitration implements Protocol<BinaryState, BinaryMessage, Input, Output> {

    private final boolean counting;

    /** @param counting whether forks carry the number of their uses, for fences */
    public BinaryArbitration(boolean counting) {
        this.counting = counting;
    }

    @Override
    public List<BinaryRule> rules() {
        return List.of(BinaryRule.values());
    }

    /** A fork lies at the lower of its two philosophers, who does not own it. */
    @Override
    public BinaryState initial(ProcessId self, Neighbours neighbours) {
        return new BinaryState(
                self, neighbours, Mood.THINKING, 0, Forks.atTheStart(self, neighbours), Forks.none(), false);
    }

    @Override
    public Step<BinaryState, BinaryMessage, Output> step(BinaryState state, Event<BinaryMessage, Input> event) {
        if (event instanceof Event.Input<BinaryMessage, Input> input) {
            return switch (input.input()) {
                case HUNGRY -> rise(state);
                case SATED -> finish(state);
            };
        }
        if (event instanceof Event.Timeout) {
            return reach(state);
        }
        if (event instanceof Event.Received<BinaryMessage, Input> received) {
            ProcessId from = received.from().id();
            if (!state.neighbours().contains(received.from())) {
                return by(LATE, state);
            }
            return received.message() instanceof Fork fork
                    ? forkReceived(state, from, fork.uses())
                    : requestReceived(state, received.from());
        }
        if (event instanceof Event.NeighboursChanged<BinaryMessage, Input> changed) {
            return departed(state, changed.neighbours(), changed.departed());
        }
        throw new InvariantViolation("forks are not lost, and nobody leaves but by departing", event + " at " + state);
    }

    // --- grabbing

    private Step<BinaryState, BinaryMessage, Output> rise(BinaryState state) {
        if (state.mood() != Mood.THINKING) {
            throw new InvariantViolation("who becomes hungry has been thinking", "HUNGRY at " + state);
        }
        if (state.cutOff()) {
            return by(RISE_CUT_OFF, state.feeling(Mood.READY));
        }
        return state.ownsAll()
                ? eating(RISE_ALONE, state)
                : by(RISE, state.feeling(Mood.DELAYED)).schedule(BinaryTimer.GRABBING_DELAY);
    }

    /** It becomes ready for its next fork; a fork that nobody owns it grabs in the same act (P0). */
    private Step<BinaryState, BinaryMessage, Output> reach(BinaryState state) {
        if (state.here().containsKey(state.next().id())) {
            return owning(state, GRAB, GRAB_LAST);
        }
        return by(ASK, state.feeling(Mood.READY)).send(state.next(), new Request());
    }

    private Step<BinaryState, BinaryMessage, Output> forkReceived(BinaryState state, ProcessId from, long uses) {
        if (state.mood() != Mood.READY || !state.next().id().equals(from)) {
            throw new InvariantViolation(
                    "a fork comes to whoever is ready to grab it", "a fork from " + from + " at " + state);
        }
        return owning(state.receiving(from, uses), OWN, OWN_LAST);
    }

    private Step<BinaryState, BinaryMessage, Output> owning(BinaryState state, BinaryRule one, BinaryRule last) {
        BinaryState next = state.owningOneMore();
        return next.ownsAll()
                ? eating(last, next)
                : by(one, next.feeling(Mood.DELAYED)).schedule(BinaryTimer.GRABBING_DELAY);
    }

    private Step<BinaryState, BinaryMessage, Output> eating(BinaryRule rule, BinaryState state) {
        SortedMap<ProcessId, Long> forks = counting ? Forks.used(state.here()) : state.here();
        return by(rule, state.using(forks).feeling(Mood.EATING))
                .tell(new Output.Eats(counting ? forks : Forks.unused()));
    }

    // --- handing over

    private static Step<BinaryState, BinaryMessage, Output> requestReceived(BinaryState state, Neighbour from) {
        ProcessId other = from.id();
        if (state.here().containsKey(other) && !state.owns(other)) {
            return by(YIELD, state.handing(other))
                    .send(from, new Fork(state.here().get(other)));
        }
        return by(BLOCK, state.blocking(other));
    }

    private static Step<BinaryState, BinaryMessage, Output> finish(BinaryState state) {
        if (state.mood() != Mood.EATING) {
            return by(FINISH_LOST, state);
        }
        return handingOver(by(FINISH, state.finished()), state);
    }

    /** C0: who is ready for a fork owned by one who eats owns it when the meal is completed. */
    private static Step<BinaryState, BinaryMessage, Output> handingOver(
            Step<BinaryState, BinaryMessage, Output> step, BinaryState state) {
        Step<BinaryState, BinaryMessage, Output> handing = step;
        for (ProcessId other : state.blocked()) {
            handing = handing.send(Neighbour.of(other), new Fork(state.here().get(other)));
        }
        return handing;
    }

    // --- departures

    private Step<BinaryState, BinaryMessage, Output> departed(
            BinaryState state, Neighbours neighbours, SortedSet<ProcessId> departed) {
        boolean cutOff = state.cutOff()
                || state.neighbours().all().stream()
                        .anyMatch(each -> !neighbours.contains(each) && !departed.contains(each.id()));
        if (cutOff) {
            return cutOff(state);
        }
        boolean missed =
                state.mood() == Mood.READY && departed.contains(state.next().id());
        BinaryState next = state.among(left(state, departed), false);
        if (next.mood() == Mood.DELAYED && next.ownsAll() || missed && next.ownsAll()) {
            Step<BinaryState, BinaryMessage, Output> step = eating(DEPARTED_EATS, next);
            return state.mood() == Mood.DELAYED ? step.cancel(BinaryTimer.GRABBING_DELAY) : step;
        }
        return missed
                ? by(DEPARTED, next.feeling(Mood.DELAYED)).schedule(BinaryTimer.GRABBING_DELAY)
                : by(DEPARTED, next);
    }

    /** Without its neighbours it can be sure of no fork. */
    private static Step<BinaryState, BinaryMessage, Output> cutOff(BinaryState state) {
        BinaryState alone = state.among(Neighbours.none(), true);
        return switch (state.mood()) {
            case EATING -> by(LOST, alone.feeling(Mood.THINKING)).tell(new Output.Lost());
            case DELAYED -> by(CUT_OFF, alone.feeling(Mood.READY)).cancel(BinaryTimer.GRABBING_DELAY);
            case READY, THINKING -> by(CUT_OFF, alone);
        };
    }

    private static Neighbours left(BinaryState state, SortedSet<ProcessId> departed) {
        return new Neighbours(state.neighbours().all().stream()
                .filter(each -> !departed.contains(each.id()))
                .toList());
    }

    private static Step<BinaryState, BinaryMessage, Output> by(BinaryRule rule, BinaryState next) {
        return Step.by(rule, next);
    }
}
