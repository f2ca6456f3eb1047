package symposium.kernel;

import java.util.function.Supplier;

/** Checks of arguments. */
public final class Require {

    private Require() {}

    /**
     * Checks a condition.
     *
     * @param otherwise what is wrong
     * @throws IllegalArgumentException if the condition is false
     */
    public static void that(boolean condition, String otherwise) {
        that(condition, () -> otherwise);
    }

    /** Checks a condition; the text is computed only if the condition is false. */
    public static void that(boolean condition, Supplier<String> otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise.get());
        }
    }
}
