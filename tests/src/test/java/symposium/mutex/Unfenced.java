package symposium.mutex;

import java.util.List;
import symposium.checker.Model;
import symposium.kernel.Law;
import symposium.kernel.Problem;
import symposium.mutex.MutualExclusion.User;

/** Mutual exclusion where nobody looks at fences, so that a fault that breaks their order is followed to what else it breaks. */
public final class Unfenced implements Problem<User, Ask, Told> {

    /** The same model with nobody looking at fences, under these laws alone. */
    public static <S, M> Model<S, M, User, Ask, Told> of(
            Model<S, M, User, Ask, Told> model, List<Law<S, M, User>> laws) {
        return new Model<>(
                model.protocol(),
                new Unfenced(),
                laws,
                model.topology(),
                model.processes(),
                model.channels(),
                model.requests(),
                model.faults(),
                model.quotient());
    }

    @Override
    public String name() {
        return MutualExclusion.PROBLEM.name();
    }

    @Override
    public User initial() {
        return MutualExclusion.PROBLEM.initial();
    }

    @Override
    public List<Ask> mayAsk(User user) {
        return MutualExclusion.PROBLEM.mayAsk(user);
    }

    @Override
    public boolean demands(Ask input) {
        return MutualExclusion.PROBLEM.demands(input);
    }

    @Override
    public boolean owed(Ask input) {
        return MutualExclusion.PROBLEM.owed(input);
    }

    @Override
    public User asked(User user, Ask input) {
        return MutualExclusion.PROBLEM.asked(user, input);
    }

    @Override
    public User told(User user, Told output) {
        return MutualExclusion.PROBLEM.told(user, output);
    }

    @Override
    public boolean waits(User user) {
        return MutualExclusion.PROBLEM.waits(user);
    }

    @Override
    public boolean serves(Told output) {
        return MutualExclusion.PROBLEM.serves(output);
    }
}
