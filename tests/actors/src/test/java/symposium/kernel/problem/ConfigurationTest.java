package symposium.kernel.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.problem.Configuration.LiveProcess;
import symposium.kernel.problem.Configuration.ProcessPair;

/** What an invariant sees of a global state: the live processes, their pairs, and the messages in transit. */
@Tag("fast")
class ConfigurationTest {

    private static final ProcessId ZERO = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);

    /** A link in one direction. */
    private record Link(ProcessId from, Neighbour to) {}

    /**
     * A global state given by its parts.
     *
     * @param stateOf the states of the live processes
     */
    record Given(List<ProcessId> processes, Map<ProcessId, String> stateOf, Map<Object, List<Object>> sent)
            implements Configuration<String, Object, Integer> {
        @Override
        public boolean alive(ProcessId process) {
            return stateOf.containsKey(process);
        }

        @Override
        public String state(ProcessId process) {
            return Optional.ofNullable(stateOf.get(process)).orElseThrow(IllegalStateException::new);
        }

        @Override
        public Integer user(ProcessId process) {
            return 10 * process.number();
        }

        @Override
        public List<Object> inTransit(ProcessId from, Neighbour to) {
            return sent.getOrDefault(new Link(from, to), List.of());
        }
    }

    /** Processes 0 to 2, of which 1 has crashed. Messages are words and numbers; one travels over a link with sides. */
    private static final Given STATE = new Given(
            List.of(ZERO, ONE, TWO),
            Map.of(ZERO, "zero", TWO, "two"),
            Map.of(
                    new Link(ZERO, Neighbour.of(TWO)), List.of("a", 1, "b"),
                    new Link(TWO, Neighbour.of(ZERO)), List.of("c", 2),
                    new Link(TWO, new Neighbour(ONE, Side.RIGHT)), List.of("d")));

    private static final LiveProcess<String, Integer> LIVE_ZERO = new LiveProcess<>(ZERO, "zero", 0);
    private static final LiveProcess<String, Integer> LIVE_TWO = new LiveProcess<>(TWO, "two", 20);

    @Test
    void aCrashedProcessHasNoStateAndIsInNoPair() {
        assertEquals(List.of(LIVE_ZERO, LIVE_TWO), STATE.live());
        assertEquals(List.of("zero", "two"), STATE.states().toList());
        assertEquals(
                List.of(new ProcessPair<>(STATE, LIVE_ZERO, LIVE_TWO), new ProcessPair<>(STATE, LIVE_TWO, LIVE_ZERO)),
                STATE.pairs().toList());
    }

    @Test
    void allAreAliveWhereNoneHasCrashed() {
        assertFalse(STATE.allAlive());
        assertTrue(new Given(List.of(ZERO, TWO), STATE.stateOf, Map.of()).allAlive());
    }

    @Test
    void messagesInTransitAreFoundOnEveryLink() {
        assertEquals(List.of("a", 1, "b", "c", 2, "d"), STATE.inTransit().toList());
        assertEquals(List.of(1, 2), STATE.inTransit(Integer.class).toList());
        assertEquals(List.of("a", "b"), STATE.inTransit(ZERO, TWO, String.class));
        assertEquals(List.of(), STATE.inTransit(TWO, ONE, String.class), "that link has sides");
    }

    @Test
    void itIsQuietWhereNoMessageIsInTransit() {
        assertFalse(STATE.quiet());
        assertTrue(new Given(STATE.processes, STATE.stateOf, Map.of()).quiet());
    }

    @Test
    void aValueIsAtALiveProcessOrTravels() {
        assertEquals(
                List.of("ZERO", "number 1", "number 2"),
                STATE.<Integer, String>everywhere(
                                state -> Optional.of(state.toUpperCase(java.util.Locale.ROOT))
                                        .filter("ZERO"::equals),
                                Integer.class,
                                number -> "number " + number)
                        .toList());
    }

    @Test
    void eachOfAPairHasItsStateAndTheMessagesOnItsWay() {
        ProcessPair<String, Object, Integer> pair = STATE.pairs().findFirst().orElseThrow();
        assertEquals("zero", pair.p());
        assertEquals("two", pair.q());
        assertEquals(List.of("a", "b"), pair.toQ(String.class));
        assertEquals(List.of(2), pair.toP(Integer.class));
    }

    @Test
    void aPartHasTheSameProcessesWithTheirPartsOfStateAndTheMessagesOfTheirLinks() {
        Configuration<Integer, String, String> part =
                STATE.part(String::length, user -> "user " + user, (from, to) -> STATE.inTransit(from, to).stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .toList());
        assertEquals(STATE.processes(), part.processes());
        assertFalse(part.alive(ONE));
        assertEquals(List.of(new LiveProcess<>(ZERO, 4, "user 0"), new LiveProcess<>(TWO, 3, "user 20")), part.live());
        assertEquals("user 10", part.user(ONE));
        assertEquals(List.of("a", "b", "c", "d"), part.inTransit().toList());
    }
}
