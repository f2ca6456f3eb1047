package symposium.checker;

import java.util.Arrays;

/** A growing sequence of numbers. */
final class IntSequence {

    private int[] numbers = new int[48];
    private int size;

    void add(int number) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, size * 2);
        }
        numbers[size++] = number;
    }

    int size() {
        return size;
    }

    /** The numbers from one place to another. */
    int[] part(int from, int to) {
        return Arrays.copyOfRange(numbers, from, to);
    }

    int[] toArray() {
        return Arrays.copyOf(numbers, size);
    }
}
