package symposium.arbitration;

import java.util.List;
import java.util.SortedSet;
import symposium.arbitration.Dining.Input;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Transition;

/**
 * A solution for {@link Dining} philosophers, with what every solution adds to its paper. Neighbours that depart take
 * their forks with them, and the others go on. A philosopher that is cut off from a neighbour that has not departed can
 * be sure of no fork: it loses its meal and no longer eats.
 *
 * @param <S> the state of one philosopher
 * @param <M> the messages
 */
public abstract class DiningProtocol<S extends DiningState, M> implements Protocol<S, M, Input, Output> {

    /**
     * The rules by which a solution does what every solution does.
     *
     * @param cutOff a philosopher is cut off, and does not eat
     * @param lost a philosopher is cut off while it eats
     * @param hungry a philosopher that is cut off becomes hungry
     * @param finish a user completes a meal of which the philosopher has said that it is lost
     * @param late a message comes from a process that is no neighbour any more
     */
    public record DepartureRules(Rule cutOff, Rule lost, Rule hungry, Rule finish, Rule late) {}

    private final DepartureRules rules;

    /** @param rules the solution's rules for what every solution does */
    protected DiningProtocol(DepartureRules rules) {
        this.rules = rules;
    }

    /** A thinking philosopher that is not cut off becomes hungry. */
    protected abstract Transition<S, M, Output> hungry(S p, Transition<S, M, Output> step);

    /** An eating philosopher completes its meal. */
    protected abstract Transition<S, M, Output> sated(S p, Transition<S, M, Output> step);

    /** A message comes from a neighbour. */
    protected abstract Transition<S, M, Output> received(Neighbour from, M message, S p, Transition<S, M, Output> step);

    /** Of the neighbours only these are left; the others have departed, if there are others. */
    protected abstract Transition<S, M, Output> departed(Neighbours left, S p, Transition<S, M, Output> step);

    /**
     * A philosopher that is cut off.
     *
     * @param user what its user does: it is thinking or hungry
     */
    protected abstract S cutOff(User user);

    @Override
    public final Transition<S, M, Output> onInput(Input input, S p, Transition<S, M, Output> step) {
        if (input == Input.SATED) {
            return p.user() == User.EATING ? sated(p, step) : step.by(rules.finish());
        }
        step.require(p.user() == User.THINKING, "who becomes hungry has been thinking");
        return p.cutOff() ? step.by(rules.hungry(), cutOff(User.HUNGRY)) : hungry(p, step);
    }

    @Override
    public final Transition<S, M, Output> onMessage(Neighbour from, M message, S p, Transition<S, M, Output> step) {
        return p.neighbours().contains(from) ? received(from, message, p, step) : step.by(rules.late());
    }

    @Override
    public Transition<S, M, Output> onNeighboursChanged(
            Neighbours neighbours, SortedSet<ProcessId> departed, S p, Transition<S, M, Output> step) {
        List<Neighbour> left = p.neighbours().all().stream()
                .filter(each -> !departed.contains(each.id()))
                .toList();
        if (!p.cutOff() && neighbours.all().containsAll(left)) {
            return departed(new Neighbours(left), p, step);
        }
        return p.user() == User.EATING
                ? step.by(rules.lost(), cutOff(User.THINKING)).tell(new Output.Lost())
                : step.by(rules.cutOff(), cutOff(p.user()));
    }
}
