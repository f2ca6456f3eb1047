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
 * <p>Stated over {@link Input} and {@link Output} alone, and so the same for every algorithm.
 */
public final class Dining implements Problem<Dining.User, Dining.Input, Dining.Output> {

    /** The problem; it has no parameters. */
    public static final Dining PROBLEM = new Dining();

    /** The name of the law of fences. */
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
         * @param fences for each neighbour the number of this use of the fork shared with it, greater than that of every use before; empty where
         *     uses are not counted
         */
        record Eats(SortedMap<ProcessId, Long> fences) implements Output {
            public Eats {
                fences = ForkMap.of(fences);
            }

            @Override
            public String toString() {
                return fences.isEmpty() ? "eats" : "eats " + fences;
            }
        }

        /** The forks are the user's no more: the philosopher has been cut off. */
        record Lost() implements Output {
            @Override
            public String toString() {
                return "lost";
            }
        }
    }

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
    private record LatestUses(SortedMap<Fork, Long> uses) implements Observer<Output> {
        @Override
        public List<String> invariants() {
            return List.of(FENCES_GROW);
        }

        @Override
        public Observer<Output> sees(ProcessId process, Output output) {
            if (!(output instanceof Output.Eats eats) || eats.fences().isEmpty()) {
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
        return user == User.EATING ? Optional.of(DiningInvariants.NEIGHBOURS_EXCLUDE_EACH_OTHER) : Optional.empty();
    }

    @Override
    public boolean waits(User user) {
        return user == User.HUNGRY;
    }

    @Override
    public boolean serves(Output output) {
        return output instanceof Output.Eats;
    }

    @Override
    public Observer<Output> observer() {
        return new LatestUses(Collections.emptySortedMap());
    }
}
