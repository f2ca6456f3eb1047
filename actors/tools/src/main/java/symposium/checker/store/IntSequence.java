package symposium.checker.store;

import java.util.Arrays;

/** A sequence of numbers that grows and shrinks at its end. */
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

    /** Removes the last number, and returns it. */
    public int pop() {
        return numbers[--size];
    }

    /** Removes the numbers from the last down to this one, and returns them. */
    public int[] popTo(int number) {
        int before = size;
        while (pop() != number) {
            continue;
        }
        return part(size, before);
    }

    /** The numbers from one place to another. */
    public int[] part(int from, int to) {
        return Arrays.copyOfRange(numbers, from, to);
    }

    public int[] toArray() {
        return Arrays.copyOf(numbers, size);
    }
}
