package symposium.checker;

import java.util.Arrays;

/** A stack of numbers. */
final class IntStack {

    private int[] numbers = new int[1 << 10];
    private int size;

    int size() {
        return size;
    }

    void push(int number) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, size * 2);
        }
        numbers[size++] = number;
    }

    int peek() {
        return numbers[size - 1];
    }

    int pop() {
        return numbers[--size];
    }

    /** Removes the numbers from the top down to this one, and returns them. */
    int[] popTo(int number) {
        int before = size;
        while (pop() != number) {
            continue;
        }
        return Arrays.copyOfRange(numbers, size, before);
    }
}
