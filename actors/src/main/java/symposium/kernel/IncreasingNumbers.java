package symposium.kernel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * An observer of numbers that increase for each of several things, such as the fences of resources: a number that a
 * user is told for a thing is greater than all that users were told for it before.
 *
 * @param invariant the name of the invariant that says so
 * @param numbers what an output to the user of a process tells of things and their numbers; nothing, if empty
 * @param latest the latest number of each thing
 * @param <O> what a user is told
 * @param <K> what is numbered
 * @param <V> the numbers
 */
public record IncreasingNumbers<O, K, V extends Comparable<? super V>>(
        String invariant, BiFunction<ProcessId, O, Map<K, V>> numbers, Map<K, V> latest) implements Observer<O> {

    /** The observer before any number. */
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
