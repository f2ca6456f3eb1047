package symposium.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The lines of a trace. */
@Tag("fast")
class TraceEventTest {

    private static final ProcessId ZERO = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final Neighbour NEIGHBOUR = Neighbour.of(ONE);

    private enum Does implements Rule {
        TOKEN_GOES_ON
    }

    private static TraceEvent.Stepped step(List<Effect<Object, String>> effects) {
        return new TraceEvent.Stepped(ZERO, new Event.Input<>("enter"), Does.TOKEN_GOES_ON, effects);
    }

    @Test
    void aLineNamesTheProcessAndWhatHappened() {
        assertEquals("0: token.goes-on  on enter", step(List.of()).toString());
        assertEquals(
                "0: token.goes-on  on enter  -> [a to 1]",
                step(List.of(new Effect.Send<>(NEIGHBOUR, "a"))).toString());
        assertEquals("0: lost on the way: a from 1", new TraceEvent.MessageLost(ZERO, NEIGHBOUR, "a").toString());
        assertEquals(
                "0: doubled on the way: a from 1", new TraceEvent.MessageDuplicated(ZERO, NEIGHBOUR, "a").toString());
        assertEquals("0: crashed", new TraceEvent.Crashed(ZERO).toString());
        assertEquals("0: joins", new TraceEvent.Joined(ZERO).toString());
        assertEquals("0: link with 1 fails", new TraceEvent.LinkFailed(ZERO, ONE).toString());
        assertEquals("0: link with 1 recovers", new TraceEvent.LinkRecovered(ZERO, ONE).toString());
        assertEquals("0: false departure of 1", new TraceEvent.FalselyDeparted(ZERO, ONE).toString());
        assertEquals(
                "0: [0, 1] are separated from the others",
                new TraceEvent.Partitioned(ZERO, new TreeSet<>(List.of(ZERO, ONE))).toString());
        assertEquals("0: p throws", new TraceEvent.Threw(ZERO, "p throws").toString());
        assertEquals("0: on enter  why", new TraceEvent.Failed(ZERO, new Event.Input<>("enter"), "why").toString());
    }

    @Test
    void theMessagesOfATypeThatAStepSendsAreFound() {
        Effect.Send<Object, String> word = new Effect.Send<>(NEIGHBOUR, "a");
        TraceEvent.Stepped sending = step(List.of(word, new Effect.Output<>("told"), new Effect.Send<>(NEIGHBOUR, 1)));
        assertEquals(List.of(word), sending.sends(String.class));
        assertEquals(2, sending.sends(Object.class).size());
        assertEquals(List.of(), new TraceEvent.Crashed(ZERO).sends(Object.class));
    }

    // --- rules

    private enum Labelled implements Rule {
        N_1,
        P1_REQUEST,
        REST
    }

    private static class Owner {
        @SuppressWarnings("unused") // by reflection
        private enum Rules implements Rule {
            FIRST,
            SECOND
        }
    }

    private static final class Heir extends Owner {}

    @Test
    void aRuleIsLabelledAsInThePaper() {
        assertEquals("n.1", Labelled.N_1.label());
        assertEquals("p.1", Labelled.P1_REQUEST.label());
        assertEquals("rest", Labelled.REST.label());
        Rule part = Rule.prefixed("part-", Labelled.N_1);
        assertEquals("part-n.1", part.label());
        assertEquals("N_1", part.name());
    }

    @Test
    void theRulesOfAProtocolAreNestedInItOrInWhatItExtends() {
        assertEquals("[FIRST, SECOND]", Rule.nestedIn(Heir.class).toString());
        assertEquals(Rule.nestedIn(Owner.class), Rule.nestedIn(Heir.class));
    }
}
