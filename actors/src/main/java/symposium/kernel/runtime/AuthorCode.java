package symposium.kernel.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;

/**
 * Calls methods of protocols and problems. An exception in one of these methods violates {@link #NO_EXCEPTION}. The
 * violation names the method, the arguments, the process, the exception and the location in the author's code.
 *
 * <p>An exception in a step violates {@link ProcessRuntime#NO_EXCEPTION} instead. An exception in an invariant
 * violates that invariant.
 */
public final class AuthorCode {

    /** The property that an exception outside of steps and invariants violates. */
    public static final String NO_EXCEPTION = "no method of the protocol or the problem throws an exception";

    private static final List<String> OTHER_CODE = List.of("java.", "jdk.", "symposium.kernel.");

    private AuthorCode() {}

    /**
     * Returns the result of one call of an author's method.
     *
     * @param method the name of the method
     * @throws InvariantViolation if the method throws an exception
     */
    public static <T> T call(ProcessId process, String method, Callable<T> call, Object... arguments) {
        return call(() -> process, method, call, arguments);
    }

    static <T> T call(Supplier<ProcessId> process, String method, Callable<T> call, Object... arguments) {
        try {
            return call.call();
        } catch (Exception | Error thrown) {
            throw violation(process.get(), method, thrown, arguments);
        }
    }

    /**
     * Rethrows an error of the JVM, such as an {@link OutOfMemoryError}. Every other error is a fault of the code that
     * threw it, including a {@link StackOverflowError}.
     */
    static void rethrow(Throwable thrown) {
        if (thrown instanceof VirtualMachineError error && !(thrown instanceof StackOverflowError)) {
            throw error;
        }
    }

    /** @throws Error if an error of the JVM was thrown */
    private static InvariantViolation violation(
            ProcessId process, String method, Throwable thrown, Object... arguments) {
        if (thrown instanceof InvariantViolation violation) {
            return violation;
        }
        rethrow(thrown);
        String call = Arrays.stream(arguments).map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
        String place = Arrays.stream(thrown.getStackTrace())
                .filter(frame -> OTHER_CODE.stream().noneMatch(frame.getClassName()::startsWith))
                .findFirst()
                .map(frame -> " at " + frame)
                .orElse("");
        InvariantViolation violation = new InvariantViolation(
                NO_EXCEPTION, method + call + " of process " + process + " throws " + thrown + place, process);
        violation.initCause(thrown);
        return violation;
    }
}
