package symposium.checker.store;

import java.util.Arrays;

/** A stack of numbers. */
public final class IntStack {

    private int[] numbers = new int[1 << 10];
    private int size;

    public int size() {
        return size;
    }

    public void push(int number) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, size * 2);
        }
        numbers[size++] = number;
    }

    public int pop() {
        return numbers[--size];
    }

    /** Removes the numbers from the top down to this one, and returns them. */
    public int[] popTo(int number) {
        int before = size;
        while (pop() != number) {
            continue;
        }
        return Arrays.copyOfRange(numbers, size, before);
    }
}
