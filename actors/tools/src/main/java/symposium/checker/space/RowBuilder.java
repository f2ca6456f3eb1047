package symposium.checker.space;

import java.util.function.IntPredicate;
import symposium.checker.local.Environments;
import symposium.checker.local.LocalStep;
import symposium.checker.local.LocalSteps;
import symposium.checker.local.Observations;
import symposium.checker.local.StepKind;
import symposium.checker.model.Model;
import symposium.checker.store.Rows;
import symposium.kernel.InvariantViolation;
import symposium.kernel.network.NetworkState;

/**
 * Builds the rows of the successors of a state. A number that does not fit widens the layout.
 *
 * <p>Slot p of a row, for p below the number of processes, holds the local state of process p. The next slot holds
 * the environment, and the next the state of the problem's observer. Each other slot holds the messages in transit on
 * one link in one direction, 0 for none. A link gets its slot at its first use.
 */
final class RowBuilder<S, M, U, I, O> {

    private final Rows rows;
    private final Successors successors;
    private final LocalSteps<S, M, U, I, O> local;
    private final Environments environments;
    private final Observations<O> observations;
    private final int processes;
    private final int observer;
    private final int firstLink;
    private final boolean changing;

    RowBuilder(
            Model<S, M, U, I, O> model,
            Rows rows,
            Successors successors,
            LocalSteps<S, M, U, I, O> local,
            Environments environments) {
        this.rows = rows;
        this.successors = successors;
        this.local = local;
        this.environments = environments;
        this.observations = local.observations();
        this.processes = model.processes().size();
        this.observer = processes + 1;
        this.firstLink = rows.firstLink();
        this.changing = model.changing();
    }

    /**
     * Applies a step of a process, on the delivery or return of a message over a link where {@code kind} says so. Where
     * that changes the environment besides, the caller sees to it, and then to the departure of a process that leaves.
     */
    void apply(StepKind kind, int place, int process, LocalStep step, int choice, int rest) {
        int at = successors.add(kind, place, step, choice);
        if (step.violation() != null) {
            successors.violate(step.violation());
            return;
        }
        if (successors.skipped()) {
            return;
        }
        if (step.observed() != Observations.NOTHING) {
            observe(at, step.observed());
        }
        boolean takes = kind == StepKind.DELIVERY || kind == StepKind.DUPLICATION || kind == StepKind.RETURN;
        put(at, process, number(process), step.next());
        send(at, step, takes ? place : Successors.NONE, rest);
        if (step.leaves() && kind != StepKind.LEAVE && kind != StepKind.FALSE_DEPARTURE) {
            depart(at, process);
        }
    }

    /** Appends the messages of a step to its links. The link from which a message was taken keeps {@code rest}. */
    private void send(int at, LocalStep step, int takenFrom, int rest) {
        boolean taken = takenFrom == Successors.NONE;
        int[] over = step.sentOver();
        for (int each = 0; each < over.length; each++) {
            int link = over[each];
            int slot = firstLink + link;
            if (slot >= rows.slots()) {
                widen(Rows.NO_SLOT, 0);
            }
            if (changing && vanishes(number(processes), link)) {
                continue;
            }
            int after = number(slot);
            if (link == takenFrom) {
                after = rest;
                taken = true;
            }
            for (int sent : step.sent()[each]) {
                after = local.contents().append(after, sent);
            }
            put(at, slot, number(slot), after);
        }
        if (!taken) {
            put(at, firstLink + takenFrom, number(firstLink + takenFrom), rest);
        }
    }

    private void observe(int at, int what) {
        int before = number(observer);
        try {
            int after = observations.after(before, what);
            if (after != before) {
                put(at, observer, before, after);
            }
        } catch (InvariantViolation violation) {
            successors.violate(violation);
        }
    }

    /** Applies the departure of a process that was asked to leave. */
    void depart(int at, int process) {
        int before = successors.read(at, processes);
        int after = environments.afterLeaving(before, process);
        put(at, processes, before, after);
        emptyBrokenLinks(at, after);
        forget(at, process);
    }

    /** Tells the observer that a process is gone. */
    void forget(int at, int process) {
        int before = successors.read(at, observer);
        put(at, observer, before, observations.gone(before, process));
    }

    /** Empties every link whose messages can neither arrive nor return in an environment. */
    void emptyBrokenLinks(int at, int environment) {
        emptyLinks(at, link -> vanishes(environment, link));
    }

    private boolean vanishes(int environment, int link) {
        return environments.way(environment, local.link(link)) == NetworkState.Way.VANISHES;
    }

    /** Empties some links. */
    void emptyLinks(int at, IntPredicate which) {
        for (int slot = firstLink; slot < rows.slots(); slot++) {
            int content = successors.read(at, slot);
            if (content != 0 && which.test(slot - firstLink)) {
                successors.replace(at, slot, content, 0);
            }
        }
    }

    /** One number of the state before. */
    private int number(int slot) {
        return successors.from().number(slot);
    }

    /** Replaces one number of a successor's row; widens the layout if the new one does not fit. */
    void put(int at, int slot, int before, int after) {
        if (!rows.fits(slot, after)) {
            widen(slot, after);
        }
        successors.replace(at, slot, before, after);
    }

    /** A row, packed after the layout has room for it. */
    long[] pack(int[] row) {
        for (int slot = 0; slot < row.length; slot++) {
            if (row[slot] != 0 && !rows.fits(slot, row[slot])) {
                widen(slot, row[slot]);
            }
        }
        long[] packed = new long[rows.words()];
        rows.layout().pack(row, packed, 0);
        return packed;
    }

    private void widen(int slot, int number) {
        successors.widen(firstLink + local.links(), slot, number, each -> slot != Rows.NO_SLOT && alike(slot, each));
    }

    /** Whether two slots probably need the same width. */
    private boolean alike(int one, int other) {
        if (one < processes || other < processes) {
            return one >= 0 && one < processes && other < processes;
        }
        return !changing
                && one >= firstLink
                && other >= firstLink
                && local.link(one - firstLink).side()
                        == local.link(other - firstLink).side();
    }
}
