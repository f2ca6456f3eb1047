package symposium.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;

/** What holds of a parser of outside input: it accepts an input, or refuses it by one exception that says why. */
final class Parsing {

    /** Longer inputs are passed over. It is as much as the endpoints for clients take. */
    static final int LONGEST = 65_536;

    private static final int LONGEST_MESSAGE = 8 * LONGEST;

    private Parsing() {}

    /** Whether an input is short enough. */
    static boolean fits(byte[] input) {
        return input.length <= LONGEST;
    }

    /** An input as text. */
    static String text(byte[] input) {
        return new String(input, StandardCharsets.UTF_8);
    }

    /** What follows the first line of an input that is short enough, and that line: the name of a message. */
    static void named(byte[] input, BiConsumer<String, byte[]> message) {
        int end = 0;
        while (end < input.length && input[end] != '\n') {
            end++;
        }
        if (fits(input) && end < input.length) {
            message.accept(text(Arrays.copyOf(input, end)), Arrays.copyOfRange(input, end + 1, input.length));
        }
    }

    /**
     * What a parser makes of an input; empty when it refuses that.
     *
     * @param refusal the exception, itself and no subtype of it
     * @throws AssertionError when there is another exception, or the message says nothing
     */
    static <T> Optional<T> read(Class<? extends Exception> refusal, Callable<T> parser) {
        try {
            return Optional.of(parser.call());
        } catch (Exception thrown) {
            if (thrown.getClass() != refusal) {
                throw new AssertionError("refused by " + thrown, thrown);
            }
            String why = thrown.getMessage();
            if (why == null || why.isBlank() || why.length() > LONGEST_MESSAGE || why.equals("null")) {
                throw new AssertionError("no clear message: " + why, thrown);
            }
            return Optional.empty();
        } catch (StackOverflowError | OutOfMemoryError exhausted) {
            throw new AssertionError("refused by " + exhausted, exhausted);
        }
    }

    /** What was accepted, is written and read again, is the same. */
    static <T> void same(T value, Callable<T> again) {
        try {
            assertEquals(value, again.call());
        } catch (Exception thrown) {
            throw new AssertionError("written and refused: " + value, thrown);
        }
    }
}
