package symposium.arbitration.twostage;

import static symposium.arbitration.twostage.TwoStageRule.BLOCK;
import static symposium.arbitration.twostage.TwoStageRule.CUT_OFF;
import static symposium.arbitration.twostage.TwoStageRule.DEPARTED;
import static symposium.arbitration.twostage.TwoStageRule.DEPARTED_T0;
import static symposium.arbitration.twostage.TwoStageRule.DEPARTED_T0_T1;
import static symposium.arbitration.twostage.TwoStageRule.DEPARTED_T1;
import static symposium.arbitration.twostage.TwoStageRule.FINISH_LOST;
import static symposium.arbitration.twostage.TwoStageRule.LATE;
import static symposium.arbitration.twostage.TwoStageRule.LOST;
import static symposium.arbitration.twostage.TwoStageRule.OWN;
import static symposium.arbitration.twostage.TwoStageRule.T0;
import static symposium.arbitration.twostage.TwoStageRule.T0_T1;
import static symposium.arbitration.twostage.TwoStageRule.T1;
import static symposium.arbitration.twostage.TwoStageRule.T2;
import static symposium.arbitration.twostage.TwoStageRule.UNDIRECTED;
import static symposium.arbitration.twostage.TwoStageRule.WANT;
import static symposium.arbitration.twostage.TwoStageRule.WANT_CUT_OFF;
import static symposium.arbitration.twostage.TwoStageRule.WANT_T0;
import static symposium.arbitration.twostage.TwoStageRule.WANT_T0_T1;
import static symposium.arbitration.twostage.TwoStageRule.YIELD;

import java.util.List;
import java.util.SortedSet;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Forks;
import symposium.arbitration.twostage.TwoStageMessage.Fork;
import symposium.arbitration.twostage.TwoStageMessage.Request;
import symposium.arbitration.twostage.TwoStageMessage.Undirected;
import symposium.arbitration.twostage.TwoStageState.Mood;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;

/**
 * A philosopher of section 5: T0 directs an arrow towards each tabled neighbour, T1 waits until no outgoing arrow is left, T2 makes all
 * forks undirected. T0's of neighbours exclude each other by binary arbitration: T0 is done owning all forks of the first stage.
 */
public final class TwoStage implements Protocol<TwoStageState, TwoStageMessage, Input, Output> {

    private final boolean counting;

    /** @param counting whether forks carry the number of their uses, for fences */
    public TwoStage(boolean counting) {
        this.counting = counting;
    }

    @Override
    public List<TwoStageRule> rules() {
        return List.of(TwoStageRule.values());
    }

    /** "All philosophers thinking and all forks undirected"; a fork of the first stage lies at the lower of its two philosophers. */
    @Override
    public TwoStageState initial(ProcessId self, Neighbours neighbours) {
        return new TwoStageState(
                self,
                neighbours,
                Mood.THINKING,
                0,
                Forks.atTheStart(self, neighbours),
                Forks.none(),
                Forks.none(),
                Forks.none(),
                Forks.unused(),
                false);
    }

    @Override
    public Step<TwoStageState, TwoStageMessage, Output> step(TwoStageState state, Event<TwoStageMessage, Input> event) {
        if (event instanceof Event.Input<TwoStageMessage, Input> input) {
            return switch (input.input()) {
                case HUNGRY -> want(state);
                case SATED -> t2(state);
            };
        }
        if (event instanceof Event.Received<TwoStageMessage, Input> received) {
            Neighbour from = received.from();
            if (!state.neighbours().contains(from)) {
                return by(LATE, state);
            }
            if (received.message() instanceof Fork fork) {
                return forkReceived(state, from.id(), fork);
            }
            return received.message() instanceof Request ? requestReceived(state, from) : undirected(state, from.id());
        }
        if (event instanceof Event.NeighboursChanged<TwoStageMessage, Input> changed) {
            return neighboursChanged(state, changed.neighbours(), changed.departed());
        }
        throw new InvariantViolation("forks are not lost, and there are no timers", event + " at " + state);
    }

    // --- the first stage: T0's of neighbours exclude each other

    private Step<TwoStageState, TwoStageMessage, Output> want(TwoStageState state) {
        if (state.mood() != Mood.THINKING) {
            throw new InvariantViolation("who becomes hungry has been thinking", "HUNGRY at " + state);
        }
        TwoStageState wanting = state.feeling(Mood.GRABBING);
        return state.cutOff() ? by(WANT_CUT_OFF, wanting) : grab(wanting, WANT, WANT_T0, WANT_T0_T1);
    }

    private Step<TwoStageState, TwoStageMessage, Output> forkReceived(TwoStageState state, ProcessId from, Fork fork) {
        if (state.mood() != Mood.GRABBING || !state.next().id().equals(from)) {
            throw new InvariantViolation(
                    "a fork comes to whoever is ready to grab it", "a fork from " + from + " at " + state);
        }
        return grab(state.receiving(from, fork.uses(), fork.tabled()), OWN, T0, T0_T1);
    }

    /** Grabs one fork after the other until one does not lie here; with all of them, T0. */
    private Step<TwoStageState, TwoStageMessage, Output> grab(
            TwoStageState state, TwoStageRule missing, TwoStageRule t0, TwoStageRule t0t1) {
        TwoStageState grabbing = state.grabbing();
        return grabbing.ownsAll()
                ? t0(grabbing, t0, t0t1)
                : by(missing, grabbing).send(grabbing.next(), new Request());
    }

    private static Step<TwoStageState, TwoStageMessage, Output> requestReceived(TwoStageState state, Neighbour from) {
        ProcessId other = from.id();
        if (!state.here().containsKey(other) || state.owns(other)) {
            return by(BLOCK, state.blocking(other));
        }
        return by(YIELD, state.handing(other)).send(from, fork(state, other));
    }

    private static Fork fork(TwoStageState state, ProcessId other) {
        return new Fork(state.isTabled(), state.here().get(other));
    }

    // --- T0, T1, T2

    /** Directs an arrow towards each tabled neighbour, and lets the forks of the first stage go. */
    private Step<TwoStageState, TwoStageMessage, Output> t0(TwoStageState state, TwoStageRule t0, TwoStageRule t0t1) {
        TwoStageState tabled = state.tabled(counting);
        Step<TwoStageState, TwoStageMessage, Output> step = by(tabled.mood() == Mood.EATING ? t0t1 : t0, tabled);
        for (ProcessId other : tabled.blocked()) {
            step = step.send(Neighbour.of(other), fork(tabled, other));
            step = next(step, step.next().handing(other));
        }
        return tabled.mood() == Mood.EATING ? step.tell(new Output.Eats(tabled.fences())) : step;
    }

    private static Step<TwoStageState, TwoStageMessage, Output> undirected(TwoStageState state, ProcessId other) {
        if (!state.tabled().contains(other)) {
            throw new InvariantViolation("a fork is made undirected that was directed", "by " + other + " at " + state);
        }
        return withoutArrow(state.undirected(other), UNDIRECTED, T1);
    }

    /** T1, where no outgoing arrow is left. */
    private static Step<TwoStageState, TwoStageMessage, Output> withoutArrow(
            TwoStageState state, TwoStageRule waits, TwoStageRule eats) {
        return state.mood() == Mood.HUNGRY && state.tabled().isEmpty()
                ? by(eats, state.feeling(Mood.EATING)).tell(new Output.Eats(state.fences()))
                : by(waits, state);
    }

    private static Step<TwoStageState, TwoStageMessage, Output> t2(TwoStageState state) {
        if (state.mood() != Mood.EATING) {
            return by(FINISH_LOST, state);
        }
        Step<TwoStageState, TwoStageMessage, Output> step = by(T2, state.thinking());
        for (ProcessId other : state.incoming()) {
            step = step.send(Neighbour.of(other), new Undirected());
        }
        return step;
    }

    // --- departures

    private Step<TwoStageState, TwoStageMessage, Output> neighboursChanged(
            TwoStageState state, Neighbours neighbours, SortedSet<ProcessId> departed) {
        boolean cutOff = state.cutOff()
                || state.neighbours().all().stream()
                        .anyMatch(each -> !neighbours.contains(each) && !departed.contains(each.id()));
        if (cutOff) {
            TwoStageState alone = state.among(Neighbours.none(), true);
            return state.mood() == Mood.EATING
                    ? by(LOST, alone.feeling(Mood.THINKING)).tell(new Output.Lost())
                    : by(CUT_OFF, alone);
        }
        boolean missed =
                state.mood() == Mood.GRABBING && departed.contains(state.next().id());
        TwoStageState next = state.among(
                new Neighbours(state.neighbours().all().stream()
                        .filter(each -> !departed.contains(each.id()))
                        .toList()),
                false);
        return missed ? grab(next, DEPARTED, DEPARTED_T0, DEPARTED_T0_T1) : withoutArrow(next, DEPARTED, DEPARTED_T1);
    }

    private static Step<TwoStageState, TwoStageMessage, Output> next(
            Step<TwoStageState, TwoStageMessage, Output> step, TwoStageState next) {
        return new Step<>(step.rule(), next, step.effects());
    }

    private static Step<TwoStageState, TwoStageMessage, Output> by(TwoStageRule rule, TwoStageState next) {
        return Step.by(rule, next);
    }
}
