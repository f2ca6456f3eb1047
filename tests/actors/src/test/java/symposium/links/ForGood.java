package symposium.links;

import java.util.List;
import symposium.kernel.problem.Observer;
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
record ForGood() implements Problem<User, Input, Output> {

    private static final ReliableDelivery ORIGINAL = ReliableDelivery.RECOVERING;

    @Override
    public String name() {
        return ORIGINAL.name();
    }

    @Override
    public User initial() {
        return ORIGINAL.initial();
    }

    @Override
    public List<Input> mayAsk(User user) {
        return ORIGINAL.mayAsk(user);
    }

    @Override
    public boolean demands(Input input) {
        return ORIGINAL.demands(input);
    }

    @Override
    public boolean owed(Input input) {
        return ORIGINAL.owed(input) && !(input instanceof Link);
    }

    @Override
    public User asked(User user, Input input) {
        return ORIGINAL.asked(user, input);
    }

    @Override
    public User told(User user, Output output) {
        return ORIGINAL.told(user, output);
    }

    @Override
    public boolean waits(User user) {
        return user.links().values().stream()
                .anyMatch(use ->
                        use.phase() == Phase.CLOSING || use.phase() == Phase.OPEN && use.settled() < use.submitted());
    }

    @Override
    public boolean serves(Output output) {
        return ORIGINAL.serves(output);
    }

    @Override
    public Observer<Output> observer() {
        return ORIGINAL.observer();
    }
}
