package symposium.kernel;

import java.util.function.Supplier;

/** Checks of arguments. */
public final class Require {

    private Require() {}

    /**
     * Refuses what does not satisfy a condition.
     *
     * @param otherwise what is wrong
     * @throws IllegalArgumentException when the condition is false
     */
    public static void that(boolean condition, String otherwise) {
        that(condition, () -> otherwise);
    }

    /** The same where the text is costly. */
    public static void that(boolean condition, Supplier<String> otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise.get());
        }
    }
}
