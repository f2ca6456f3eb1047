package symposium.checker.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Require;
import symposium.kernel.Sorted;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.FalseDeparturePromise;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Problem;
import symposium.kernel.problem.Quotient;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Topology;

/**
 * The input of an exploration: an algorithm on a topology, with its users, channels and faults.
 *
 * @param name the name in reports
 * @param protocol the algorithm
 * @param problem the inputs and outputs of users
 * @param invariants the invariants to check
 * @param topology the links
 * @param processes all processes, those that join later included
 * @param channels the order in which links deliver
 * @param requests how many requests each user makes, at least 0; empty for no bound
 * @param faults the admitted faults and changes
 * @param reduction the symmetry reduction of the algorithm, if it has one; see {@link #quotient}
 * @param arriving the processes that are absent at the start and may join later
 * @param startsCutOff whether processes start without neighbours and are admitted later
 * @param quorum the number of living processes below which a side of a partition is cut off, and below which no
 *     process that starts cut off is admitted
 * @param silent the processes whose users never make a request
 * @param judgesProgress whether deadlock and starvation are judged, if the algorithm promises progress
 */
@RecordBuilder
public record Model<S, M, U, I, O>(
        String name,
        Protocol<S, M, I, O> protocol,
        Problem<U, I, O> problem,
        List<Invariant<S, M, U>> invariants,
        Topology topology,
        SortedSet<ProcessId> processes,
        Channels channels,
        OptionalInt requests,
        FaultBudget faults,
        Optional<Quotient<S, M>> reduction,
        SortedSet<ProcessId> arriving,
        boolean startsCutOff,
        int quorum,
        SortedSet<ProcessId> silent,
        boolean judgesProgress)
        implements ModelBuilder.With<S, M, U, I, O> {

    /** @throws IllegalArgumentException if an arriving process is not one of the processes, or all of them arrive */
    public Model {
        arriving = Sorted.set(arriving);
        silent = Sorted.set(silent);
        Require.that(
                processes.containsAll(arriving) && arriving.size() != processes.size(),
                "the arriving processes must be a proper subset of " + processes + ", not " + arriving);
    }

    /**
     * A catalogue algorithm under exactly its assumptions; requests are bounded where the state space is infinite
     * otherwise.
     */
    public static <S, M, U, I, O> Model<S, M, U, I, O> of(Algorithm<S, M, U, I, O> algorithm, Start start) {
        return new Model<>(
                algorithm.name(),
                algorithm.protocol(start),
                algorithm.problem(),
                algorithm.checks().invariants(),
                algorithm.system().topologies().get(0),
                start.processes(),
                algorithm.system().channels(),
                algorithm.checks().finiteStateSpace() ? OptionalInt.empty() : OptionalInt.of(1),
                FaultBudget.NONE,
                algorithm.checks().quotient().map(it -> it.at(start)),
                Sorted.set(),
                false,
                start.quorum(),
                Sorted.set(),
                true);
    }

    /**
     * A catalogue algorithm, unmutated, in a scenario. With false suspicions or false departures, only the invariants
     * that the algorithm promises for them are checked.
     */
    public static <S, M, U, I, O> Model<S, M, U, I, O> of(Algorithm<S, M, U, I, O> algorithm, Scenario scenario) {
        Start start = scenario.start();
        List<ProcessId> everyone = List.copyOf(start.processes());
        int joins = scenario.times(Fault.JOIN);
        Model<S, M, U, I, O> model = of(algorithm, start)
                .withTopology(scenario.topology()
                        .orElse(algorithm.system().topologies().get(0)))
                .withChannels(scenario.channels().orElse(algorithm.system().channels()))
                .withFaults(FaultBudget.of(scenario))
                .withArriving(Set.copyOf(everyone.subList(everyone.size() - joins, everyone.size())));
        if (scenario.requests().isPresent()) {
            model = model.withRequests(scenario.requests().getAsInt());
        }
        if (!scenario.initiators().isEmpty()) {
            model = model.withInitiators(scenario.initiators());
        }
        if (model.faults().falseDepartures() > 0) {
            return model.promisedUnderFalseDeparture(algorithm);
        }
        return scenario.partition().isEmpty()
                ? model
                : model.withProblem(algorithm.problem().underSuspicion())
                        .withInvariants(algorithm.invariantsUnderSuspicion());
    }

    /** This model with at most {@code each} requests per user. */
    public Model<S, M, U, I, O> withRequests(int each) {
        return withRequests(OptionalInt.of(each));
    }

    /** This model with the invariants that the algorithm promises under false departures. */
    public Model<S, M, U, I, O> promisedUnderFalseDeparture(Algorithm<S, M, U, I, O> algorithm) {
        FalseDeparturePromise<S, M, U, I, O> promise = algorithm.underFalseDeparture();
        return withProblem(promise.problem()).withInvariants(promise.invariants());
    }

    /**
     * The symmetry reduction that this model is explored with, if any. None is used unless links are FIFO: a message
     * that gets another name would be another one for fairness.
     */
    public Optional<Quotient<S, M>> quotient() {
        return reduction.filter(it -> channels == Channels.FIFO && it.reduces(requests, problem.observer()));
    }

    /** This model with this symmetry reduction, where it can be used. */
    public Model<S, M, U, I, O> withQuotient(Optional<Quotient<S, M>> quotient) {
        return withReduction(quotient);
    }

    /** This model without symmetry reduction. */
    public Model<S, M, U, I, O> withoutQuotient() {
        return withQuotient(Optional.empty());
    }

    /**
     * This model with these processes absent at the start. At most {@link FaultBudget#joins} of them join, each with
     * its neighbours at that time. A process that restarts after a crash is another incarnation, and arrives.
     */
    public Model<S, M, U, I, O> withArriving(Set<ProcessId> later) {
        return withArriving((SortedSet<ProcessId>) new TreeSet<>(later));
    }

    /** This model with another set of processes; arriving processes outside it are dropped. */
    public Model<S, M, U, I, O> among(SortedSet<ProcessId> everyone) {
        return with(model -> model.processes(everyone).arriving(only(arriving, everyone::contains)));
    }

    /**
     * This model with every process starting without neighbours, as with {@link Algorithm#withDynamicMembership}.
     * Once a quorum is present, each process is notified, at a time of its own, of all present processes, and later
     * of one change at a time.
     */
    public Model<S, M, U, I, O> startingCutOff() {
        return withStartsCutOff(true);
    }

    /** This model with requests by the users of these processes only. */
    public Model<S, M, U, I, O> withInitiators(Set<ProcessId> who) {
        return withSilent(only(processes, process -> !who.contains(process)));
    }

    private static SortedSet<ProcessId> only(SortedSet<ProcessId> all, Predicate<ProcessId> which) {
        return all.stream().filter(which).collect(Collectors.toCollection(TreeSet::new));
    }

    /** How many requests the user of a process makes; empty for no bound. */
    public OptionalInt requestsOf(ProcessId process) {
        return silent.contains(process) ? OptionalInt.of(0) : requests;
    }

    /**
     * Whether a user that waits is served in the end, and that is judged. With false departures none is: a message to a
     * process that takes its sender to have departed vanishes.
     */
    public boolean promisesProgress() {
        return judgesProgress && faults.falseDepartures() == 0;
    }

    /** Whether the membership or the links can change. */
    public boolean changing() {
        return faults.changes() || startsCutOff || !arriving.isEmpty();
    }
}
