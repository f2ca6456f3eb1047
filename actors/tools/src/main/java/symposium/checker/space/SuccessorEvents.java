package symposium.checker.space;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.IntStream;
import symposium.checker.local.Environments;
import symposium.checker.local.LinkDirection;
import symposium.checker.local.LocalStep;
import symposium.checker.local.LocalSteps;
import symposium.checker.local.StepKind;
import symposium.checker.model.Model;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Channels;

/** What leads to the successors of a state: trace events, and what fairness obliges to. */
public final class SuccessorEvents<S, M, U, I, O> {

    private static final long[] NONE = {};

    private final Model<S, M, U, I, O> model;
    private final List<ProcessId> ids;
    private final Successors successors;
    private final LocalSteps<S, M, U, I, O> local;
    private final Environments environments;

    SuccessorEvents(
            Model<S, M, U, I, O> model,
            List<ProcessId> ids,
            Successors successors,
            LocalSteps<S, M, U, I, O> local,
            Environments environments) {
        this.model = model;
        this.ids = ids;
        this.successors = successors;
        this.local = local;
        this.environments = environments;
    }

    /** The trace event that leads to a successor. */
    public TraceEvent of(int successor) {
        InvariantViolation violation = successors.violation(successor);
        LocalStep step = successors.step(successor);
        int place = successors.place(successor);
        if (violation != null && step.violation() == null) {
            TraceEvent.Stepped stepped = (TraceEvent.Stepped) step.event();
            return new TraceEvent.Failed(
                    stepped.process(), stepped.event(), stepped.effects() + ": " + violation.getMessage());
        }
        return switch (successors.kind(successor)) {
            case CRASH -> new TraceEvent.Crashed(ids.get(place));
            case LINK_FAILURE ->
                new TraceEvent.LinkFailed(ids.get(environments.one(place)), ids.get(environments.other(place)));
            case LINK_RECOVERY ->
                new TraceEvent.LinkRecovered(ids.get(environments.one(place)), ids.get(environments.other(place)));
            case JOIN -> new TraceEvent.Joined(ids.get(place));
            case PARTITION -> {
                SortedSet<ProcessId> side = model.faults().partitions().get(place);
                yield new TraceEvent.Partitioned(side.first(), side);
            }
            case LOSS -> {
                LinkDirection link = local.link(place);
                yield new TraceEvent.MessageLost(ids.get(link.to()), local.sender(link), message(successor));
            }
            case ACTION, NOTIFICATION, DELIVERY, RETURN, DUPLICATION, LEAVE, FALSE_DEPARTURE -> step.event();
        };
    }

    /** The trace event of an exception outside of steps. */
    public TraceEvent threw(InvariantViolation violation) {
        return new TraceEvent.Threw(violation.process().orElse(ids.get(0)), violation.getMessage());
    }

    /** All trace events that lead to a successor: its {@link #fault} precedes its step. */
    public List<TraceEvent> all(int successor) {
        TraceEvent step = of(successor);
        return fault(successor).map(fault -> List.of(fault, step)).orElseGet(() -> List.of(step));
    }

    /**
     * The fault that causes the step to a successor: a duplication, which leaves the message in transit, or a false
     * departure.
     */
    public Optional<TraceEvent> fault(int successor) {
        int place = successors.place(successor);
        return switch (successors.kind(successor)) {
            case DUPLICATION -> Optional.of(duplicated(successor));
            case DELIVERY ->
                model.channels() == Channels.DUPLICATING ? Optional.of(duplicated(successor)) : Optional.empty();
            case FALSE_DEPARTURE ->
                Optional.of(new TraceEvent.FalselyDeparted(
                        ids.get(environments.other(place)), ids.get(environments.one(place))));
            default -> Optional.empty();
        };
    }

    private TraceEvent duplicated(int successor) {
        LinkDirection link = local.link(successors.place(successor));
        return new TraceEvent.MessageDuplicated(ids.get(link.to()), local.sender(link), message(successor));
    }

    private M message(int successor) {
        return local.contents().message(successors.chosen(successor));
    }

    /**
     * The key of the fairness obligation: a mailbox (on an unordered link, each message), a timer, a user action, or
     * a notification.
     */
    public long obligation(int successor) {
        StepKind kind = successors.kind(successor);
        long place = place(kind, successors.place(successor));
        return switch (kind) {
            case DELIVERY, RETURN -> model.channels() == Channels.FIFO ? place : place | successors.chosen(successor);
            case ACTION, NOTIFICATION -> place | successors.chosen(successor);
            case LOSS, DUPLICATION, CRASH, LINK_FAILURE, LINK_RECOVERY, JOIN, LEAVE, FALSE_DEPARTURE, PARTITION ->
                place;
        };
    }

    private static long place(StepKind kind, int place) {
        return (long) kind.ordinal() << 56 | (long) place << 32;
    }

    /**
     * The keys of the further obligations that the step to a successor meets: those of the timers that it restarts. A
     * timer that is restarted again and again need not expire.
     */
    public long[] restarted(int successor) {
        LocalStep step = successors.step(successor);
        if (step.restarted().length == 0) {
            return NONE;
        }
        long process = place(StepKind.ACTION, ids.indexOf(step.event().process()));
        return IntStream.of(step.restarted())
                .mapToLong(timer -> process | timer)
                .toArray();
    }
}
