package symposium.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.Seed;
import symposium.checker.Explorer;
import symposium.checker.PathFollower;
import symposium.checker.ProblemDecorator;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.catalogue.Entries;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Observer;
import symposium.kernel.problem.Problem;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Topology;
import symposium.mutex.helaryplouzeauraynal.changingnetwork.ChangingNetwork;

/**
 * What the simulation does, with all the faults that an algorithm tolerates, is a path through the state space that the
 * checker explores.
 */
@Tag("fast")
class FollowedByCheckerTest {

    private static final int RUNS = 12;
    private static final int EVENTS = 200;
    private static final int LATEST_FAULT = 150;

    @ParameterizedTest
    @MethodSource(Entries.NAMES)
    void everyRunIsAPathOfTheChecker(String name) {
        Random random = new Random(Seed.next());
        for (int run = 0; run < RUNS; run++) {
            follow(Catalogue.named(name).orElseThrow(), 2 + run % 3, random.nextLong());
        }
    }

    /** Asked to leave, a process leaves once it is told, falsely, that the last other one has departed. */
    @ParameterizedTest
    @ValueSource(longs = {7641311658126627932L, -235357333979313568L})
    void aProcessLeavesAsItIsToldFalselyOfADeparture(long seed) {
        follow(Catalogue.named("helary-plouzeau-raynal-7").orElseThrow(), 2, seed);
    }

    private static <S, M, U, I, O> void follow(Algorithm<S, M, U, I, O> algorithm, int processes, long seed) {
        Start start = Start.of(processes, 0);
        Topology topology = algorithm.system().topologies().get(0);
        boolean cutOff = algorithm.system().tolerates() == MembershipTolerance.ANY_CHANGE && (seed & 1) == 0;
        List<ScheduledFault> faults = faults(algorithm, start, topology, cutOff, new Random(seed));
        List<TraceEvent> path = new ArrayList<>();
        Problem<U, I, O> problem =
                new ProblemDecorator<>(algorithm.problem(), false, Optional.of(Observer.indifferent()));
        Simulation<S, M, U, I, O> simulation = Simulation.of(
                        algorithm,
                        start,
                        Workload.busy(algorithm.problem(), Durations.between(0, 100), Durations.between(1, 30)))
                .withDelays(Durations.between(1, 20))
                .withOtherTimers(Durations.between(10, 60))
                .withProblem(problem)
                .withInvariants(List.of())
                .withSeed(seed)
                .withFaults(topology, faults)
                .withWatcher((time, event) -> {
                    // The checker's transition is the step that follows.
                    if (!(event instanceof TraceEvent.FalselyDeparted)) {
                        path.add(event);
                    }
                });
        Model<S, M, U, I, O> model = Model.of(algorithm, start).with(next -> next.requests(OptionalInt.empty())
                .problem(problem)
                .arriving(ScheduledFault.arriving(faults))
                .faults(budget(faults)));
        if (cutOff) {
            Protocol<S, M, I, O> dynamic = algorithm.withDynamicMembership(start, 0);
            simulation = simulation.startingCutOff(dynamic, start.quorum(), Durations.between(0, 40));
            model = model.withProtocol(dynamic).startingCutOff();
        }
        Run<S, M, U, I, O> run = new Run<>(simulation);
        try {
            for (int tick = 0; path.size() < EVENTS && tick < 5_000; tick += 20) {
                run.runUntil(tick);
            }
        } catch (InvariantViolation refused) {
            assertTrue(
                    path.get(path.size() - 1) instanceof TraceEvent.Failed,
                    "links fail, which not every algorithm on a graph tolerates; the checker finds that, too");
        }
        try {
            new PathFollower<>(model).follow(path);
        } catch (AssertionError notPossible) {
            throw new AssertionError(
                    algorithm.name() + " on " + processes + ", seed " + seed + ", " + faults + ": "
                            + notPossible.getMessage(),
                    notPossible);
        }
        assertTrue(path.size() > 0);
    }

    private static FaultBudget budget(List<ScheduledFault> faults) {
        FaultBudget budget = FaultBudget.NONE;
        for (ScheduledFault fault : faults) {
            budget = switch (fault.kind()) {
                case CRASH -> budget.withCrashes(budget.crashes() + 1);
                case JOIN -> budget.withJoins(budget.joins() + 1);
                case LEAVE -> budget.withLeaves(budget.leaves() + 1);
                case FALSE_DEPARTURE -> budget.withFalseDepartures(budget.falseDepartures() + 1);
                case LINK_FAILURE -> budget.withLinkFailures(budget.linkFailures() + 1);
                default -> budget.withLinkRecoveries(budget.linkRecoveries() + 1);
            };
        }
        return budget;
    }

    private static List<ScheduledFault> faults(
            Algorithm<?, ?, ?, ?, ?> algorithm, Start start, Topology topology, boolean cutOff, Random random) {
        List<ProcessId> processes = List.copyOf(start.processes());
        List<ScheduledFault> faults = new ArrayList<>();
        Durations heard = Durations.between(1, 40);
        if (algorithm.system().tolerates() != MembershipTolerance.NO_CHANGE && random.nextBoolean()) {
            faults.add(ScheduledFault.of(
                    Fault.CRASH, random.nextInt(LATEST_FAULT), heard, processes.get(random.nextInt(processes.size()))));
        }
        if (algorithm.system().tolerates() == MembershipTolerance.ANY_CHANGE && random.nextBoolean()) {
            List<ProcessId> others = processes.subList(1, processes.size());
            for (ProcessId joins : others.subList(random.nextInt(others.size()), others.size())) {
                faults.add(ScheduledFault.of(Fault.JOIN, random.nextInt(LATEST_FAULT), heard, joins));
            }
        }
        if (algorithm instanceof ChangingNetwork.Entry && random.nextBoolean()) {
            faults.add(ScheduledFault.of(
                    Fault.LEAVE, random.nextInt(LATEST_FAULT), heard, processes.get(random.nextInt(processes.size()))));
        }
        if (algorithm.system().tolerates() == MembershipTolerance.ANY_CHANGE
                && !Explorer.sided(Model.of(algorithm, start))) {
            ProcessId one = processes.get(random.nextInt(processes.size()));
            List<Neighbour> others =
                    topology.neighbours(one, new TreeSet<>(start.processes())).all();
            ProcessId other = others.get(random.nextInt(others.size())).id();
            int failure = random.nextInt(LATEST_FAULT);
            faults.add(ScheduledFault.of(Fault.LINK_FAILURE, failure, heard, one, other));
            faults.add(ScheduledFault.of(Fault.LINK_RECOVERY, failure + random.nextInt(60), heard, one, other));
            faults.add(ScheduledFault.of(Fault.LINK_FAILURE, failure + random.nextInt(200), heard, other, one));
        }
        for (int left = cutOff && random.nextBoolean() ? 1 + random.nextInt(2) : 0; left > 0; left--) {
            int one = random.nextInt(processes.size());
            int other = (one + 1 + random.nextInt(processes.size() - 1)) % processes.size();
            faults.add(ScheduledFault.of(
                    Fault.FALSE_DEPARTURE,
                    random.nextInt(LATEST_FAULT),
                    ScheduledFault.NEVER,
                    processes.get(one),
                    processes.get(other)));
        }
        return faults;
    }
}
