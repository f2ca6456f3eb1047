package symposium.actor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import symposium.checker.Explorer;
import symposium.checker.Faults;
import symposium.checker.Limits;
import symposium.checker.Model;
import symposium.election.changroberts.ChangRobertsAlgorithm;
import symposium.kernel.Algorithm;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Occurrence;
import symposium.kernel.Occurrence.Stepped;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Start;
import symposium.kernel.Step;
import symposium.kernel.Topology;
import symposium.mutex.ewd851.Ewd851Algorithm;
import symposium.regeneration.misra.MisraAlgorithm;
import symposium.ring.RingAlgorithm;

/**
 * Paths that the checker has found, gone once more by hosting actors: shortest ways to states spread over the whole space, and over the
 * first transition by each rule.
 */
class FoundPathsTest {

    private static final int SPREAD = 250;

    @Test
    void throughEwd851() {
        assertEveryPathIsHostedFaithfully(new Ewd851Algorithm(), Faults.NONE, 12);
    }

    @Test
    void throughMisraWithALoss() {
        assertEveryPathIsHostedFaithfully(new MisraAlgorithm(), Faults.losses(1), 8);
    }

    @Test
    void throughChangAndRoberts() {
        assertEveryPathIsHostedFaithfully(new ChangRobertsAlgorithm(), Faults.NONE, 8);
    }

    @Test
    void throughTheRingWithACrash() {
        assertEveryPathIsHostedFaithfully(new RingAlgorithm(), Faults.crashes(1), 29);
    }

    private static <S, M, U, I, O> void assertEveryPathIsHostedFaithfully(
            Algorithm<S, M, U, I, O> algorithm, Faults faults, int rules) {
        Start start = Start.of(3, 0);
        Model<S, M, U, I, O> model = Model.of(algorithm, start).suffering(faults);
        Explorer<S, M, U, I, O> explorer = Explorer.of(model, Limits.WIDE).explore();
        Map<String, List<Occurrence>> firstBy = new LinkedHashMap<>();
        Map<String, Integer> from = new LinkedHashMap<>();
        explorer.forEachTransition((state, occurrence, to) -> {
            String by = occurrence instanceof Stepped step
                    ? step.rule().label()
                    : occurrence.getClass().getSimpleName();
            if (from.putIfAbsent(by, state) == null) {
                firstBy.put(by, List.of(occurrence));
            }
        });
        Set<List<Occurrence>> paths = new LinkedHashSet<>();
        from.forEach((by, state) -> {
            List<Occurrence> path = new ArrayList<>(explorer.pathTo(state));
            path.addAll(firstBy.get(by));
            paths.add(path);
        });
        for (int state = 0; state < explorer.states(); state += Math.max(1, explorer.states() / SPREAD)) {
            paths.add(explorer.pathTo(state));
        }

        Set<String> replayed = new LinkedHashSet<>();
        for (List<Occurrence> path : paths) {
            List<Occurrence> run = new Run<>(model.protocol(), model.topology(), start).along(path);
            new Replay<>(model.protocol(), model.topology(), start.processes()).replay(run);
            run.stream()
                    .filter(Stepped.class::isInstance)
                    .forEach(step -> replayed.add(((Stepped) step).rule().label()));
        }
        assertEquals(rules, replayed.size(), replayed.toString());
        assertTrue(paths.size() > rules);
    }

    /**
     * The run that a path stands for. Where a quotient has been used, the messages on a path are normal forms and not those of any run;
     * what happens in what order is the same. Without one it is the path itself.
     */
    private static final class Run<S, M, I, O> {
        private record Link(ProcessId from, Neighbour to) {}

        private final Protocol<S, M, I, O> protocol;
        private final Map<ProcessId, S> states = new TreeMap<>();
        private final Map<Link, List<M>> underWay = new HashMap<>();

        Run(Protocol<S, M, I, O> protocol, Topology topology, Start start) {
            this.protocol = protocol;
            for (ProcessId process : start.processes()) {
                states.put(process, protocol.initial(process, topology.neighbours(process, start.processes())));
            }
        }

        List<Occurrence> along(List<Occurrence> path) {
            List<Occurrence> run = new ArrayList<>();
            for (Occurrence occurrence : path) {
                if (occurrence instanceof Stepped step) {
                    run.add(step(step));
                } else if (occurrence instanceof Occurrence.MessageLost lost) {
                    run.add(new Occurrence.MessageLost(
                            lost.process(), lost.from(), oldest(lost.process(), lost.from())));
                } else {
                    run.add(occurrence);
                }
            }
            return run;
        }

        private M oldest(ProcessId to, Neighbour from) {
            return underWay.get(new Link(from.id(), from.seenBack(to))).remove(0);
        }

        @SuppressWarnings("unchecked")
        private Stepped step(Stepped normal) {
            ProcessId process = normal.process();
            Event<M, I> event = (Event<M, I>) normal.event();
            if (event instanceof Event.Received<M, I> received) {
                event = new Event.Received<>(received.from(), oldest(process, received.from()));
            }
            Step<S, M, O> step = protocol.step(states.get(process), event);
            assertEquals(normal.rule(), step.rule());
            states.put(process, step.next());
            for (Effect<M, O> effect : step.effects()) {
                if (effect instanceof Effect.Send<M, O> send) {
                    underWay.computeIfAbsent(new Link(process, send.to()), link -> new ArrayList<>())
                            .add(send.message());
                }
            }
            return new Stepped(process, event, step.rule(), step.effects());
        }
    }
}
