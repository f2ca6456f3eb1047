package symposium.checker.local;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import symposium.kernel.InvariantViolation;

/**
 * Calls methods of an author that must be functions, and checks that they are. The checker calls such a method once for
 * each combination of arguments, and would overlook whatever else its result depends on.
 */
public final class PureCalls {

    /** The property that a method with a side effect, or without a fixed result, violates. */
    public static final String PURE = "protocol and problem are functions of their arguments";

    /** How many calls compare their arguments as text, before hash codes must do: text takes longer than most calls. */
    private static final int AS_TEXT = 1_000;

    private final AtomicInteger calls = new AtomicInteger();

    /**
     * The result of a method, which is called twice.
     *
     * @param compared the part of the result that must be equal in both calls
     * @throws InvariantViolation if the arguments change, or the results are not equal
     */
    <T> T call(String method, Supplier<T> call, Function<T, ?> compared, Object... arguments) {
        boolean asText = calls.getAndIncrement() < AS_TEXT;
        Object before = seen(asText, arguments);
        T result = call.get();
        Object first = compared.apply(result);
        Object second = compared.apply(call.get());
        if (!before.equals(seen(asText, arguments))) {
            throw new InvariantViolation(
                    PURE,
                    method + " changes its arguments, which are now " + Arrays.toString(arguments)
                            + ": states, messages, inputs and outputs must be immutable");
        }
        if (!first.equals(second)) {
            throw new InvariantViolation(
                    PURE,
                    "two calls of " + method + " with " + Arrays.toString(arguments) + " give " + first + " and "
                            + second + ", which are not equal: a method must depend on its arguments only, and states,"
                            + " messages and outputs must be equal by value");
        }
        return result;
    }

    <T> T call(String method, Supplier<T> call, Object... arguments) {
        return call(method, call, Function.identity(), arguments);
    }

    private static Object seen(boolean asText, Object... arguments) {
        return asText ? Arrays.toString(arguments) : Arrays.hashCode(arguments);
    }
}
