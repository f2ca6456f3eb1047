package symposium.own.raymond;

import java.util.List;
import java.util.Optional;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.own.raymond.RaymondMessage.Initialize;
import symposium.own.raymond.RaymondMessage.Privilege;
import symposium.own.raymond.RaymondMessage.Request;

/** One node of Raymond's tree. */
public final class Raymond implements Protocol<RaymondState, RaymondMessage, Input, Output> {

    private final ProcessId firstHolder;

    /** @param firstHolder the node at which the privilege starts */
    public Raymond(ProcessId firstHolder) {
        this.firstHolder = firstHolder;
    }

    @Override
    public List<RaymondRule> rules() {
        return List.of(RaymondRule.values());
    }

    @Override
    public RaymondState initial(ProcessId self, Neighbours neighbours) {
        return RaymondState.initial(self, neighbours, firstHolder);
    }

    @Override
    public List<? extends Timer> initialTimers(RaymondState initial) {
        return initial.privileged() ? List.of(RaymondTimer.INITIALIZE) : List.of();
    }

    @Override
    public Step<RaymondState, RaymondMessage, Output> step(RaymondState node, Event<RaymondMessage, Input> event) {
        if (event instanceof Event.Input<RaymondMessage, Input> input) {
            return input.input() == Input.ENTER
                    ? served(by(RaymondRule.WISH, node.enqueued(node.self())))
                    : served(by(RaymondRule.EXIT, node.using(false)));
        }
        if (event instanceof Event.Received<RaymondMessage, Input> received) {
            ProcessId x = received.from().id();
            if (received.message() instanceof Request) {
                return served(by(RaymondRule.REQUEST, node.enqueued(x)));
            }
            if (received.message() instanceof Privilege privilege) {
                return served(by(RaymondRule.PRIVILEGE, node.holder(node.self()).latest(privilege.latest())));
            }
            return served(initializing(by(RaymondRule.INITIALIZED, node.holder(x)), Optional.of(x)));
        }
        if (event instanceof Event.Timeout) {
            return initializing(by(RaymondRule.INITIALIZE, node), Optional.empty());
        }
        throw new InvariantViolation("the tree does not change", event + " at " + node);
    }

    /** ASSIGN_PRIVILEGE; MAKE_REQUEST: the end of whatever a node does. */
    private static Step<RaymondState, RaymondMessage, Output> served(Step<RaymondState, RaymondMessage, Output> step) {
        return makeRequest(assignPrivilege(step));
    }

    /** if HOLDER = self and not USING and REQUEST_Q is not empty then give the privilege to the first of it */
    private static Step<RaymondState, RaymondMessage, Output> assignPrivilege(
            Step<RaymondState, RaymondMessage, Output> step) {
        RaymondState node = step.next();
        if (!node.privileged() || node.using() || node.queue().isEmpty()) {
            return step;
        }
        ProcessId first = node.queue().get(0);
        RaymondState next = node.dequeued().holder(first).asked(false);
        if (first.equals(node.self())) {
            Fence fence = node.latest().next();
            return then(step, next.using(true).latest(fence)).tell(new Output.Granted(fence));
        }
        return then(step, next.latest(Fence.NONE)).send(Neighbour.of(first), new Privilege(node.latest()));
    }

    /** if HOLDER is not self and REQUEST_Q is not empty and not ASKED then send a request to HOLDER */
    private static Step<RaymondState, RaymondMessage, Output> makeRequest(
            Step<RaymondState, RaymondMessage, Output> step) {
        RaymondState node = step.next();
        if (node.holder().isEmpty() || node.privileged() || node.queue().isEmpty() || node.asked()) {
            return step;
        }
        return then(step, node.asked(true)).send(Neighbour.of(node.holder().get()), new Request());
    }

    /** Tells the neighbours in which direction the privilege lies, all but the one that has told this node. */
    private static Step<RaymondState, RaymondMessage, Output> initializing(
            Step<RaymondState, RaymondMessage, Output> step, Optional<ProcessId> except) {
        Step<RaymondState, RaymondMessage, Output> telling = step;
        for (Neighbour each : step.next().neighbours()) {
            if (!except.equals(Optional.of(each.id()))) {
                telling = telling.send(each, new Initialize());
            }
        }
        return telling;
    }

    private static Step<RaymondState, RaymondMessage, Output> by(RaymondRule rule, RaymondState next) {
        return Step.by(rule, next);
    }

    private static Step<RaymondState, RaymondMessage, Output> then(
            Step<RaymondState, RaymondMessage, Output> step, RaymondState next) {
        return new Step<>(step.rule(), next, step.effects());
    }
}
