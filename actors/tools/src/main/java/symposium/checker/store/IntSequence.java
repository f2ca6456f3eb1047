package symposium.checker.store;

import java.util.Arrays;

/** A growing sequence of numbers. */
public final class IntSequence {

    private int[] numbers = new int[48];
    private int size;

    public void add(int number) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, size * 2);
        }
        numbers[size++] = number;
    }

    public int size() {
        return size;
    }

    /** The numbers from one place to another. */
    public int[] part(int from, int to) {
        return Arrays.copyOfRange(numbers, from, to);
    }

    public int[] toArray() {
        return Arrays.copyOf(numbers, size);
    }
}
