package symposium.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** An exception in an author's code violates a property, and the violation says where. */
class AuthorCodeTest {

    private static final ProcessId SELF = ProcessId.of(3);

    /** Stands for an author's code, which lies outside of this package. */
    private interface Code {
        String of(int number, String word);

        String plain();
    }

    private static Code guarded(Supplier<String> does) {
        Code code = new Code() {
            @Override
            public String of(int number, String word) {
                return does.get() + number + word;
            }

            @Override
            public String plain() {
                return does.get();
            }
        };
        return AuthorCode.guarded(Code.class, code, () -> SELF);
    }

    private static InvariantViolation violation(Runnable call) {
        return assertThrows(InvariantViolation.class, call::run);
    }

    @Test
    void whatThrowsNothingReturnsItsResult() {
        assertEquals("a1b", guarded(() -> "a").of(1, "b"));
        assertEquals("a", AuthorCode.call(SELF, "m", () -> "a"));
    }

    @Test
    void aViolationNamesMethodArgumentsProcessAndException() {
        Code code = guarded(() -> Integer.toString(Integer.parseInt("x")));
        InvariantViolation violation = violation(() -> code.of(1, "b"));
        assertEquals(AuthorCode.NO_EXCEPTION, violation.invariant());
        assertTrue(
                violation
                        .getMessage()
                        .startsWith("refuted: \"" + AuthorCode.NO_EXCEPTION
                                + "\"; Code.of(1, b) of process 3 throws java.lang.NumberFormatException: For input"),
                violation.getMessage());
        assertEquals(Optional.of(SELF), violation.process());
        assertTrue(violation.getCause() instanceof NumberFormatException);
        assertTrue(violation(code::plain).getMessage().contains("; Code.plain() of process 3 throws "));
        assertTrue(violation(() -> AuthorCode.call(SELF, "m", () -> Integer.parseInt("x"), 1, "b"))
                .getMessage()
                .contains("; m(1, b) of process 3 throws "));
    }

    @Test
    void theFirstFrameOutsideOfJavaAndTheKernelIsThePlace() {
        IllegalStateException thrown = new IllegalStateException("why");
        StackTraceElement inside = new StackTraceElement("symposium.kernel.Require", "that", "Require.java", 1);
        StackTraceElement java = new StackTraceElement("java.util.List", "of", "List.java", 2);
        StackTraceElement author = new StackTraceElement("own.Own", "onInput", "Own.java", 3);
        thrown.setStackTrace(new StackTraceElement[] {java, inside, author, inside});
        assertTrue(thrownBy(thrown)
                .endsWith(" throws java.lang.IllegalStateException: why at own.Own.onInput(Own.java:3)"));
        thrown.setStackTrace(new StackTraceElement[] {java, inside});
        assertTrue(thrownBy(thrown).endsWith(" throws java.lang.IllegalStateException: why"));
    }

    private static String thrownBy(RuntimeException thrown) {
        return violation(guarded(() -> {
                    throw thrown;
                })::plain)
                .getMessage();
    }

    @Test
    void aViolationStaysWhatItIsAndAnErrorEndsTheRun() {
        InvariantViolation own = new InvariantViolation("p", "found");
        assertSame(own, violation(guarded(() -> {
            throw own;
        })::plain));
        assertEquals(Optional.empty(), own.process());
        assertThrows(OutOfMemoryError.class, guarded(() -> {
            throw new OutOfMemoryError();
        })::plain);
        assertEquals(
                AuthorCode.NO_EXCEPTION,
                violation(guarded(AuthorCodeTest::endless)::plain).invariant());
        assertEquals(
                AuthorCode.NO_EXCEPTION,
                violation(() -> AuthorCode.call(SELF, "m", AuthorCodeTest::endless))
                        .invariant());
    }

    private static String endless() {
        throw new StackOverflowError();
    }
}
