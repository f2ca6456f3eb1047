package symposium.arbitration.chandymisra;

import static symposium.arbitration.chandymisra.ChandyMisraRule.CUT_OFF;
import static symposium.arbitration.chandymisra.ChandyMisraRule.DEPARTED;
import static symposium.arbitration.chandymisra.ChandyMisraRule.DEPARTED_EATS;
import static symposium.arbitration.chandymisra.ChandyMisraRule.DONE;
import static symposium.arbitration.chandymisra.ChandyMisraRule.DONE_LOST;
import static symposium.arbitration.chandymisra.ChandyMisraRule.HUNGRY;
import static symposium.arbitration.chandymisra.ChandyMisraRule.HUNGRY_CUT_OFF;
import static symposium.arbitration.chandymisra.ChandyMisraRule.HUNGRY_EATS;
import static symposium.arbitration.chandymisra.ChandyMisraRule.KEEP;
import static symposium.arbitration.chandymisra.ChandyMisraRule.LATE;
import static symposium.arbitration.chandymisra.ChandyMisraRule.LOST;
import static symposium.arbitration.chandymisra.ChandyMisraRule.RECEIVE;
import static symposium.arbitration.chandymisra.ChandyMisraRule.RECEIVE_EATS;
import static symposium.arbitration.chandymisra.ChandyMisraRule.SEND;
import static symposium.arbitration.chandymisra.ChandyMisraRule.SEND_ASK;

import java.util.List;
import java.util.SortedSet;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Forks;
import symposium.arbitration.chandymisra.ChandyMisraMessage.Fork;
import symposium.arbitration.chandymisra.ChandyMisraMessage.Request;
import symposium.arbitration.chandymisra.ChandyMisraState.Mood;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;

/** A philosopher of Chandy and Misra: a fork that has been used is dirty, and whoever is asked for a dirty fork gives it away, cleaned. */
public final class ChandyMisra implements Protocol<ChandyMisraState, ChandyMisraMessage, Input, Output> {

    private final boolean counting;

    /** @param counting whether forks carry the number of their uses, for fences */
    public ChandyMisra(boolean counting) {
        this.counting = counting;
    }

    @Override
    public List<ChandyMisraRule> rules() {
        return List.of(ChandyMisraRule.values());
    }

    /** Every fork is dirty and lies at the lower of its two philosophers, the request token at the higher: there is no cycle. */
    @Override
    public ChandyMisraState initial(ProcessId self, Neighbours neighbours) {
        var here = Forks.atTheStart(self, neighbours);
        SortedSet<ProcessId> dirty = Forks.none();
        SortedSet<ProcessId> tokens = Forks.none();
        for (Neighbour neighbour : neighbours) {
            if (here.containsKey(neighbour.id())) {
                dirty = Forks.with(dirty, neighbour.id());
            } else {
                tokens = Forks.with(tokens, neighbour.id());
            }
        }
        return new ChandyMisraState(self, neighbours, Mood.THINKING, here, dirty, tokens, false);
    }

    @Override
    public Step<ChandyMisraState, ChandyMisraMessage, Output> step(
            ChandyMisraState state, Event<ChandyMisraMessage, Input> event) {
        if (event instanceof Event.Input<ChandyMisraMessage, Input> input) {
            return switch (input.input()) {
                case HUNGRY -> hungry(state);
                case SATED -> done(state);
            };
        }
        if (event instanceof Event.Received<ChandyMisraMessage, Input> received) {
            if (!state.neighbours().contains(received.from())) {
                return by(LATE, state);
            }
            return received.message() instanceof Fork fork
                    ? forkReceived(state, received.from().id(), fork.uses())
                    : requestReceived(state, received.from());
        }
        if (event instanceof Event.NeighboursChanged<ChandyMisraMessage, Input> changed) {
            return neighboursChanged(state, changed.neighbours(), changed.departed());
        }
        throw new InvariantViolation("forks are not lost, and there are no timers", event + " at " + state);
    }

    private Step<ChandyMisraState, ChandyMisraMessage, Output> hungry(ChandyMisraState state) {
        if (state.mood() != Mood.THINKING) {
            throw new InvariantViolation("who becomes hungry has been thinking", "HUNGRY at " + state);
        }
        if (state.cutOff()) {
            return by(HUNGRY_CUT_OFF, state.feeling(Mood.HUNGRY));
        }
        if (state.hasAll()) {
            return eating(HUNGRY_EATS, state);
        }
        Step<ChandyMisraState, ChandyMisraMessage, Output> step = by(HUNGRY, state.feeling(Mood.HUNGRY));
        for (Neighbour neighbour : state.neighbours()) {
            if (!state.here().containsKey(neighbour.id()) && state.tokens().contains(neighbour.id())) {
                step = next(step, step.next().asking(neighbour.id())).send(neighbour, new Request());
            }
        }
        return step;
    }

    private static Step<ChandyMisraState, ChandyMisraMessage, Output> requestReceived(
            ChandyMisraState state, Neighbour from) {
        ProcessId other = from.id();
        if (state.mood() == Mood.EATING || !state.dirty().contains(other)) {
            return by(KEEP, state.askedBy(other));
        }
        Fork fork = new Fork(state.here().get(other));
        if (state.mood() == Mood.THINKING) {
            return by(SEND, state.askedBy(other).sending(other)).send(from, fork);
        }
        return by(SEND_ASK, state.sending(other)).send(from, fork).send(from, new Request());
    }

    private Step<ChandyMisraState, ChandyMisraMessage, Output> forkReceived(
            ChandyMisraState state, ProcessId from, long uses) {
        ChandyMisraState next = state.receiving(from, uses);
        return next.mood() == Mood.HUNGRY && next.hasAll() ? eating(RECEIVE_EATS, next) : by(RECEIVE, next);
    }

    private Step<ChandyMisraState, ChandyMisraMessage, Output> eating(ChandyMisraRule rule, ChandyMisraState state) {
        ChandyMisraState eating = state.eating(counting);
        return by(rule, eating).tell(new Output.Eats(counting ? eating.here() : Forks.unused()));
    }

    private static Step<ChandyMisraState, ChandyMisraMessage, Output> done(ChandyMisraState state) {
        if (state.mood() != Mood.EATING) {
            return by(DONE_LOST, state);
        }
        Step<ChandyMisraState, ChandyMisraMessage, Output> step = by(DONE, state.feeling(Mood.THINKING));
        for (ProcessId other : state.tokens()) {
            step = next(step, step.next().sending(other))
                    .send(Neighbour.of(other), new Fork(state.here().get(other)));
        }
        return step;
    }

    // --- departures

    private Step<ChandyMisraState, ChandyMisraMessage, Output> neighboursChanged(
            ChandyMisraState state, Neighbours neighbours, SortedSet<ProcessId> departed) {
        boolean cutOff = state.cutOff()
                || state.neighbours().all().stream()
                        .anyMatch(each -> !neighbours.contains(each) && !departed.contains(each.id()));
        if (cutOff) {
            ChandyMisraState alone = state.among(Neighbours.none(), true);
            return state.mood() == Mood.EATING
                    ? by(LOST, alone.feeling(Mood.THINKING)).tell(new Output.Lost())
                    : by(CUT_OFF, alone);
        }
        ChandyMisraState next = state.among(
                new Neighbours(state.neighbours().all().stream()
                        .filter(each -> !departed.contains(each.id()))
                        .toList()),
                false);
        return next.mood() == Mood.HUNGRY && next.hasAll() ? eating(DEPARTED_EATS, next) : by(DEPARTED, next);
    }

    private static Step<ChandyMisraState, ChandyMisraMessage, Output> next(
            Step<ChandyMisraState, ChandyMisraMessage, Output> step, ChandyMisraState next) {
        return new Step<>(step.rule(), next, step.effects());
    }

    private static Step<ChandyMisraState, ChandyMisraMessage, Output> by(ChandyMisraRule rule, ChandyMisraState next) {
        return Step.by(rule, next);
    }
}
