package symposium.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Invariants;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * What an author can get wrong in the entry of an algorithm is refused when it is made, in one line that names the
 * place.
 */
@Tag("fast")
class RegistrationTest {

    /** The author forgot {@code sealed}. */
    interface Open {}

    record Ping() implements Open {}

    record Wrapped(int number, Open content) {}

    record Anything(Object content) {}

    sealed interface Mixed permits Pong, Plain {}

    record Pong() implements Mixed {}

    static final class Plain implements Mixed {}

    enum Word {
        PING
    }

    record Token(int number, List<Word> words, Optional<Word> word, Map<ProcessId, Long> clocks, ProcessId from) {}

    sealed interface Generic<M> permits Carrier {}

    /** The author took a class for a record. */
    static final class Envelope<M> {}

    record Carrier<M>(M message) implements Generic<M> {}

    private static <M> Algorithm.Descriptor<Integer, M, User, Input, Output> described(Class<? super M> messages) {
        return new Algorithm.Descriptor<Integer, M, User, Input, Output>(
                        "own", symposium.mutex.MutualExclusion.PROBLEM, messages)
                .withPaper(Paper.of("nowhere").withCost("0"))
                .withSystem(SystemModel.of(Channels.FIFO, Shape.RING).withAssumptions("none"))
                .withProtocol(start -> (self, neighbours) -> 0);
    }

    private static void assertRefused(String complaint, Algorithm.Descriptor<?, ?, ?, ?, ?> descriptor) {
        assertEquals(
                complaint + "; a message type must be a sealed interface of records, an enum, or a record of such",
                assertThrows(IllegalArgumentException.class, () -> new Algorithm<>(descriptor))
                        .getMessage());
    }

    @Test
    void messagesAreSealedOrAnEnumOrARecordOfSuch() {
        String here = "own: its message type " + RegistrationTest.class.getName();
        assertRefused(here + "$Open is an interface that is not sealed", described(Open.class));
        assertRefused(here + "$Plain is a class that is no record", described(Plain.class));
        assertRefused(here + "$Plain is a class that is no record", described(Mixed.class));
        assertRefused(
                here + "$Wrapped.content, of type " + Open.class.getName() + ", is an interface that is not sealed",
                described(Wrapped.class));
        assertRefused(
                here + "$Anything.content, of type java.lang.Object, is a class that is no record",
                described(Anything.class));
        assertRefused(
                here + "$Open is an interface that is not sealed",
                RegistrationTest.<Generic<Open>>described(Generic.class)
                        .messages(sent -> sent.withArguments(Open.class)));

        assertRefused(
                here + "$Envelope is a class that is no record",
                RegistrationTest.<Envelope<Word>>described(Envelope.class)
                        .messages(sent -> sent.withArguments(Word.class)));

        for (Class<?> fine : List.of(Word.class, Token.class, Pong.class)) {
            assertNotNull(new Algorithm<>(described(fine)).messages().type());
        }
        assertNotNull(new Algorithm<>(RegistrationTest.<Generic<Word>>described(Generic.class)
                .messages(sent -> sent.withArguments(Word.class))));
    }

    @Test
    void whatMustBeSaidIsNamedWhereItIsMissing() {
        Algorithm.Descriptor<Integer, Word, User, Input, Output> incomplete =
                MutexAlgorithm.<Integer, Word>of("own", Word.class);

        NullPointerException missing = assertThrows(NullPointerException.class, () -> new Algorithm<>(incomplete));
        assertTrue(missing.getMessage().startsWith("own: no "), missing.getMessage());
    }

    @Test
    void aCountIsFromZeroUpwards() {
        Invariants<Integer, Word, User> invariants = new Invariants<>();

        assertEquals(
                "the invariant \"none\" asks for a count from 0 to -1; both must be 0 or more, and the first at most the"
                        + " second",
                assertThrows(IllegalArgumentException.class, () -> invariants.atMost(-1, "none", state -> true))
                        .getMessage());
        assertThrows(
                IllegalArgumentException.class,
                () -> invariants.count("three to two", state -> true, Word.class, 3, 2));
        assertThrows(
                IllegalArgumentException.class, () -> invariants.count("below zero", state -> true, Word.class, -1, 2));
    }
}
