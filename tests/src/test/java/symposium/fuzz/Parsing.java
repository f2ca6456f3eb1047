package symposium.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/** What holds of a parser of outside input: it accepts an input, or refuses it by one exception that says why. */
final class Parsing {

    /** Longer inputs are passed over: what matters is what an input says, and not how often. */
    static final int LONGEST = 16_384;

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

    /**
     * What a parser makes of an input; empty when it refuses that.
     *
     * @param refusal the exception, itself and no subtype of it
     * @throws AssertionError when there is another exception, or the message says nothing
     */
    static <T> Optional<T> read(Class<? extends Exception> refusal, Callable<T> parser) {
        return read(parser, refusal::equals);
    }

    /** As {@link #read}, of a parser of others that refuses by subtypes of an exception. */
    static <T> Optional<T> readAny(Class<? extends Exception> refusal, Callable<T> parser) {
        return read(parser, refusal::isAssignableFrom);
    }

    private static <T> Optional<T> read(Callable<T> parser, Predicate<Class<?>> refusal) {
        try {
            return Optional.of(parser.call());
        } catch (Exception thrown) {
            if (!refusal.test(thrown.getClass())) {
                throw new AssertionError("refused by " + thrown, thrown);
            }
            String why = thrown.getMessage();
            if (why == null || why.isBlank() || why.length() > LONGEST_MESSAGE || why.matches("(?s)(.*: )?null")) {
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
