package symposium.actor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.Explorer;
import symposium.checker.ProblemDecorator;
import symposium.checker.RandomWalks;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.composition.ewd851misra.Ewd851Misra;
import symposium.election.changroberts.ChangRoberts;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.kernel.TraceEvent.Stepped;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.catalogue.Entries;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.RelabelledTopology;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.ewd851.Ewd851;
import symposium.mutex.helaryplouzeauraynal.changingnetwork.ChangingNetwork;
import symposium.regeneration.misra.Misra;

/**
 * Paths that the checker has found, gone once more by hosting actors: shortest ways to states spread over the whole
 * space, and over the first transition by each rule.
 */
@Tag("slow")
class FoundPathsTest {

    private static final Path UNFIRED = Path.of("src/test/resources/symposium/actor/unfired.txt");

    private static final int SPREAD = 250;
    private static final int WALKS = 600;
    private static final int ALWAYS = 8;
    private static final int STEPS = 150;

    @Test
    void throughEwd851() {
        assertEveryPathIsHostedFaithfully(new Ewd851.Entry(), FaultBudget.NONE, 12);
    }

    @Test
    void throughMisraWithALoss() {
        assertEveryPathIsHostedFaithfully(new Misra.Entry(), FaultBudget.NONE.withLosses(1), 8);
    }

    @Test
    void throughChangAndRoberts() {
        assertEveryPathIsHostedFaithfully(new ChangRoberts.Entry(), FaultBudget.NONE, 8);
    }

    @Test
    void throughTheRingWithACrash() {
        assertEveryPathIsHostedFaithfully(new Ewd851Misra.Entry(), FaultBudget.NONE.withCrashes(1), 29);
    }

    @Test
    void throughAnyNetworkWithALinkThatFailsAndRecovers() {
        Set<String> fired = assertEveryPathIsHostedFaithfully(
                two().withFaults(FaultBudget.NONE.withLinkFailures(1).withLinkRecoveries(1)));
        assertTrue(
                fired.containsAll(Set.of("occurrence LinkFailed", "occurrence LinkRecovered", "event Undeliverable")),
                fired.toString());
    }

    /** Random walks of the checker, with all the faults that an algorithm is told of. */
    @ParameterizedTest
    @MethodSource(Entries.NAMES)
    void throughEveryNameOfTheCatalogue(String name) {
        assertWalksAreHostedFaithfully(Catalogue.named(name).orElseThrow());
    }

    private static <S, M, U, I, O> void assertWalksAreHostedFaithfully(Algorithm<S, M, U, I, O> algorithm) {
        Random random = new Random(7);
        Set<String> missing = new TreeSet<>();
        for (Rule rule : algorithm.protocol(Start.of(3, 0)).rules()) {
            missing.add("rule " + rule.label());
        }
        Set<Rule> never = new HashSet<>(algorithm.unreachableRules(2));
        never.retainAll(algorithm.unreachableRules(3));
        never.retainAll(algorithm.unreachableRules(4));
        never.forEach(rule -> missing.remove("rule " + rule.label()));
        Set<String> excused = excused(algorithm.name());
        missing.removeAll(excused);
        Set<String> fired = new HashSet<>();
        for (int walk = 0; walk < WALKS && (walk < ALWAYS || !missing.isEmpty()); walk++) {
            Model<S, M, U, I, O> model = walked(algorithm, random, walk % 5 == 4);
            List<TraceEvent> path = new RandomWalks<>(model).walk(walk, STEPS).trace();
            int end = walk < ALWAYS ? Math.min(path.size(), STEPS) : 0;
            for (int at = 0; at < path.size(); at++) {
                Set<String> seen = new LinkedHashSet<>();
                note(path.get(at), seen);
                fired.addAll(seen);
                if (missing.removeAll(seen)) {
                    end = Math.max(end, at + 1);
                }
            }
            SortedSet<ProcessId> members = new TreeSet<>(model.processes());
            members.removeAll(model.arriving());
            new Replay<>(model.protocol(), model.topology(), members, model.startsCutOff())
                    .replay(path.subList(0, end));
        }
        assertEquals(Set.of(), missing, "no walk fires these rules, and " + UNFIRED + " has no reason for it");
        excused.retainAll(fired);
        assertEquals(Set.of(), excused, "a walk fires these rules, which " + UNFIRED + " excuses");
    }

    /** The rules that no walk fires, in a file that gives reasons: {@code name; rule, rule; reason}. */
    private static Set<String> excused(String name) {
        try {
            return Files.readAllLines(UNFIRED).stream()
                    .map(line -> line.split("; ", 3))
                    .filter(line -> line[0].equals(name) && !line[2].isBlank())
                    .flatMap(line -> Stream.of(line[1].split(", ")))
                    .map(label -> "rule " + label)
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * A model with random faults, all that the algorithm is told of, and losses; a process that crashes may come back.
     */
    private static <S, M, U, I, O> Model<S, M, U, I, O> walked(
            Algorithm<S, M, U, I, O> algorithm, Random random, boolean reorders) {
        int processes = 1 + random.nextInt(5);
        Start start = Start.of(processes, 0).withQuorum(random.nextInt(4) == 0 ? 1 : processes / 2 + 1);
        boolean alone = processes == 1;
        MembershipTolerance tolerates = algorithm.system().tolerates();
        boolean crashes = tolerates != MembershipTolerance.NO_CHANGE;
        boolean changes = tolerates == MembershipTolerance.ANY_CHANGE && !alone;
        boolean dynamic = changes && random.nextBoolean();
        boolean again = dynamic && random.nextBoolean();
        boolean parts = crashes && !alone && random.nextInt(5) == 0;
        List<ProcessId> places = new ArrayList<>(start.processes());
        Collections.shuffle(places, random);
        Topology topology = any(algorithm.system().topologies(), random);
        Model<S, M, U, I, O> model = Model.of(algorithm, start)
                .withRequests(1 + random.nextInt(4))
                .withTopology(dynamic ? topology : new RelabelledTopology(topology, places));
        if (dynamic) {
            model = model.withProtocol(algorithm.withDynamicMembership(start, 0))
                    .startingCutOff();
        }
        if (reorders || model.channels() != Channels.FIFO) {
            model = model.withChannels(Channels.UNORDERED);
        }
        boolean links = changes && !Explorer.sided(model) && random.nextBoolean();
        SortedSet<ProcessId> everyone = new TreeSet<>(start.processes());
        Set<ProcessId> arriving = new TreeSet<>();
        if (again) {
            start.processes().forEach(process -> arriving.add(new ProcessId(process.number(), 1)));
            everyone.addAll(arriving);
        } else if (dynamic && random.nextBoolean()) {
            arriving.add(start.processes().last());
        }
        FaultBudget faults = FaultBudget.NONE.with(budget -> budget.losses(random.nextInt(3))
                .crashes(crashes && !parts ? random.nextInt(3) : 0)
                .falseDepartures(crashes && !alone && random.nextInt(4) == 0 ? 1 : 0)
                .linkFailures(links ? 2 : 0)
                .linkRecoveries(links ? 2 : 0)
                .joins(arriving.isEmpty() ? 0 : 1)
                .leaves(algorithm instanceof ChangingNetwork.Entry ? random.nextInt(2) : 0));
        return model.among(everyone)
                .withArriving(arriving)
                .withFaults(
                        parts ? faults.withPartition(Set.of(start.processes().first())) : faults)
                .withProblem(new ProblemDecorator<>(
                        algorithm.problem().underSuspicion(), true, Optional.of(Observer.indifferent())))
                .withInvariants(List.of());
    }

    private static Topology any(List<Topology> topologies, Random random) {
        int most = Math.min(3, topologies.size());
        return topologies.get(random.nextInt(most));
    }

    private static Model<ChangingNetwork.State, ChangingNetwork.Message, User, Input, Output> two() {
        return Model.of(new ChangingNetwork.Entry(), Start.of(2, 0)).withTopology(Shape.LINE);
    }

    private static <S, M, U, I, O> Model<S, M, U, I, O> model(Algorithm<S, M, U, I, O> algorithm) {
        return Model.of(algorithm, Start.of(3, 0));
    }

    private static <S, M, U, I, O> void assertEveryPathIsHostedFaithfully(
            Algorithm<S, M, U, I, O> algorithm, FaultBudget faults, int rules) {
        Set<String> fired = assertEveryPathIsHostedFaithfully(model(algorithm).withFaults(faults));
        Set<String> replayed = new TreeSet<>(fired);
        replayed.removeIf(what -> !what.startsWith("rule "));
        assertEquals(rules, replayed.size(), replayed.toString());
    }

    /**
     * Says by which rules, on which kinds of events and with which kinds of effects steps were taken, and what else
     * occurred.
     */
    private static <S, M, U, I, O> Set<String> assertEveryPathIsHostedFaithfully(Model<S, M, U, I, O> model) {
        Explorer<S, M, U, I, O> explorer = Explorer.of(model, Limits.WIDE).explore();
        Map<String, List<TraceEvent>> firstBy = new LinkedHashMap<>();
        Map<String, Integer> from = new LinkedHashMap<>();
        explorer.forEachTransition((state, occurrence, to) -> {
            String by = occurrence instanceof Stepped step
                    ? step.rule().label()
                    : occurrence.getClass().getSimpleName();
            if (from.putIfAbsent(by, state) == null) {
                firstBy.put(by, List.of(occurrence));
            }
        });
        Set<List<TraceEvent>> paths = new LinkedHashSet<>();
        from.forEach((by, state) -> {
            List<TraceEvent> path = new ArrayList<>(explorer.pathTo(state));
            path.addAll(firstBy.get(by));
            paths.add(path);
        });
        for (int state = 0; state < explorer.states(); state += Math.max(1, explorer.states() / SPREAD)) {
            paths.add(explorer.pathTo(state));
        }

        Set<String> seen = new LinkedHashSet<>();
        SortedSet<ProcessId> members = new TreeSet<>(model.processes());
        members.removeAll(model.arriving());
        for (List<TraceEvent> path : paths) {
            List<TraceEvent> run = model.quotient().isEmpty()
                    ? path
                    : new Run<>(model.protocol(), model.topology(), members).along(path);
            new Replay<>(model.protocol(), model.topology(), members).replay(run);
            run.forEach(occurrence -> note(occurrence, seen));
        }
        assertTrue(paths.size() > firstBy.size());
        return seen;
    }

    private static void note(TraceEvent occurrence, Set<String> seen) {
        if (occurrence instanceof Stepped step) {
            seen.add("rule " + step.rule().label());
            seen.add("event " + step.event().getClass().getSimpleName());
            step.effects()
                    .forEach(effect -> seen.add("effect " + effect.getClass().getSimpleName()));
        } else {
            seen.add("occurrence " + occurrence.getClass().getSimpleName());
        }
    }

    /**
     * The run that a path stands for. Where a quotient has been used, the messages on a path are normal forms and not
     * those of any run; what happens in what order is the same. Without one it is the path itself.
     */
    private static final class Run<S, M, I, O> {
        private record Link(ProcessId from, Neighbour to) {}

        private final Protocol<S, M, I, O> protocol;
        private final Map<ProcessId, S> states = new TreeMap<>();
        private final Map<Link, List<M>> inTransit = new HashMap<>();

        Run(Protocol<S, M, I, O> protocol, Topology topology, SortedSet<ProcessId> members) {
            this.protocol = protocol;
            for (ProcessId process : members) {
                states.put(process, protocol.initial(process, topology.neighbours(process, members)));
            }
        }

        List<TraceEvent> along(List<TraceEvent> path) {
            List<TraceEvent> run = new ArrayList<>();
            for (TraceEvent occurrence : path) {
                if (occurrence instanceof Stepped step) {
                    run.add(step(step));
                } else if (occurrence instanceof TraceEvent.MessageLost lost) {
                    run.add(new TraceEvent.MessageLost(
                            lost.process(), lost.from(), oldest(lost.process(), lost.from())));
                } else {
                    run.add(occurrence);
                }
            }
            return run;
        }

        private M oldest(ProcessId to, Neighbour from) {
            return inTransit.get(new Link(from.id(), from.seenBack(to))).remove(0);
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
                    inTransit
                            .computeIfAbsent(new Link(process, send.to()), link -> new ArrayList<>())
                            .add(send.message());
                }
            }
            return new Stepped(process, event, step.rule(), step.effects());
        }
    }
}
