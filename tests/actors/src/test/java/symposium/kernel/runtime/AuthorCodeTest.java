package symposium.kernel.runtime;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;

/** An exception in an author's code violates a property, and the violation says where. */
@Tag("fast")
class AuthorCodeTest {

    private static final ProcessId SELF = ProcessId.of(3);

    /** A problem all of whose methods do the same. */
    private record Code(Supplier<String> does) implements Problem<Integer, String, String> {
        @Override
        public String name() {
            return does.get();
        }

        @Override
        public Integer initial() {
            return does.get().length();
        }

        @Override
        public List<String> mayAsk(Integer user) {
            return List.of(does.get());
        }

        @Override
        public boolean demands(String input) {
            return does.get().isEmpty();
        }

        @Override
        public boolean owed(String input) {
            return does.get().isEmpty();
        }

        @Override
        public Integer asked(Integer user, String input) {
            return (does.get() + user + input).length();
        }

        @Override
        public Integer told(Integer user, String output) {
            return does.get().length();
        }

        @Override
        public boolean waits(Integer user) {
            return does.get().isEmpty();
        }

        @Override
        public Optional<String> excludesNeighbours(Integer user) {
            return Optional.of(does.get());
        }

        @Override
        public Observer<String> observer() {
            return does.get().isEmpty() ? null : Observer.indifferent();
        }

        @Override
        public Problem<Integer, String, String> underSuspicion() {
            return new Code(does);
        }

        @Override
        public Set<String> untrueUnderSuspicion() {
            return Set.of(does.get());
        }

        @Override
        public Object essence(String output) {
            return does.get();
        }

        @Override
        public boolean serves(String output) {
            return does.get().isEmpty();
        }
    }

    private static Problem<Integer, String, String> guarded(Supplier<String> does) {
        return new GuardedProblem<>(new Code(does), () -> SELF);
    }

    private static InvariantViolation violation(Runnable call) {
        return assertThrows(InvariantViolation.class, call::run);
    }

    @Test
    void whatThrowsNothingReturnsItsResult() {
        Problem<Integer, String, String> code = guarded(() -> "a");
        assertEquals(3, code.asked(1, "b"));
        assertEquals(1, code.told(1, "b"));
        assertEquals("a", code.name());
        assertEquals(1, code.initial());
        assertEquals(List.of("a"), code.mayAsk(1));
        assertEquals(Optional.of("a"), code.excludesNeighbours(1));
        assertEquals(Observer.indifferent(), code.observer());
        assertEquals("a", code.underSuspicion().name());
        assertEquals(Set.of("a"), code.untrueUnderSuspicion());
        assertEquals("a", code.essence("b"));
        assertEquals("a", AuthorCode.call(SELF, "m", () -> "a"));
        for (boolean yes : List.of(true, false)) {
            Problem<Integer, String, String> decides = guarded(() -> yes ? "" : "a");
            assertEquals(yes, decides.demands("b"));
            assertEquals(yes, decides.owed("b"));
            assertEquals(yes, decides.waits(1));
            assertEquals(yes, decides.serves("b"));
        }
    }

    @Test
    void aViolationNamesMethodArgumentsProcessAndException() {
        Problem<Integer, String, String> code = guarded(() -> Integer.toString(Integer.parseInt("x")));
        InvariantViolation violation = violation(() -> code.asked(1, "b"));
        assertEquals(AuthorCode.NO_EXCEPTION, violation.invariant());
        assertTrue(
                violation
                        .getMessage()
                        .startsWith(
                                "refuted: \"" + AuthorCode.NO_EXCEPTION
                                        + "\"; Problem.asked(1, b) of process 3 throws java.lang.NumberFormatException: For input"),
                violation.getMessage());
        assertEquals(Optional.of(SELF), violation.process());
        assertTrue(violation.getCause() instanceof NumberFormatException);
        assertTrue(violation(code::name).getMessage().contains("; Problem.name() of process 3 throws "));
        assertTrue(violation(() -> AuthorCode.call(SELF, "m", () -> Integer.parseInt("x"), 1, "b"))
                .getMessage()
                .contains("; m(1, b) of process 3 throws "));
    }

    /** Also one that a problem need not have. */
    @Test
    void everyMethodIsGuarded() {
        Problem<Integer, String, String> code = guarded(() -> Integer.toString(Integer.parseInt("x")));
        for (Method method : Problem.class.getMethods()) {
            assertEquals(GuardedProblem.class, guard(method).getDeclaringClass(), method.getName());
            Object[] arguments = Stream.of(method.getParameterTypes())
                    .map(type -> method.getName().matches("asked|told|mayAsk|waits|excludesNeighbours") ? 1 : "b")
                    .toArray();
            if (arguments.length == 2) {
                arguments[1] = "b";
            }
            if (!method.getName().equals("underSuspicion")) {
                InvocationTargetException thrown =
                        assertThrows(InvocationTargetException.class, () -> method.invoke(code, arguments));
                assertTrue(thrown.getCause().getMessage().contains("; Problem." + method.getName() + "("));
            }
        }
    }

    private static Method guard(Method method) {
        return assertDoesNotThrow(() -> GuardedProblem.class.getMethod(method.getName(), method.getParameterTypes()));
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
                })::name)
                .getMessage();
    }

    @Test
    void aViolationStaysWhatItIsAndAnErrorOfTheJvmEndsTheRun() {
        InvariantViolation own = new InvariantViolation("p", "found");
        assertSame(own, violation(guarded(() -> {
            throw own;
        })::name));
        assertEquals(Optional.empty(), own.process());
        assertThrows(OutOfMemoryError.class, guarded(() -> {
            throw new OutOfMemoryError();
        })::name);
        assertEquals(
                AuthorCode.NO_EXCEPTION,
                violation(guarded(AuthorCodeTest::endless)::name).invariant());
        assertEquals(
                AuthorCode.NO_EXCEPTION,
                violation(() -> AuthorCode.call(SELF, "m", AuthorCodeTest::endless))
                        .invariant());
    }

    /** Also what no method declares: it would end the actor of a node, or its JVM. */
    @Test
    void everyOtherThrowableIsAViolation() {
        for (Throwable thrown : List.of(
                new AssertionError("wrong"), new NoClassDefFoundError("gone"), new IOException("not declared"))) {
            InvariantViolation violation =
                    violation(guarded(() -> AuthorCodeTest.<RuntimeException>sneak(thrown))::name);
            assertEquals(AuthorCode.NO_EXCEPTION, violation.invariant());
            assertSame(thrown, violation.getCause());
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> String sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    private static String endless() {
        throw new StackOverflowError();
    }
}
