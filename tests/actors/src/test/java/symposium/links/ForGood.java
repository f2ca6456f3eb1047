package symposium.links;

import symposium.checker.ForwardingProblem;
import symposium.kernel.problem.Problem;
import symposium.links.ReliableDelivery.Input;
import symposium.links.ReliableDelivery.Link;
import symposium.links.ReliableDelivery.Output;
import symposium.links.ReliableDelivery.Phase;
import symposium.links.ReliableDelivery.User;

/**
 * Reliable delivery over links that fail, and recover perhaps: a user that does not want its links need never want them
 * again, so no user counts as waiting because it wants a link.
 */
record ForGood(Problem<User, Input, Output> original) implements ForwardingProblem<User, Input, Output> {

    @Override
    public boolean owed(Input input) {
        return original.owed(input) && !(input instanceof Link);
    }

    @Override
    public boolean waits(User user) {
        return user.links().values().stream()
                .anyMatch(use ->
                        use.phase() == Phase.CLOSING || use.phase() == Phase.OPEN && use.settled() < use.submitted());
    }

    @Override
    public Problem<User, Input, Output> underSuspicion() {
        return this;
    }
}
