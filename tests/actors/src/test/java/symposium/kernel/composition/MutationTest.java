package symposium.kernel.composition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Variant;
import symposium.kernel.problem.Variants;

/** Faults that are planted in the steps of a protocol. A state is a word; messages are words and numbers. */
@Tag("fast")
class MutationTest {

    private static final Neighbour ONE = Neighbour.of(ProcessId.of(1));
    private static final Neighbour TWO = Neighbour.of(ProcessId.of(2));

    private enum Does implements Rule {
        GREETS,
        RESTS
    }

    /** On a word it greets two, with a word and with a number; on anything else it rests. */
    private static final Protocol<String, Object, String, String> ORIGINAL = new Protocol<>() {
        @Override
        public String initial(ProcessId self, Neighbours neighbours) {
            return "";
        }

        @Override
        public List<Does> rules() {
            return List.of(Does.values());
        }

        @Override
        public Step<String, Object, String> step(String state, Event<Object, String> event) {
            return event instanceof Event.Received<Object, String> received && received.message() instanceof String word
                    ? Step.<String, Object, String>by(Does.GREETS, state + word)
                            .send(ONE, word)
                            .send(TWO, 1)
                            .tell(word)
                    : Step.by(Does.RESTS, state + event);
        }
    };

    /** The step of a protocol on the message {@code b}, in state {@code a}: the next state and the effects. */
    private static String on(Protocol<String, Object, String, String> protocol) {
        Step<String, Object, String> step = protocol.step("a", new Event.Received<>(ONE, "b"));
        assertEquals(Does.GREETS, step.rule());
        return step.next() + " " + step.effects();
    }

    private static String with(Mutation<String, Object, String, String> mutation) {
        assertEquals(on(mutation.of(ORIGINAL)), on(mutation.at(Does.GREETS).of(ORIGINAL)));
        assertEquals(on(ORIGINAL), on(mutation.at(Does.RESTS).of(ORIGINAL)));
        return on(mutation.of(ORIGINAL));
    }

    @Test
    void aStepGoesElsewhere() {
        assertEquals("ab [b to 1, 1 to 2, b]", on(ORIGINAL));
        assertEquals("AB [b to 1, 1 to 2, b]", with(Mutation.next(next -> next.toUpperCase(Locale.ROOT))));
        assertEquals("a-ab [b to 1, 1 to 2, b]", with(Mutation.next((before, next) -> before + "-" + next)));
        assertEquals("ab [b to 1, 1 to 2, b, c]", with(Mutation.step(step -> step.tell("c"))));
    }

    @Test
    void messagesAreNotSentOrOthersAre() {
        assertEquals("ab [b]", with(Mutation.silent()));
        assertEquals("ab [b to 1, b]", with(Mutation.silent(Integer.class)));
        assertEquals("ab [b! to 1, 1! to 2, b]", with(Mutation.messages(message -> message + "!")));
        assertEquals("ab [abb to 1, ab1 to 2, b]", with(Mutation.messages((next, message) -> next + message)));
    }

    @Test
    void theUserIsToldSomethingElse() {
        assertEquals("ab [b to 1, 1 to 2, c]", with(Mutation.outputs(told -> "c")));
    }

    @Test
    void aFaultAddsToAnother() {
        Mutation<String, Object, String, String> silent = Mutation.silent();
        assertEquals("abb [b]", with(silent.and(Mutation.next(next -> next + "b"))));
    }

    @Test
    void stepsByOtherRulesStayAsTheyAre() {
        Event<Object, String> leave = new Event.Leave<>();
        Mutation<String, Object, String, String> mutation = Mutation.next(next -> "lost");
        assertEquals(
                ORIGINAL.step("a", leave), mutation.at(Does.GREETS).of(ORIGINAL).step("a", leave));
        assertEquals(
                "lost",
                mutation.at(Does.GREETS, Does.RESTS)
                        .of(ORIGINAL)
                        .step("a", leave)
                        .next());
        assertEquals("lost", mutation.of(ORIGINAL).step("a", leave).next());
    }

    @Test
    void aProcessMistakesAMessageForAnother() {
        assertEquals("aab [ab to 1, 1 to 2, ab]", with(Mutation.misreading((state, message) -> state + message)));
    }

    @Test
    void variantsKeepTheirNamesProtocolsAndScenarios() {
        Scenario scenario = Scenario.of(2, "p");
        List<Variant<String, Object, String, String>> variants = Variants.of(ORIGINAL)
                .mutate(Does.GREETS, "says nothing", Mutation.silent(), scenario)
                .mutate(Does.GREETS, "says too much", Mutation.step(step -> step.send(ONE, "c")))
                .mutate("words alone", Mutation.admitting((state, message) -> message instanceof String))
                .add("another", ORIGINAL, scenario)
                .add("the same", ORIGINAL)
                .list();
        assertEquals(
                List.of("greets says nothing", "greets says too much", "words alone", "another", "the same"),
                variants.stream().map(Variant::name).toList());
        assertEquals(
                List.of(
                        Optional.of(scenario),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(scenario),
                        Optional.empty()),
                variants.stream().map(Variant::scenario).toList());
        assertEquals("ab [b]", on(variants.get(0).protocol()));
        assertEquals("ab [b to 1, 1 to 2, b, c to 1]", on(variants.get(1).protocol()));
        assertTrue(variants.get(2).protocol().admits("", ONE, "word"));
        assertFalse(variants.get(2).protocol().admits("", ONE, 1));
        assertEquals(on(ORIGINAL), on(variants.get(2).protocol()));
    }
}
