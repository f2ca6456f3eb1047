package symposium.kernel.problem;

import java.util.Arrays;
import java.util.SortedSet;
import symposium.kernel.Sorted;

/**
 * The numbers in a global state that a later step may compare with others: see {@link Quotient}. The numbers belong to
 * several series, and only numbers of the same series are compared with each other.
 *
 * @param numbers all these numbers
 */
public record LiveNumbers(SortedSet<Number> numbers) {

    /** No number at all. */
    public static final LiveNumbers NONE = new LiveNumbers(Sorted.set());

    /**
     * A number that counts in one series.
     *
     * @param series the series in which it counts
     * @param value the value, positive or negative but never 0
     */
    public record Number(long series, int value) implements Comparable<Number> {

        /** Returns the absolute value of the number, which is how far it has counted. */
        public int magnitude() {
            return Math.abs(value);
        }

        @Override
        public int compareTo(Number other) {
            int order = Long.compare(series, other.series);
            return order == 0 ? Integer.compare(value, other.value) : order;
        }
    }

    public LiveNumbers {
        numbers = Sorted.set(numbers);
    }

    /** Returns this one number. */
    public static LiveNumbers of(long series, int value) {
        return NONE.and(series, value);
    }

    /** Returns these numbers and one more. */
    public LiveNumbers and(long series, int value) {
        return new LiveNumbers(Sorted.with(numbers, new Number(series, value)));
    }

    /** Returns these numbers and others. */
    public LiveNumbers and(LiveNumbers others) {
        return new LiveNumbers(Sorted.union(numbers, others.numbers));
    }

    /** Returns the numbers of one series, in their order. */
    public SortedSet<Number> of(long series) {
        return Sorted.only(numbers, number -> number.series() == series);
    }

    /**
     * Returns the name of a number. The magnitudes of the live numbers of a series are named 1, 2, 3 and so on, in
     * their order, and each number keeps its sign.
     *
     * @return the name; 0 for a number whose magnitude no live number has
     */
    public int name(long series, int value) {
        int[] magnitudes = numbers.stream()
                .filter(number -> number.series() == series)
                .mapToInt(Number::magnitude)
                .distinct()
                .sorted()
                .toArray();
        int place = Arrays.binarySearch(magnitudes, Math.abs(value));
        return place < 0 ? 0 : Integer.signum(value) * (place + 1);
    }
}
