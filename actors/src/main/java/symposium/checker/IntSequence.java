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

    int get(int at) {
        return numbers[at];
    }

    int size() {
        return size;
    }

    /** The numbers from this place on. */
    int[] from(int place) {
        return Arrays.copyOfRange(numbers, place, size);
    }

    int[] toArray() {
        return Arrays.copyOf(numbers, size);
    }
}
