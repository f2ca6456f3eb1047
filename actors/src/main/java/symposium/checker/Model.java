package symposium.checker;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import symposium.kernel.Algorithm;
import symposium.kernel.Channels;
import symposium.kernel.Fault;
import symposium.kernel.Invariant;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Quotient;
import symposium.kernel.Scenario;
import symposium.kernel.Start;
import symposium.kernel.Topology;

/**
 * What is explored: an algorithm on an instance, with its users and its surroundings.
 *
 * @param name what is explored, as reports name it
 * @param protocol the algorithm
 * @param problem what its users may ask and are told
 * @param invariants what has to hold
 * @param topology how the processes are linked
 * @param processes who takes part
 * @param channels in which order links deliver
 * @param requests how many demands each user makes, or empty for as many as it likes
 * @param faults what may go wrong
 * @param quotient which states to see as one, if any
 * @param arriving which of the processes are not there at the start, and may come later
 * @param startsCutOff whether a process starts without neighbours and is told later who is there
 * @param quorum how many living processes a side of a partition needs so as not to be cut off, and how many have to be there before one
 *     that starts cut off is told of them
 * @param silent whose users never ask for anything
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
        Optional<Quotient<S, M>> quotient,
        SortedSet<ProcessId> arriving,
        boolean startsCutOff,
        int quorum,
        SortedSet<ProcessId> silent)
        implements ModelBuilder.With<S, M, U, I, O> {

    /** @throws IllegalArgumentException when a process is to arrive that is none of the model, or nobody is there at the start */
    public Model {
        arriving = Collections.unmodifiableSortedSet(new TreeSet<>(arriving));
        silent = Collections.unmodifiableSortedSet(new TreeSet<>(silent));
        if (!processes.containsAll(arriving) || arriving.size() == processes.size()) {
            throw new IllegalArgumentException(
                    "of the processes " + processes + " some are there at the start; not all arrive: " + arriving);
        }
    }

    /** All are there from the start; a majority is a quorum. */
    public Model(
            String name,
            Protocol<S, M, I, O> protocol,
            Problem<U, I, O> problem,
            List<Invariant<S, M, U>> invariants,
            Topology topology,
            SortedSet<ProcessId> processes,
            Channels channels,
            OptionalInt requests,
            FaultBudget faults,
            Optional<Quotient<S, M>> quotient) {
        this(
                name,
                protocol,
                problem,
                invariants,
                topology,
                processes,
                channels,
                requests,
                faults,
                quotient,
                Collections.emptySortedSet(),
                false,
                processes.size() / 2 + 1,
                Collections.emptySortedSet());
    }

    /** An algorithm of the catalogue under exactly its assumptions, each user asking as often as keeps the state space finite. */
    public static <S, M, U, I, O> Model<S, M, U, I, O> of(Algorithm<S, M, U, I, O> algorithm, Start start) {
        return new Model<>(
                algorithm.name(),
                algorithm.protocol(start),
                algorithm.problem(),
                algorithm.invariants(),
                algorithm.topologies().get(0),
                start.processes(),
                algorithm.channels(),
                algorithm.finiteStateSpace() ? OptionalInt.empty() : OptionalInt.of(1),
                FaultBudget.NONE,
                algorithm.quotient(),
                Collections.emptySortedSet(),
                false,
                start.quorum(),
                Collections.emptySortedSet());
    }

    /**
     * The surroundings in which a variant's fault shows, with the algorithm as it should be in them: where the living may be taken for dead,
     * no more is asked of it than it promises then.
     */
    public static <S, M, U, I, O> Model<S, M, U, I, O> of(Algorithm<S, M, U, I, O> algorithm, Scenario scenario) {
        Start start = scenario.start();
        List<ProcessId> everyone = List.copyOf(start.processes());
        int joins = scenario.times(Fault.JOIN);
        Model<S, M, U, I, O> model = of(algorithm, start)
                .withTopology(scenario.topology().orElse(algorithm.topologies().get(0)))
                .withChannels(scenario.channels().orElse(algorithm.channels()))
                .withFaults(FaultBudget.of(scenario))
                .withArriving(Set.copyOf(everyone.subList(everyone.size() - joins, everyone.size())));
        if (scenario.requests().isPresent()) {
            model = model.withRequests(scenario.requests().getAsInt());
        }
        if (!scenario.initiators().isEmpty()) {
            model = model.withInitiators(scenario.initiators());
        }
        return scenario.partition().isEmpty()
                ? model
                : model.withProblem(algorithm.problem().underSuspicion())
                        .withInvariants(algorithm.invariantsUnderSuspicion());
    }

    /** The same with each user asking at most so often. */
    public Model<S, M, U, I, O> withRequests(int each) {
        return withRequests(OptionalInt.of(each));
    }

    /** The same, with no states seen as one. */
    public Model<S, M, U, I, O> withoutQuotient() {
        return withQuotient(Optional.empty());
    }

    /**
     * The same, with these of its processes not there at the start. As many of them may come as {@link FaultBudget#joins} says; one that comes
     * starts with the neighbours that it has then. A process that starts again after a crash is one of another incarnation, and arrives.
     */
    public Model<S, M, U, I, O> withArriving(Set<ProcessId> later) {
        return withArriving((SortedSet<ProcessId>) new TreeSet<>(later));
    }

    /** The same with another set of processes; those that were to arrive and are none of them do not. */
    public Model<S, M, U, I, O> among(SortedSet<ProcessId> everyone) {
        return with(model -> model.processes(everyone).arriving(only(arriving, everyone::contains)));
    }

    /**
     * The same, with every process starting without neighbours, as with {@link Algorithm#withDynamicMembership}. Once a quorum is there, it is told, at
     * a moment of its own, of all who are there then, and later of one change at a time.
     */
    public Model<S, M, U, I, O> startingCutOff() {
        return withStartsCutOff(true);
    }

    /** The same with the users of these processes alone asking. */
    public Model<S, M, U, I, O> withInitiators(Set<ProcessId> who) {
        return withSilent(only(processes, process -> !who.contains(process)));
    }

    private static SortedSet<ProcessId> only(SortedSet<ProcessId> all, Predicate<ProcessId> which) {
        return all.stream().filter(which).collect(Collectors.toCollection(TreeSet::new));
    }

    /** How many demands the user of a process makes, or empty for as many as it likes. */
    OptionalInt requestsOf(ProcessId process) {
        return silent.contains(process) ? OptionalInt.of(0) : requests;
    }

    /** Whether who is there, or how they are linked, can change at all. */
    boolean changing() {
        return faults.changes() || startsCutOff || !arriving.isEmpty();
    }
}
