package symposium.checker.space;

import java.util.stream.IntStream;
import symposium.checker.local.Environments;
import symposium.checker.local.LinkDirection;
import symposium.checker.local.LocalState;
import symposium.checker.local.LocalStep;
import symposium.checker.local.LocalSteps;
import symposium.checker.local.MembershipKnowledges;
import symposium.checker.local.MembershipNotification;
import symposium.checker.local.StepKind;
import symposium.checker.store.Rows;

/** Expands a state by faults, by changes of the membership and of links, and by notifications. */
record EnvironmentSteps<S, M, U, I, O>(
        int processes,
        Rows rows,
        Successors successors,
        RowBuilder<S, M, U, I, O> builder,
        LocalSteps<S, M, U, I, O> local,
        Environments environments,
        MembershipKnowledges knowledges) {

    /** Adds the successors. */
    void expand() {
        int environment = number(processes);
        Environments.Move[] moves = environments.moves(environment);
        for (int process = 0; process < processes; process++) {
            if (!at(process).alive()) {
                continue;
            }
            for (Environments.Move move : moves) {
                if (move.kind() == StepKind.CRASH && move.place() == process) {
                    change(move);
                }
            }
            for (int code : knowledges.notifications(process, at(process).knowledge(), environment)) {
                notify(process, code, environment);
            }
        }
        for (Environments.Move move : moves) {
            if (move.kind() == StepKind.FALSE_DEPARTURE) {
                notifyFalsely(move);
            } else if (move.kind() != StepKind.CRASH && possible(move)) {
                change(move);
            }
        }
    }

    private int number(int slot) {
        return successors.from().number(slot);
    }

    private LocalState<S, U> at(int process) {
        return local.local(process, number(process));
    }

    private void notify(int process, int code, int environment) {
        boolean departure = knowledges.kind(code) == MembershipNotification.DEPARTED;
        int other = knowledges.about(code);
        if (departure && environments.environment(environment).left(other) && !emptyBetween(process, other)) {
            return;
        }
        LocalStep step = local.notification(process, number(process), code, environment);
        builder.apply(StepKind.NOTIFICATION, process, process, step, code, 0);
        if (departure && !successors.skipped()) {
            builder.emptyLinks(successors.last(), link -> joins(link, other, process));
        }
    }

    private void notifyFalsely(Environments.Move move) {
        int other = environments.one(move.place());
        int process = environments.other(move.place());
        if (!knowledges.hasMember(at(process).knowledge(), process, other)) {
            return;
        }
        int code = knowledges.departure(other);
        LocalStep step = local.notification(process, number(process), code, move.next());
        builder.apply(StepKind.FALSE_DEPARTURE, move.place(), process, step, code, 0);
        if (step.violation() == null && !successors.skipped()) {
            replace(successors.last(), processes, move.next());
            builder.emptyBrokenLinks(successors.last(), move.next());
            if (step.leaves()) {
                builder.depart(successors.last(), process);
            }
        }
    }

    private boolean possible(Environments.Move move) {
        if (move.kind() == StepKind.LEAVE) {
            return !at(move.place()).leaving();
        }
        if (move.kind() == StepKind.LINK_RECOVERY) {
            int one = environments.one(move.place());
            int other = environments.other(move.place());
            return knowsLost(one, other) && knowsLost(other, one) && emptyBetween(one, other);
        }
        return true;
    }

    private boolean knowsLost(int process, int other) {
        return (knowledges.knowledge(at(process).knowledge()).lost() >>> other & 1) != 0;
    }

    private boolean emptyBetween(int one, int other) {
        return IntStream.range(rows.firstLink(), rows.slots())
                .filter(slot -> number(slot) != 0)
                .map(slot -> slot - rows.firstLink())
                .noneMatch(link -> joins(link, one, other) || joins(link, other, one));
    }

    private boolean joins(int link, int from, int to) {
        LinkDirection ends = local.link(link);
        return ends.from() == from && ends.to() == to;
    }

    /** Adds a change of the environment, which may also change one process. */
    private void change(Environments.Move move) {
        int process = move.place();
        if (move.kind() == StepKind.LEAVE) {
            leave(process, move.next());
            return;
        }
        int at = successors.add(
                move.kind(), process, move.owed() ? LocalStep.OWED_CHANGE : LocalStep.CHANGE, Successors.NONE);
        if (successors.skipped()) {
            return;
        }
        if (move.kind() == StepKind.CRASH) {
            replace(at, process, local.absent(process));
        } else if (move.kind() == StepKind.JOIN) {
            replace(at, process, local.initial(process, move.next()));
        }
        replace(at, processes, move.next());
        builder.emptyBrokenLinks(at, move.next());
        if (move.kind() == StepKind.CRASH) {
            builder.forget(at, process);
        }
    }

    private void leave(int process, int environment) {
        LocalStep step = local.leave(process, number(process));
        builder.apply(StepKind.LEAVE, process, process, step, Successors.NONE, 0);
        if (step.violation() == null && !successors.skipped()) {
            replace(successors.last(), processes, environment);
            if (step.leaves()) {
                builder.depart(successors.last(), process);
            }
        }
    }

    private void replace(int at, int slot, int after) {
        builder.put(at, slot, number(slot), after);
    }
}
