package symposium.arbitration;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Observer;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;

/**
 * The dining philosophers on any graph: no two neighbours eat at once, and whoever is hungry eats in the end.
 *
 * <p>Stated over {@link DiningInput} and {@link DiningOutput} alone, and so the same for every algorithm.
 */
public final class Dining implements Problem<Dining.User, DiningInput, DiningOutput> {

    /** The problem; it has no parameters. */
    public static final Dining PROBLEM = new Dining();

    /** The name of the law of fences. */
    public static final String FENCES_GROW = "the uses of a fork are numbered upwards";

    /** Where a user stands. */
    public enum User {
        THINKING,
        HUNGRY,
        EATING
    }

    /** A fork, by the two that share it. */
    private record Fork(ProcessId low, ProcessId high) implements Comparable<Fork> {
        static Fork between(ProcessId one, ProcessId other) {
            return one.compareTo(other) < 0 ? new Fork(one, other) : new Fork(other, one);
        }

        @Override
        public int compareTo(Fork other) {
            int byLow = low.compareTo(other.low);
            return byLow != 0 ? byLow : high.compareTo(other.high);
        }
    }

    /** Remembers the latest use of each fork. */
    private record LatestUses(SortedMap<Fork, Long> uses) implements Observer<DiningOutput> {
        @Override
        public List<String> invariants() {
            return List.of(FENCES_GROW);
        }

        @Override
        public Observer<DiningOutput> sees(ProcessId process, DiningOutput output) {
            if (!(output instanceof DiningOutput.Eats eats) || eats.fences().isEmpty()) {
                return this;
            }
            SortedMap<Fork, Long> later = new TreeMap<>(uses);
            for (Map.Entry<ProcessId, Long> fence : eats.fences().entrySet()) {
                Long before = later.put(Fork.between(process, fence.getKey()), fence.getValue());
                if (before != null && before >= fence.getValue()) {
                    throw new InvariantViolation(
                            FENCES_GROW,
                            "process " + process + " has use " + fence.getValue() + " of the fork shared with "
                                    + fence.getKey() + " after use " + before);
                }
            }
            return new LatestUses(Collections.unmodifiableSortedMap(later));
        }
    }

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
    public List<DiningInput> mayAsk(User user) {
        return switch (user) {
            case THINKING -> List.of(DiningInput.HUNGRY);
            case HUNGRY -> List.of();
            case EATING -> List.of(DiningInput.SATED);
        };
    }

    @Override
    public boolean demands(DiningInput input) {
        return input == DiningInput.HUNGRY;
    }

    @Override
    public boolean owed(DiningInput input) {
        return input == DiningInput.SATED;
    }

    @Override
    public User asked(User user, DiningInput input) {
        return input == DiningInput.HUNGRY ? User.HUNGRY : User.THINKING;
    }

    @Override
    public User told(User user, DiningOutput output) {
        if (output instanceof DiningOutput.Eats) {
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
        return user == User.EATING ? Optional.of(DiningInvariants.NEIGHBOURS_EXCLUDE_EACH_OTHER) : Optional.empty();
    }

    @Override
    public boolean waits(User user) {
        return user == User.HUNGRY;
    }

    @Override
    public boolean serves(DiningOutput output) {
        return output instanceof DiningOutput.Eats;
    }

    @Override
    public Observer<DiningOutput> observer() {
        return new LatestUses(Collections.emptySortedMap());
    }
}
