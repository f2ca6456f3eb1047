package symposium.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.Ewd851;

@Tag("fast")
class SimulationTest {

    private static final Workload<User, Input> BUSY =
            Workload.busy(MutualExclusion.PROBLEM, Durations.between(0, 30), Durations.between(0, 3));

    private static Simulation<Ewd851.State, Ewd851.Message, User, Input, Output> ring(
            int machines, Workload<User, Input> users) {
        return Simulation.of(new Ewd851.Entry(), Start.of(machines, 0), users);
    }

    private static List<String> story(long seed) {
        List<String> story = new ArrayList<>();
        ring(5, BUSY)
                .withDelays(Durations.between(1, 9))
                .withSeed(seed)
                .withWatcher((time, occurrence) -> story.add(time + " " + occurrence))
                .as(Run::new)
                .runUntilServed(100);
        return story;
    }

    @Test
    void aSeedDeterminesTheRun() {
        assertEquals(story(3), story(3));
        assertNotEquals(story(3), story(4));
    }

    @Test
    void aLimitOfDemandsLetsEachBeServed() {
        Workload<User, Input> saturating =
                Workload.busy(MutualExclusion.PROBLEM, Durations.exactly(0), Durations.exactly(1));
        Metrics unlimited = ring(5, saturating).as(Run::new).runUntilServed(40);
        assertEquals(44, unlimited.demanded());

        Metrics limited = ring(5, saturating).withDemands(40).as(Run::new).runToTheEnd();
        assertEquals(40, limited.demanded());
        assertEquals(40, limited.served());
        assertTrue(limited.quiet());
    }

    @Test
    void exponentialDurationsHaveTheirMean() {
        SplittableRandom random = new SplittableRandom(1);
        Durations think = Durations.exponential(1000);
        long sum = 0;
        int longerThanTheMean = 0;
        for (int draw = 0; draw < 100_000; draw++) {
            long ticks = think.next(random);
            assertTrue(ticks >= 0);
            sum += ticks;
            longerThanTheMean += ticks > 1000 ? 1 : 0;
        }
        assertEquals(1000, sum / 100_000.0, 10);
        assertEquals(Math.exp(-1), longerThanTheMean / 100_000.0, 0.01);
        assertEquals(0, Durations.exponential(0).next(random));
        assertThrows(IllegalArgumentException.class, () -> Durations.exponential(-1));
        assertThrows(IllegalArgumentException.class, () -> Durations.exponential(Double.POSITIVE_INFINITY));
    }

    @Test
    void theTallyKeepsItsSeedAndPrintsIt() {
        Metrics tally = ring(5, BUSY).withSeed(77).as(Run::new).runUntilServed(10);

        assertEquals(77, tally.seed());
        assertTrue(tally.toString().contains("seed 77"), tally.toString());
        assertTrue(tally.toString().contains("10 of "), tally.toString());
    }

    @Test
    void mutualExclusionIsSeenFromOutside() {
        List<ProcessId> inside = new ArrayList<>();
        Metrics tally = ring(20, BUSY)
                .withDelays(Durations.between(0, 12))
                .withWatcher((time, occurrence) -> follow(inside, (TraceEvent.Stepped) occurrence))
                .as(Run::new)
                .runUntilServed(2_000);

        assertEquals(2_000, tally.served());
    }

    private static void follow(List<ProcessId> inside, TraceEvent.Stepped step) {
        if (step.event().equals(new Event.Input<>(Input.RELEASE))) {
            assertTrue(inside.remove(step.process()));
        }
        if (step.effects().contains(new Effect.Output<>(new Output.Granted(Fence.NONE)))) {
            assertEquals(List.of(), inside);
            inside.add(step.process());
        }
    }

    @Test
    void aRunEndsWhenNothingMoreHappens() {
        Metrics tally = ring(
                        4, Workload.initiating(MutualExclusion.PROBLEM, Set.of(ProcessId.of(2)), Durations.exactly(5)))
                .as(Run::new)
                .runToTheEnd();

        assertTrue(tally.quiet());
        assertEquals(1, tally.demanded());
        assertEquals(1, tally.served());
        // two signals, two tokens, one tick each, and five ticks of eating
        assertEquals(9, tally.time());
        assertEquals(Map.of("signal", 2L, "token", 2L), tally.messages());
    }

    @Test
    void aRunIsCarriedOnFromWhereItStopped() {
        Run<?, ?, ?, ?, ?> inParts = ring(6, BUSY).withSeed(5).as(Run::new);
        Metrics first = inParts.runUntil(100);
        Metrics whole = inParts.runUntil(500);

        assertEquals(100, first.time());
        assertFalse(first.quiet());
        assertEquals(ring(6, BUSY).withSeed(5).as(Run::new).runUntil(500), whole);
        assertEquals(
                whole.total() - first.total(), Courses.between(first, whole).total());
        assertEquals(400, Courses.between(first, whole).time());
    }

    @Test
    void whatIsSaidOnceARunHasBegunMakesAnotherSimulation() {
        Simulation<?, ?, ?, ?, ?> simulation = ring(3, BUSY);
        Run<?, ?, ?, ?, ?> run = simulation.as(Run::new);
        run.runUntil(1);
        Metrics other = simulation
                .withSeed(1)
                .withDelays(Durations.exactly(2))
                .as(Run::new)
                .runUntil(500);

        assertEquals(1, other.seed());
        assertNotEquals(other, run.runUntil(500));
        assertEquals(ring(3, BUSY).as(Run::new).runUntil(500), run.metrics());
    }

    @Test
    void aTimetableIsKeptAsSoonAsTheUserIsFree() {
        List<Long> asked = new ArrayList<>();
        ring(
                        1,
                        Workload.scheduled(
                                MutualExclusion.PROBLEM,
                                Map.of(ProcessId.of(0), List.of(4L, 6L, 30L)),
                                Durations.exactly(10)))
                .withWatcher((time, occurrence) -> {
                    if (((TraceEvent.Stepped) occurrence).event().equals(new Event.Input<>(Input.ENTER))) {
                        asked.add(time);
                    }
                })
                .as(Run::new)
                .runToTheEnd();

        assertEquals(List.of(4L, 14L, 30L), asked);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 11})
    void everyonesNeighboursOnARingAreThoseOfEach(int machines) {
        TreeSet<ProcessId> members = new TreeSet<>(Start.of(machines, 0).processes());
        for (Topology topology : List.of(Shape.RING, Shape.COMPLETE)) {
            List<Neighbours> each = members.stream()
                    .map(member -> topology.neighbours(member, members))
                    .toList();
            assertEquals(each, topology.everyones(members));
        }
    }

    @Test
    void aHundredThousandMachinesAreNoTrouble() {
        int machines = 100_000;
        Metrics far = ring(
                        machines,
                        Workload.initiating(
                                MutualExclusion.PROBLEM, Set.of(ProcessId.of(machines - 1)), Durations.exactly(1)))
                .as(Run::new)
                .runToTheEnd();
        assertEquals(2L * (machines - 1), far.total());

        Metrics crowded = ring(
                        machines, Workload.busy(MutualExclusion.PROBLEM, Durations.exactly(0), Durations.exactly(1)))
                .as(Run::new)
                .runUntilServed(machines);
        assertEquals(machines, crowded.served());
    }

    @Test
    void durationsAreNotNegativeAndTheRightWayRound() {
        assertThrows(IllegalArgumentException.class, () -> Durations.exactly(-1));
        assertThrows(IllegalArgumentException.class, () -> Durations.between(5, 4));
    }

    @Test
    void aNetworkNamesEachProcessOnce() {
        ProcessId only = ProcessId.of(0);
        assertThrows(IllegalArgumentException.class, () -> new Network(List.of(), List.of()));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Network(List.of(only, only), List.of(Neighbours.none(), Neighbours.none())));
        assertThrows(IllegalArgumentException.class, () -> new Network(List.of(only), List.of()));
    }

    // --- a protocol that shows what a host has to do

    private enum Tick implements Timer {
        TICK
    }

    private enum Toy implements Rule {
        ASKED,
        HEARD,
        TICKED;

        @Override
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    private record Heard(Neighbours neighbours, boolean ready, List<Integer> numbers) {}

    /**
     * A process that is asked sends 1 to 9 to everyone and starts a timer; no process hears an even number before the
     * timer has expired.
     */
    private static final Protocol<Heard, Integer, Input, Output> TOY = new Protocol<>() {
        @Override
        public List<Toy> rules() {
            return List.of(Toy.values());
        }

        @Override
        public Heard initial(ProcessId self, Neighbours neighbours) {
            return new Heard(neighbours, false, List.of());
        }

        @Override
        public boolean admits(Heard state, Neighbour from, Integer number) {
            return state.ready() || number % 2 == 1;
        }

        @Override
        public Step<Heard, Integer, Output> step(Heard state, Event<Integer, Input> event) {
            if (event instanceof Event.Received<Integer, Input> received) {
                List<Integer> more = new ArrayList<>(state.numbers());
                more.add(received.message());
                return Step.by(Toy.HEARD, new Heard(state.neighbours(), state.ready(), List.copyOf(more)));
            }
            if (event instanceof Event.Timeout<Integer, Input>) {
                return Step.by(Toy.TICKED, new Heard(state.neighbours(), true, state.numbers()));
            }
            Step<Heard, Integer, Output> step = Step.by(Toy.ASKED, state);
            for (int number = 1; number <= 9; number++) {
                for (Neighbour neighbour : state.neighbours()) {
                    step = step.send(neighbour, number);
                }
            }
            return step.schedule(Tick.TICK);
        }
    };

    private static Simulation<Heard, Integer, User, Input, Output> toy(Channels channels) {
        return Simulation.of(
                        TOY,
                        MutualExclusion.PROBLEM,
                        Network.of(Shape.COMPLETE, Start.of(12, 0).processes()),
                        channels,
                        Workload.initiating(
                                MutualExclusion.PROBLEM, Start.of(2, 0).processes(), Durations.exactly(0)))
                .withDelays(Durations.between(1, 50))
                .withTimers(Map.of("TICK", Durations.exactly(100)))
                .withSeed(9);
    }

    @Test
    void aLinkThatKeepsItsOrderKeepsItAndWaitsBehindWhatIsNotAdmitted() {
        Run<Heard, Integer, User, Input, Output> run = toy(Channels.FIFO).as(Run::new);

        assertEquals(100, run.runToTheEnd().time());
        assertEquals(
                List.of(1, 2, 3, 4, 5, 6, 7, 8, 9), run.state(ProcessId.of(0)).numbers());
        assertEquals(List.of(1, 1), run.state(ProcessId.of(5)).numbers(), "its timer never ran");
    }

    @Test
    void overALinkWithoutOrderOnlyWhatIsNotAdmittedWaits() {
        Run<Heard, Integer, User, Input, Output> run = toy(Channels.UNORDERED).as(Run::new);
        run.runToTheEnd();

        List<Integer> heard = run.state(ProcessId.of(0)).numbers();
        assertNotEquals(List.of(1, 3, 5, 7, 9), heard.subList(0, 5), "delays differ");
        assertEquals(Set.of(1, 3, 5, 7, 9), Set.copyOf(heard.subList(0, 5)));
        assertEquals(Set.of(2, 4, 6, 8), Set.copyOf(heard.subList(5, 9)));
        assertEquals(10, run.state(ProcessId.of(5)).numbers().size());
    }

    @Test
    void messagesThatArriveTogetherAreTakenInTheOrderOfTheirSenders() {
        List<String> senders = new ArrayList<>();
        Simulation.of(
                        TOY,
                        MutualExclusion.PROBLEM,
                        Network.of(Shape.COMPLETE, Start.of(4, 0).processes()),
                        Channels.FIFO,
                        Workload.initiating(
                                MutualExclusion.PROBLEM, Start.of(4, 0).processes(), Durations.exactly(0)))
                .withTimers(Map.of("TICK", Durations.exactly(100)))
                .withWatcher((time, occurrence) -> {
                    if (((TraceEvent.Stepped) occurrence).event() instanceof Event.Received<?, ?> received
                            && time == 1
                            && occurrence.process().number() == 3) {
                        senders.add(received.from().toString());
                    }
                })
                .as(Run::new)
                .runToTheEnd();

        assertEquals(List.of("0", "1", "2"), senders);
    }

    @Test
    void aTimerOfUnknownLengthIsAnError() {
        Run<?, ?, ?, ?, ?> run = toy(Channels.FIFO).withTimers(Map.of()).as(Run::new);

        assertThrows(IllegalStateException.class, run::runToTheEnd);
    }

    @Test
    void aRefutedLawIsToldWithTheMomentAndTheSeed() {
        Mutation<Ewd851.State, Ewd851.Message, Input, Output> refusing = Mutation.step((before, step) -> {
            throw new InvariantViolation("nobody is passed over", "the token has come");
        });
        Run<Ewd851.State, Ewd851.Message, User, Input, Output> run = Simulation.of(
                        refusing.at(Ewd851.Rule.T_1).of(new Ewd851(ProcessId.of(0))),
                        MutualExclusion.PROBLEM,
                        Network.of(Shape.RING, Start.of(3, 0).processes()),
                        Channels.FIFO,
                        Workload.initiating(MutualExclusion.PROBLEM, Set.of(ProcessId.of(2)), Durations.exactly(2)))
                .withSeed(1)
                .as(Run::new);

        InvariantViolation refuted = assertThrows(InvariantViolation.class, run::runToTheEnd);

        assertEquals("nobody is passed over", refuted.invariant());
        assertTrue(
                refuted.getMessage().endsWith("on token from 0 (right) at process 1, tick 3, seed 1"),
                refuted.getMessage());
        assertTrue(refuted.getCause().getMessage().endsWith("the token has come"));
    }
}
