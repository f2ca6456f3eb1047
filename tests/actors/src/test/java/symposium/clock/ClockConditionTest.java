package symposium.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.clock.Execution.Happening;
import symposium.kernel.ProcessId;

/**
 * The clock condition and the strong one, on random executions, against Lamport's relation worked out from its
 * definition. A run prints the seed of its first execution; {@code -Dsymposium.seed=S} repeats it.
 */
@Tag("fast")
class ClockConditionTest {

    private static final int EXECUTIONS = 300;
    private static final int LENGTH = 60;

    /**
     * Fragments of a program: how an event gets its stamp, and how the clock goes on.
     *
     * @param <C> the clock
     * @param <T> the stamps
     */
    private record Fragments<C, T>(
            String name,
            Function<ProcessId, C> start,
            Function<C, T> sending,
            UnaryOperator<C> sent,
            BiFunction<C, T, T> receiving,
            BiFunction<C, T, C> received) {

        List<T> stamps(Execution execution) {
            Map<ProcessId, C> clocks = new HashMap<>();
            List<T> stamps = new ArrayList<>();
            for (Happening event : execution.events()) {
                C clock = clocks.computeIfAbsent(event.process(), start);
                if (event.receives()) {
                    T t = stamps.get(event.sending());
                    stamps.add(receiving.apply(clock, t));
                    clocks.put(event.process(), received.apply(clock, t));
                } else {
                    stamps.add(sending.apply(clock));
                    clocks.put(event.process(), sent.apply(clock));
                }
            }
            return stamps;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final Fragments<LogicalClock, Long> LOGICAL = new Fragments<>(
            "logical clock",
            name -> LogicalClock.START,
            LogicalClock::sending,
            LogicalClock::sent,
            LogicalClock::receiving,
            LogicalClock::received);

    private static final Fragments<VectorClock, VectorTime> VECTOR = new Fragments<>(
            "vector clock",
            VectorClock::startOf,
            VectorClock::sending,
            VectorClock::sent,
            VectorClock::receiving,
            VectorClock::received);

    @Test
    void theClockConditionHoldsOfLogicalClocks() {
        assertEquals(Optional.empty(), firstViolation(LOGICAL, ClockConditionTest::clockCondition));
    }

    @Test
    void whereALogicalClockStartsIsIrrelevant() {
        long seed = seed();
        Random lot = new Random(seed);
        Fragments<LogicalClock, Long> anywhere = new Fragments<>(
                "logical clock, started anywhere",
                name -> new LogicalClock(lot.nextInt(-50, 50)),
                LogicalClock::sending,
                LogicalClock::sent,
                LogicalClock::receiving,
                LogicalClock::received);
        assertEquals(Optional.empty(), firstViolation(anywhere, ClockConditionTest::clockCondition));
    }

    /**
     * "the invariance of Q1 is not violated if we allow, in between the events so to speak, occasional additional
     * increases of c"; and "we only need the weaker preassertion T.(snd.m) <= t": a receipt may take the message for
     * younger than it is.
     */
    @Test
    void aClockMayBeSetForwardAndAMessageTakenForYounger() {
        Fragments<Long, Long> generous = logical(
                "set forward, and t at least the stamp of the sending",
                ClockConditionTest::forward,
                c -> forward(c) + 1,
                (c, t) -> Math.max(forward(c), forward(t) + 1),
                (c, t) -> Math.max(forward(c), forward(t) + 1) + 1);
        assertEquals(Optional.empty(), firstViolation(generous, ClockConditionTest::clockCondition));
        Fragments<Long, Long> older = logical(
                "t less than the stamp of the sending",
                c -> c,
                c -> c + 1,
                (c, t) -> Math.max(c, t),
                (c, t) -> Math.max(c, t) + 1);
        assertNotEquals(Optional.empty(), firstViolation(older, ClockConditionTest::clockCondition));
    }

    /** By 0 to 4, as if at random, but the same each time. */
    private static long forward(long c) {
        return c + Math.floorMod(c * 7 + 3, 5);
    }

    /**
     * Chapter 3: precedence among messages, "the transitive closure of a basic precedence relation": the second message
     * is sent by the process that has sent or received the first one before. It is the precedence of their sendings.
     * "c := c max (t + 1)" is enough at a receipt, which is no event then.
     */
    @Test
    void precedenceAmongMessagesIsThatOfTheirSendings() {
        Fragments<Long, Long> ofMessages = logical(
                "receive: c := c max (t + 1)",
                c -> c,
                c -> c + 1,
                (c, t) -> Math.max(c, t + 1),
                (c, t) -> Math.max(c, t + 1));
        long seed = seed();
        for (int number = 0; number < EXECUTIONS; number++) {
            Execution execution = execution(seed + number);
            List<BitSet> before = execution.before();
            List<Happening> events = execution.events();
            List<BitSet> precede = new ArrayList<>();
            List<Long> stamps = ofMessages.stamps(execution);
            for (int j = 0; j < events.size(); j++) {
                BitSet messages = new BitSet();
                BitSet sendings = new BitSet();
                if (!events.get(j).receives()) {
                    for (int earlier = 0; earlier < j; earlier++) {
                        if (events.get(earlier).process().equals(events.get(j).process())) {
                            int i = events.get(earlier).receives()
                                    ? events.get(earlier).sending()
                                    : earlier;
                            messages.set(i);
                            messages.or(precede.get(i));
                        }
                        if (!events.get(earlier).receives() && before.get(j).get(earlier)) {
                            sendings.set(earlier);
                        }
                    }
                }
                precede.add(messages);
                assertEquals(sendings, messages, "seed " + (seed + number));
                long stamp = stamps.get(j);
                assertTrue(messages.stream().allMatch(i -> stamps.get(i) < stamp), "seed " + (seed + number));
            }
        }
    }

    @Test
    void theStrongClockConditionDoesNotHoldOfLogicalClocks() {
        assertNotEquals(Optional.empty(), firstViolation(LOGICAL, strong((one, other) -> one < other)));
    }

    @Test
    void theStrongClockConditionHoldsOfVectorClocks() {
        assertEquals(Optional.empty(), firstViolation(VECTOR, strong(VectorTime::isBefore)));
    }

    @Test
    void aStampOfAClockStartedAtZeroIsTheLengthOfALongestChainThatLeadsToTheEvent() {
        long seed = seed();
        for (int number = 0; number < EXECUTIONS; number++) {
            Execution execution = execution(seed + number);
            assertEquals(execution.longestChains(), LOGICAL.stamps(execution), "seed " + (seed + number));
        }
    }

    @Test
    void timestampsAreATotalOrderThatAgreesWithWhatHappenedBefore() {
        long seed = seed();
        for (int number = 0; number < EXECUTIONS; number++) {
            Execution execution = execution(seed + number);
            List<Long> clocks = LOGICAL.stamps(execution);
            List<Timestamp> stamps = new ArrayList<>();
            for (int at = 0; at < clocks.size(); at++) {
                stamps.add(
                        new Timestamp(clocks.get(at), execution.events().get(at).process()));
            }
            assertEquals(stamps.size(), stamps.stream().distinct().count(), "seed " + (seed + number));
            List<BitSet> before = execution.before();
            for (int at = 0; at < stamps.size(); at++) {
                Timestamp stamp = stamps.get(at);
                assertTrue(
                        before.get(at).stream()
                                .allMatch(cause -> stamps.get(cause).isBefore(stamp)),
                        "seed " + (seed + number));
            }
        }
    }

    /** The fragments read otherwise than they are meant. */
    static List<Fragments<?, Long>> misreadings() {
        return List.of(
                logical("receive: c max t", c -> c, c -> c + 1, Math::max, (c, t) -> Math.max(c, t) + 1),
                logical(
                        "receive: c := c max ((t + 1) + 1)",
                        c -> c,
                        c -> c + 1,
                        (c, t) -> Math.max(c, t + 1),
                        (c, t) -> Math.max(c, t + 1 + 1)),
                logical(
                        "receive: c := c max (t + 1)",
                        c -> c,
                        c -> c + 1,
                        (c, t) -> Math.max(c, t + 1),
                        (c, t) -> Math.max(c, t + 1)),
                logical("receive: c := (t + 1) + 1", c -> c, c -> c + 1, (c, t) -> t + 1, (c, t) -> t + 2),
                logical("receive: c := c + 1", c -> c, c -> c + 1, (c, t) -> c, (c, t) -> c + 1),
                logical(
                        "send: c stays",
                        c -> c,
                        c -> c,
                        (c, t) -> Math.max(c, t + 1),
                        (c, t) -> Math.max(c, t + 1) + 1),
                logical(
                        "send: c := c + 1; send(c)",
                        c -> c + 1,
                        c -> c + 1,
                        (c, t) -> Math.max(c, t + 1),
                        (c, t) -> Math.max(c, t + 1) + 1));
    }

    private static Fragments<Long, Long> logical(
            String name,
            Function<Long, Long> sending,
            UnaryOperator<Long> sent,
            BiFunction<Long, Long, Long> receiving,
            BiFunction<Long, Long, Long> received) {
        return new Fragments<>(name, process -> 0L, sending, sent, receiving, received);
    }

    @ParameterizedTest
    @MethodSource("misreadings")
    void theFragmentsMisreadBreakTheClockCondition(Fragments<?, Long> misread) {
        assertNotEquals(Optional.empty(), firstViolation(misread, ClockConditionTest::clockCondition));
    }

    /** Vector clocks with a fault. */
    static List<Fragments<VectorClock, VectorTime>> vectorsAtFault() {
        return List.of(
                new Fragments<>(
                        "started at zero",
                        name -> new VectorClock(name, VectorTime.ZERO),
                        VectorClock::sending,
                        VectorClock::sent,
                        VectorClock::receiving,
                        VectorClock::received),
                new Fragments<>(
                        "receive: does not count the receipt",
                        VectorClock::startOf,
                        VectorClock::sending,
                        VectorClock::sent,
                        VectorClock::receiving,
                        (clock, t) -> new VectorClock(clock.name(), clock.receiving(t))),
                new Fragments<>(
                        "receive: takes over what it hears",
                        VectorClock::startOf,
                        VectorClock::sending,
                        VectorClock::sent,
                        (clock, t) -> t,
                        (clock, t) -> new VectorClock(clock.name(), t.plusOne(clock.name()))),
                new Fragments<>(
                        "receive: counts for its sender too",
                        VectorClock::startOf,
                        VectorClock::sending,
                        VectorClock::sent,
                        (clock, t) -> clock.receiving(t.plusOne(t.counts().firstKey())),
                        (clock, t) -> clock.received(t.plusOne(t.counts().firstKey()))));
    }

    @ParameterizedTest
    @MethodSource("vectorsAtFault")
    void vectorClocksAtFaultBreakTheStrongClockCondition(Fragments<VectorClock, VectorTime> fault) {
        assertNotEquals(Optional.empty(), firstViolation(fault, strong(VectorTime::isBefore)));
    }

    /** A condition on the stamps of an execution, given for each event those that happened before it. */
    private interface Condition<T> {
        boolean holds(List<BitSet> before, List<T> stamps);
    }

    /** If e happened before f, then T·e < T·f. */
    private static boolean clockCondition(List<BitSet> before, List<Long> stamps) {
        for (int at = 0; at < stamps.size(); at++) {
            long stamp = stamps.get(at);
            if (!before.get(at).stream().allMatch(cause -> stamps.get(cause) < stamp)) {
                return false;
            }
        }
        return true;
    }

    /** e happened before f exactly if T·e < T·f. */
    private static <T> Condition<T> strong(BiPredicate<T, T> less) {
        return (before, stamps) -> {
            for (int one = 0; one < stamps.size(); one++) {
                for (int other = 0; other < stamps.size(); other++) {
                    if (before.get(other).get(one) != less.test(stamps.get(one), stamps.get(other))) {
                        return false;
                    }
                }
            }
            return true;
        };
    }

    /** The seed of the first execution whose stamps break the condition. */
    private static <T> Optional<Long> firstViolation(Fragments<?, T> fragments, Condition<T> condition) {
        long seed = seed();
        for (int number = 0; number < EXECUTIONS; number++) {
            Execution execution = execution(seed + number);
            if (!condition.holds(execution.before(), fragments.stamps(execution))) {
                return Optional.of(seed + number);
            }
        }
        return Optional.empty();
    }

    private static Execution execution(long seed) {
        return Execution.random(1 + (int) Math.floorMod(seed, 6L), LENGTH, seed);
    }

    private static long seed() {
        long seed = Long.getLong("symposium.seed", System.nanoTime());
        System.out.println("random executions from seed " + seed);
        return seed;
    }
}
