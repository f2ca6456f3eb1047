package symposium.actor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.kernel.Effect;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Side;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Problem;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;
import symposium.mutex.MutualExclusion;
import symposium.mutex.ewd851.Ewd851;

/** The hosting actor adds nothing and loses nothing. */
@Tag("slow")
class ReplayTest {

    private static final int STEPS = 20_000;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void aHostedRingDoesWhatTheProtocolDoesAlongARandomWalk(int machines) {
        Start start = Start.of(machines, 0);
        Set<String> fired = walkAndReplay(
                new Ewd851(start.holder()), MutualExclusion.PROBLEM, Shape.RING, start, System.nanoTime());
        if (machines >= 3) {
            Set<String> all = List.of(Ewd851.Rule.values()).stream()
                    .map(Ewd851.Rule::label)
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(all, fired, "every rule was put to the test");
        }
    }

    @Test
    void everyAlgorithmOfTheCatalogueIsHostedFaithfully() {
        Set<String> replayed = new TreeSet<>();
        for (Algorithm<?, ?, ?, ?, ?> algorithm : ServiceLoader.load(Algorithm.class)) {
            walkAndReplay(algorithm);
            replayed.add(algorithm.name());
        }
        assertTrue(replayed.containsAll(Set.of("ewd851", "lamport", "franklin", "two-stage")), replayed::toString);
    }

    @Test
    void aMessageThatNoProcessSentIsNotReplayed() {
        Start start = Start.of(3, 0);
        Replay<?, ?, ?, ?> replay = new Replay<>(new Ewd851(start.holder()), Shape.RING, start.processes());
        TraceEvent invented = new TraceEvent.MessageLost(
                ProcessId.of(0), new Neighbour(ProcessId.of(1), Side.LEFT), new Ewd851.Signal());
        assertThrows(AssertionError.class, () -> replay.happen(invented));
    }

    @Test
    void anEffectThatTheActorDidNotCarryOutIsFound() {
        Start start = Start.of(3, 0);
        Ewd851 protocol = new Ewd851(start.holder());
        TraceEvent.Stepped told = (TraceEvent.Stepped)
                new RandomWalk<>(protocol, MutualExclusion.PROBLEM, Shape.RING, start.processes(), 1)
                        .steps(1)
                        .get(0);
        TraceEvent bent = new TraceEvent.Stepped(
                told.process(),
                told.event(),
                told.rule(),
                List.<Effect<?, ?>>of(new Effect.Send<>(Neighbour.of(ProcessId.of(2)), new Ewd851.Token())));
        Replay<?, ?, ?, ?> replay = new Replay<>(protocol, Shape.RING, start.processes());
        assertThrows(AssertionError.class, () -> replay.happen(bent));
    }

    private static <S, M, U, I, O> void walkAndReplay(Algorithm<S, M, U, I, O> algorithm) {
        Start start = Start.of(4, 0);
        Topology topology = algorithm.system().topologies().get(0);
        walkAndReplay(algorithm.protocol(start), algorithm.problem(), topology, start, System.nanoTime());
    }

    private static <S, M, U, I, O> Set<String> walkAndReplay(
            Protocol<S, M, I, O> protocol, Problem<U, I, O> problem, Topology topology, Start start, long seed) {
        System.out.println(
                protocol.getClass().getSimpleName() + " on " + start.processes().size() + ": walk with seed " + seed);
        RandomWalk<S, M, U, I, O> walk = new RandomWalk<>(protocol, problem, topology, start.processes(), seed);
        List<TraceEvent> path = walk.steps(STEPS);
        Replay<S, M, I, O> replay = new Replay<>(protocol, topology, start.processes());
        replay.replay(path);
        assertEquals(walk.inTransit(), replay.inTransit(), "messages under way at the end");
        return path.stream()
                .map(occurrence -> ((TraceEvent.Stepped) occurrence).rule().label())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
