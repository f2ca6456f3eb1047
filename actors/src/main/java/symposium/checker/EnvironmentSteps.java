package symposium.checker;

/** Expands a state by faults, by changes of the membership and of links, and by notifications. */
final class EnvironmentSteps<S, M, U, I, O> {

    private final Rows rows;
    private final Successors successors;
    private final RowBuilder<S, M, U, I, O> builder;
    private final LocalSteps<S, M, U, I, O> local;
    private final InvariantCache<S, M, U> cache;
    private final Environments environments;
    private final MembershipKnowledges knowledges;
    private final int processes;

    EnvironmentSteps(
            int processes,
            Rows rows,
            Successors successors,
            RowBuilder<S, M, U, I, O> builder,
            LocalSteps<S, M, U, I, O> local,
            InvariantCache<S, M, U> cache,
            Environments environments,
            MembershipKnowledges knowledges) {
        this.processes = processes;
        this.rows = rows;
        this.successors = successors;
        this.builder = builder;
        this.local = local;
        this.cache = cache;
        this.environments = environments;
        this.knowledges = knowledges;
    }

    /** Adds the successors. Returns false if a number does not fit into the layout. */
    boolean expand() {
        int environment = rows.number(processes);
        Environments.Move[] moves = environments.moves(environment);
        for (int process = 0; process < processes; process++) {
            if (!cache.alive(process, rows.number(process))) {
                continue;
            }
            for (Environments.Move move : moves) {
                if (move.kind() == StepKind.CRASH && move.place() == process && !change(move)) {
                    return false;
                }
            }
            for (int code : knowledges.notifications(process, knowledge(process), environment)) {
                if (!notify(process, code, environment)) {
                    return false;
                }
            }
        }
        for (Environments.Move move : moves) {
            if (move.kind() != StepKind.CRASH && possible(move) && !change(move)) {
                return false;
            }
        }
        return true;
    }

    private int knowledge(int process) {
        return cache.knowledge(process, rows.number(process));
    }

    private boolean notify(int process, int code, int environment) {
        boolean departure = knowledges.kind(code) == MembershipNotification.DEPARTED;
        int other = knowledges.about(code);
        if (departure && environments.environment(environment).left(other) && !emptyBetween(process, other)) {
            return true;
        }
        int at = successors.next();
        LocalStep step = local.notification(process, rows.number(process), code, environment);
        if (!builder.apply(StepKind.NOTIFICATION, process, process, step, code, 0)) {
            return false;
        }
        if (departure && !successors.skipped()) {
            builder.emptyLinks(at, other, process);
        }
        return true;
    }

    private boolean possible(Environments.Move move) {
        if (move.kind() == StepKind.LEAVE) {
            return !cache.leaves(move.place(), rows.number(move.place()));
        }
        if (move.kind() == StepKind.LINK_RECOVERY) {
            int one = environments.one(move.place());
            int other = environments.other(move.place());
            return knowsLost(one, other) && knowsLost(other, one) && emptyBetween(one, other);
        }
        return true;
    }

    private boolean knowsLost(int process, int other) {
        return (knowledges.knowledge(knowledge(process)).lost() >>> other & 1) != 0;
    }

    private boolean emptyBetween(int one, int other) {
        for (int slot = builder.firstLink(); slot < rows.slots(); slot++) {
            if (rows.number(slot) != 0) {
                LinkDirection ends = local.links().get(slot - builder.firstLink());
                if (ends.from() == one && ends.to() == other || ends.from() == other && ends.to() == one) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Adds a change of the environment, which may also change one process. */
    private boolean change(Environments.Move move) {
        if (move.kind() == StepKind.LEAVE) {
            return leave(move);
        }
        int process = move.place();
        int at = successors.begin(move.kind(), process, null, Successors.NONE);
        if (move.owed()) {
            successors.owe();
        }
        if (successors.skipped()) {
            return true;
        }
        if (move.kind() == StepKind.CRASH && !replace(at, process, local.absent(process))
                || move.kind() == StepKind.JOIN && !replace(at, process, local.initial(process, move.next()))
                || !replace(at, processes, move.next())) {
            return false;
        }
        builder.emptyBrokenLinks(at, move.next());
        return move.kind() != StepKind.CRASH || builder.forget(at, process);
    }

    private boolean leave(Environments.Move move) {
        int process = move.place();
        int at = successors.next();
        LocalStep step = local.leave(process, rows.number(process));
        return builder.apply(StepKind.LEAVE, process, process, step, Successors.NONE, 0)
                && (step.violation() != null
                        || successors.skipped()
                        || replace(at, processes, move.next()) && (!step.leaves() || builder.depart(at, process)));
    }

    private boolean replace(int at, int slot, int after) {
        return builder.put(at, slot, rows.number(slot), after);
    }
}
