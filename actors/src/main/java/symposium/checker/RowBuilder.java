package symposium.checker;

import java.util.List;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Observer;
import symposium.kernel.ProcessId;

/**
 * Builds the rows of the successors of the visited state. If a number does not fit into the layout, a method widens
 * the layout and returns false; the expansion then starts again.
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
    private final Interner<Observer<O>> observers = new Interner<>();
    private final List<ProcessId> ids;
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
        this.ids = List.copyOf(model.processes());
        this.processes = ids.size();
        this.observer = processes + 1;
        this.firstLink = processes + 2;
        this.changing = model.changing();
        observers.of(model.problem().observer());
    }

    int firstLink() {
        return firstLink;
    }

    /** Whether a slot holds the environment or the observer, not a state or a message of the algorithm. */
    boolean isEnvironmentOrObserver(int slot) {
        return slot == processes || slot == observer;
    }

    /** Whether the observer has ever changed its state. */
    boolean observed() {
        return observers.size() > 1;
    }

    /** Applies a step of a process, on the delivery or return of a message over a link where {@code kind} says so. */
    boolean apply(StepKind kind, int place, int process, LocalStep step, int choice, int rest) {
        int at = successors.begin(kind, place, step, choice);
        if (step.violation() != null) {
            successors.violate(step.violation());
            return true;
        }
        if (successors.skipped()) {
            return true;
        }
        if ((step.outputs().length > 0 || step.asked() != null) && !observe(at, process, step)) {
            return false;
        }
        boolean takes = kind == StepKind.DELIVERY || kind == StepKind.DUPLICATION || kind == StepKind.RETURN;
        return put(at, process, rows.number(process), step.next())
                && send(at, step, takes ? place : Successors.NONE, rest)
                && (!step.leaves() || kind == StepKind.LEAVE || depart(at, process));
    }

    /** Appends the messages of a step to its links. The link from which a message was taken keeps {@code rest}. */
    private boolean send(int at, LocalStep step, int takenFrom, int rest) {
        boolean taken = takenFrom == Successors.NONE;
        int[] over = step.sentOver();
        for (int each = 0; each < over.length; each++) {
            int link = over[each];
            int slot = firstLink + link;
            if (slot >= rows.slots()) {
                widen(Rows.NO_SLOT, 0);
                return false;
            }
            if (changing && vanishes(rows.number(processes), link)) {
                continue;
            }
            int after = rows.number(slot);
            if (link == takenFrom) {
                after = rest;
                taken = true;
            }
            for (int sent : step.sent()[each]) {
                after = local.append(after, sent);
            }
            if (!put(at, slot, rows.number(slot), after)) {
                return false;
            }
        }
        return taken || put(at, firstLink + takenFrom, rows.number(firstLink + takenFrom), rest);
    }

    @SuppressWarnings("unchecked")
    private boolean observe(int at, int process, LocalStep step) {
        int before = rows.number(observer);
        Observer<O> after = observers.value(before);
        if (step.asked() != null) {
            after = after.asked(ids.get(process), step.asked());
        }
        try {
            for (Object output : step.outputs()) {
                after = after.sees(ids.get(process), (O) output);
            }
        } catch (InvariantViolation violation) {
            successors.violate(violation);
            return true;
        }
        return after == observers.value(before) || put(at, observer, before, observers.of(after));
    }

    /** Applies the departure of a process that was asked to leave. */
    boolean depart(int at, int process) {
        int before = rows.read(successors.rows(), at, processes);
        int after = environments.afterLeaving(before, process);
        if (!put(at, processes, before, after)) {
            return false;
        }
        emptyBrokenLinks(at, after);
        return forget(at, process);
    }

    /** Tells the observer that a process is gone. */
    boolean forget(int at, int process) {
        int before = rows.read(successors.rows(), at, observer);
        int after = observers.of(observers.value(before).gone(ids.get(process)));
        return after == before || put(at, observer, before, after);
    }

    /** Empties every link whose messages can neither arrive nor return in an environment. */
    void emptyBrokenLinks(int at, int environment) {
        for (int slot = firstLink; slot < rows.slots(); slot++) {
            int content = rows.read(successors.rows(), at, slot);
            if (content != 0 && vanishes(environment, slot - firstLink)) {
                rows.replace(successors.rows(), at, slot, content, 0);
            }
        }
    }

    private boolean vanishes(int environment, int link) {
        LinkDirection ends = local.links().get(link);
        return environments.way(environment, ends.from(), ends.to()) == Environments.Way.VANISHES;
    }

    /** Empties the links from one process to another. */
    void emptyLinks(int at, int from, int to) {
        for (int slot = firstLink; slot < rows.slots(); slot++) {
            LinkDirection ends = local.links().get(slot - firstLink);
            if (ends.to() == to && ends.from() == from) {
                int content = rows.read(successors.rows(), at, slot);
                rows.replace(successors.rows(), at, slot, content, 0);
            }
        }
    }

    /** Replaces one number of a successor's row. */
    boolean put(int at, int slot, int before, int after) {
        if (!rows.fits(slot, after)) {
            widen(slot, after);
            return false;
        }
        rows.replace(successors.rows(), at, slot, before, after);
        return true;
    }

    private void widen(int slot, int number) {
        rows.widen(firstLink + local.links().size(), slot, number, each -> slot != Rows.NO_SLOT && alike(slot, each));
    }

    /** Whether two slots probably need the same width. */
    private boolean alike(int one, int other) {
        if (one < processes || other < processes) {
            return one >= 0 && one < processes && other < processes;
        }
        return !changing
                && one >= firstLink
                && other >= firstLink
                && local.links().get(one - firstLink).seenBySender().side()
                        == local.links().get(other - firstLink).seenBySender().side();
    }
}
