package symposium.arbitration;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.problem.IncreasingNumbers;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;

/**
 * The dining philosophers on any graph: no two neighbours eat at once, and every hungry philosopher eats
 * in the end.
 *
 * <p>Stated over {@link Input} and {@link Output} alone, and so the same for every algorithm.
 */
public final class Dining implements Problem<Dining.User, Dining.Input, Dining.Output> {

    /** The problem; it has no parameters. */
    public static final Dining PROBLEM = new Dining();

    /** The name of the invariant of fences. */
    public static final String FENCES_GROW = "the uses of a fork are numbered upwards";

    /** What a user asks of its philosopher. */
    public enum Input {
        /** To eat. */
        HUNGRY,
        /** To think again, the meal being completed. */
        SATED
    }

    /** What a philosopher tells its user. */
    public sealed interface Output {

        /**
         * It eats.
         *
         * @param fences for each neighbour the number of this use of the fork shared with it, greater than that of
         *     every use before; empty where uses are not counted
         */
        record Eats(SortedMap<ProcessId, Long> fences) implements Output {
            public Eats {
                fences = fences.isEmpty() ? Sorted.map() : Sorted.map(fences);
            }

            /** It eats, and uses are not counted. */
            public Eats() {
                this(Sorted.map());
            }

            @Override
            public String toString() {
                return fences.isEmpty() ? "eats" : "eats " + fences;
            }
        }

        /** The philosopher has been cut off, and the user has lost the forks. */
        record Lost() implements Output {
            @Override
            public String toString() {
                return "lost";
            }
        }
    }

    /** What a user does. */
    public enum User {
        THINKING,
        HUNGRY,
        EATING
    }

    /** The name of the invariant that gives the problem its name. */
    public static final String NEIGHBOURS_EXCLUDE_EACH_OTHER = "no two neighbours eat at once";

    private static final Observer<Output> FENCES = new IncreasingNumbers<>(FENCES_GROW, Dining::usesOfForks);

    private Dining() {}

    @Override
    public String name() {
        return "arbitration";
    }

    @Override
    public User initial() {
        return User.THINKING;
    }

    @Override
    public List<Input> mayAsk(User user) {
        return switch (user) {
            case THINKING -> List.of(Input.HUNGRY);
            case HUNGRY -> List.of();
            case EATING -> List.of(Input.SATED);
        };
    }

    @Override
    public boolean demands(Input input) {
        return input == Input.HUNGRY;
    }

    @Override
    public boolean owed(Input input) {
        return input == Input.SATED;
    }

    @Override
    public User asked(User user, Input input) {
        return input == Input.HUNGRY ? User.HUNGRY : User.THINKING;
    }

    @Override
    public User told(User user, Output output) {
        if (output instanceof Output.Eats) {
            if (user != User.HUNGRY) {
                throw new InvariantViolation("who eats has been hungry", output + " to a user who is " + user);
            }
            return User.EATING;
        }
        if (user != User.EATING) {
            throw new InvariantViolation("who loses its forks has been eating", output + " to a user who is " + user);
        }
        return User.THINKING;
    }

    @Override
    public Optional<String> excludesNeighbours(User user) {
        return user == User.EATING ? Optional.of(NEIGHBOURS_EXCLUDE_EACH_OTHER) : Optional.empty();
    }

    @Override
    public boolean waits(User user) {
        return user == User.HUNGRY;
    }

    /** Returns whether the philosopher eats or has lost its forks, without the fences. */
    @Override
    public Object essence(Output output) {
        return Printable.typeName(output);
    }

    @Override
    public boolean serves(Output output) {
        return output instanceof Output.Eats;
    }

    @Override
    public Observer<Output> observer() {
        return FENCES;
    }

    /** By the two philosophers that share it, the number of the use of each fork. */
    private static Map<SortedSet<ProcessId>, Long> usesOfForks(ProcessId process, Output output) {
        Map<SortedSet<ProcessId>, Long> uses = new HashMap<>();
        if (output instanceof Output.Eats eats) {
            eats.fences().forEach((neighbour, use) -> uses.put(Sorted.set(List.of(process, neighbour)), use));
        }
        return uses;
    }
}
