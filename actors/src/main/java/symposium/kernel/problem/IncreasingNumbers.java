package symposium.kernel.problem;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;

/**
 * An observer that checks that numbers increase per key, as the fencing tokens of a resource do: each number is
 * greater than all earlier numbers for that key.
 *
 * @param invariant the name of this invariant
 * @param numbers extracts the keys and numbers from an output to the user of a process
 * @param latest the latest number for each key
 * @param <O> the outputs to a user
 * @param <K> the keys
 * @param <V> the numbers
 */
public record IncreasingNumbers<O, K, V extends Comparable<? super V>>(
        String invariant, BiFunction<ProcessId, O, Map<K, V>> numbers, Map<K, V> latest) implements Observer<O> {

    /** Creates an observer that has not seen any number. */
    public IncreasingNumbers(String invariant, BiFunction<ProcessId, O, Map<K, V>> numbers) {
        this(invariant, numbers, Map.of());
    }

    @Override
    public List<String> invariants() {
        return List.of(invariant);
    }

    @Override
    public Observer<O> sees(ProcessId process, O output) {
        Map<K, V> told = numbers.apply(process, output);
        if (told.isEmpty()) {
            return this;
        }
        Map<K, V> later = new HashMap<>(latest);
        told.forEach((thing, number) -> {
            V before = later.put(thing, number);
            if (before != null && before.compareTo(number) >= 0) {
                throw new InvariantViolation(
                        invariant, "process " + process + " is told " + number + " for " + thing + ", after " + before);
            }
        });
        return new IncreasingNumbers<>(invariant, numbers, later);
    }
}
