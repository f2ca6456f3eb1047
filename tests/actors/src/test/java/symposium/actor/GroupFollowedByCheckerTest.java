package symposium.actor;

import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.Seed;
import symposium.checker.PathFollower;
import symposium.checker.ProblemDecorator;
import symposium.checker.model.Model;
import symposium.group.ProcessGroup;
import symposium.group.RecordedEvents;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.catalogue.Entries;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Topology;

/**
 * What a group of actors does, with a crash, a leave or a join where an algorithm tolerates it, is a path through the
 * state space that the checker explores.
 */
class GroupFollowedByCheckerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int RUNS = 3;
    private static final int EVENTS = 120;
    private static final int EVENTS_BEFORE = 8;
    private static final int PROCESSES = 3;

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create();

    @ParameterizedTest
    @MethodSource(Entries.NAMES)
    void everyRunIsAPathOfTheChecker(String name) {
        Random random = new Random(Seed.next());
        for (int run = 0; run < RUNS; run++) {
            follow(Catalogue.named(name).orElseThrow(), random);
        }
    }

    private static <S, M, U, I, O> void follow(Algorithm<S, M, U, I, O> algorithm, Random random) {
        Start start = Start.of(PROCESSES, 0);
        Topology topology = algorithm.system().topologies().get(0);
        ProcessId last = start.processes().last();
        List<Fault> faults = faults(algorithm);
        Optional<Fault> fault =
                faults.isEmpty() ? Optional.empty() : Optional.of(faults.get(random.nextInt(faults.size())));
        boolean joins = fault.equals(Optional.of(Fault.JOIN));
        Scenario scenario = fault.map(
                        one -> Scenario.of(PROCESSES, Scenario.NO_DEADLOCK).withFault(one, 1))
                .orElse(Scenario.of(PROCESSES, Scenario.NO_DEADLOCK));
        Problem<U, I, O> problem =
                new ProblemDecorator<>(algorithm.problem(), false, Optional.of(Observer.indifferent()));
        Model<S, M, U, I, O> model = Model.of(algorithm, scenario)
                .with(next -> next.requests(OptionalInt.empty()).problem(problem));
        SortedSet<ProcessId> members = new TreeSet<>(start.processes());
        members.removeAll(model.arriving());

        Group<U, I, O> group = new Group<>(problem);
        group.begin(ProcessGroup.create(
                algorithm.protocol(start), topology, members, TimerDurations.all(Duration.ofMillis(20)), group::told));
        members.forEach(group::ask);
        group.logUntil(path -> path.size() >= Math.min(EVENTS_BEFORE, 1 + random.nextInt(EVENTS_BEFORE)));
        if (joins) {
            group.actor.tell(new ProcessGroup.Join<>(last));
            members.forEach(process -> group.actor.tell(new ProcessGroup.Tell<>(process)));
            group.ask(last);
        } else if (fault.isPresent()) {
            boolean crashes = fault.get() == Fault.CRASH;
            group.actor.tell(crashes ? new ProcessGroup.Crash<>(last) : new ProcessGroup.Leave<>(last));
            group.logUntil(path -> failed(path) >= 0 || path.stream().anyMatch(event -> ends(event, last)));
            group.actor.tell(new ProcessGroup.AnnounceDeparture<>(last));
        }
        List<TraceEvent> path = group.logUntil(all -> fault.isEmpty() || failed(all) >= 0 || notified(all) == 2);
        KIT.stop(group.actor);
        int end = failed(path) < 0 ? Math.min(path.size(), EVENTS) : failed(path) + 1;
        new PathFollower<>(model).follow(untilAskedTooLate(path.subList(0, end), problem));
        assertTrue(end > 0);
    }

    /**
     * The events before a user asked for what it may not ask for any more: an input is under way while the process
     * takes steps, and the user may be told something by these.
     */
    @SuppressWarnings("unchecked")
    private static <U, I, O> List<TraceEvent> untilAskedTooLate(List<TraceEvent> path, Problem<U, I, O> problem) {
        Map<ProcessId, U> users = new HashMap<>();
        for (int at = 0; at < path.size(); at++) {
            if (path.get(at) instanceof TraceEvent.Stepped step) {
                U user = users.getOrDefault(step.process(), problem.initial());
                if (step.event() instanceof Event.Input<?, ?> asked) {
                    if (!problem.mayAsk(user).contains(asked.input())) {
                        return path.subList(0, at);
                    }
                    user = problem.asked(user, (I) asked.input());
                }
                for (Effect<?, ?> effect : step.effects()) {
                    if (effect instanceof Effect.Output<?, ?> told) {
                        user = problem.told(user, (O) told.output());
                    }
                }
                users.put(step.process(), user);
            }
        }
        return path;
    }

    private static List<Fault> faults(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return switch (algorithm.system().tolerates()) {
            case NO_CHANGE -> List.of();
            case DEPARTURES -> List.of(Fault.CRASH);
            case ANY_CHANGE ->
                algorithm.system().leaves()
                        ? List.of(Fault.CRASH, Fault.JOIN, Fault.LEAVE)
                        : List.of(Fault.CRASH, Fault.JOIN);
        };
    }

    /** Whether a process crashes or leaves. */
    private static boolean ends(TraceEvent event, ProcessId process) {
        return event.equals(new TraceEvent.Crashed(process))
                || event instanceof TraceEvent.Stepped step
                        && step.process().equals(process)
                        && step.effects().contains(new Effect.Left<>());
    }

    private static int failed(List<TraceEvent> path) {
        for (int at = 0; at < path.size(); at++) {
            if (path.get(at) instanceof TraceEvent.Failed) {
                return at;
            }
        }
        return -1;
    }

    private static long notified(List<TraceEvent> path) {
        return path.stream()
                .filter(event ->
                        event instanceof TraceEvent.Stepped step && step.event() instanceof Event.NeighboursChanged)
                .count();
    }

    /** A group of actors, and users that ask whenever they may. */
    private static final class Group<U, I, O> {

        private final Problem<U, I, O> problem;
        private final Map<ProcessId, U> users = new ConcurrentHashMap<>();
        private final TestProbe<RecordedEvents.Written> reader = KIT.createTestProbe();
        private volatile ActorRef<ProcessGroup.Command<I>> actor;

        Group(Problem<U, I, O> problem) {
            this.problem = problem;
        }

        /** The user of a process asks for the first thing that it may ask for, if any. */
        void ask(ProcessId process) {
            users.compute(process, (same, known) -> {
                U user = known == null ? problem.initial() : known;
                List<I> may = problem.waits(user) ? List.of() : problem.mayAsk(user);
                if (may.isEmpty()) {
                    return user;
                }
                actor.tell(new ProcessGroup.Ask<>(process, may.get(0)));
                return problem.asked(user, may.get(0));
            });
        }

        synchronized void begin(Behavior<ProcessGroup.Command<I>> behavior) {
            actor = KIT.spawn(behavior);
        }

        /** Called by processes, not before the group has begun. */
        synchronized void told(ProcessGroup.UserTold<O> told) {
            users.compute(
                    told.process(),
                    (same, user) -> problem.told(user == null ? problem.initial() : user, told.output()));
            ask(told.process());
        }

        List<TraceEvent> logUntil(Predicate<List<TraceEvent>> enough) {
            long until = System.nanoTime() + PATIENCE.toNanos();
            while (true) {
                actor.tell(new ProcessGroup.ReadLog<>(reader.getRef()));
                List<TraceEvent> path = reader.receiveMessage(PATIENCE).events();
                if (enough.test(path)) {
                    return path;
                }
                assertTrue(System.nanoTime() < until, path.toString());
            }
        }
    }
}
