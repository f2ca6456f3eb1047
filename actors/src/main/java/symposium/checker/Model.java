package symposium.checker;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import symposium.kernel.Algorithm;
import symposium.kernel.Channels;
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
 * @param protocol the algorithm
 * @param problem what its users may ask and are told
 * @param laws what has to hold
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
public record Model<S, M, U, I, O>(
        Protocol<S, M, I, O> protocol,
        Problem<U, I, O> problem,
        List<Invariant<S, M, U>> laws,
        Topology topology,
        SortedSet<ProcessId> processes,
        Channels channels,
        OptionalInt requests,
        FaultBudget faults,
        Optional<Quotient<S, M>> quotient,
        SortedSet<ProcessId> arriving,
        boolean startsCutOff,
        int quorum,
        SortedSet<ProcessId> silent) {

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
            Protocol<S, M, I, O> protocol,
            Problem<U, I, O> problem,
            List<Invariant<S, M, U>> laws,
            Topology topology,
            SortedSet<ProcessId> processes,
            Channels channels,
            OptionalInt requests,
            FaultBudget faults,
            Optional<Quotient<S, M>> quotient) {
        this(
                protocol,
                problem,
                laws,
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
                algorithm.protocol(start),
                algorithm.problem(),
                algorithm.laws(),
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
    public static <S, M, U, I, O> Model<S, M, U, I, O> of(Algorithm<S, M, U, I, O> algorithm, Scenario exhibit) {
        Start start = exhibit.start();
        List<ProcessId> everyone = List.copyOf(start.processes());
        int joins = exhibit.times(Scenario.Misfortune.JOIN);
        Model<S, M, U, I, O> model = of(algorithm, start)
                .on(exhibit.topology().orElse(algorithm.topologies().get(0)))
                .over(exhibit.channels().orElse(algorithm.channels()))
                .suffering(FaultBudget.losses(exhibit.times(Scenario.Misfortune.LOSS))
                        .withDuplications(exhibit.times(Scenario.Misfortune.DUPLICATE))
                        .withCrashes(exhibit.times(Scenario.Misfortune.CRASH))
                        .withLinkFailures(exhibit.times(Scenario.Misfortune.LINK_FAILURE))
                        .withLinkRecoveries(exhibit.times(Scenario.Misfortune.LINK_RECOVERY))
                        .withJoins(joins)
                        .withLeaves(exhibit.times(Scenario.Misfortune.LEAVE)))
                .arriving(Set.copyOf(everyone.subList(everyone.size() - joins, everyone.size())));
        if (exhibit.requests().isPresent()) {
            model = model.requesting(exhibit.requests().getAsInt());
        }
        if (!exhibit.initiators().isEmpty()) {
            model = model.asking(exhibit.initiators());
        }
        return exhibit.partition().isEmpty()
                ? model
                : model.suffering(model.faults().withPartition(exhibit.partition()))
                        .solving(algorithm.problem().underSuspicion())
                        .under(algorithm.lawsUnderSuspicion());
    }

    /** The same with another protocol: a variant. */
    public Model<S, M, U, I, O> running(Protocol<S, M, I, O> other) {
        return with(draft -> draft.protocol = other);
    }

    /** The same for another problem with the same users. */
    public Model<S, M, U, I, O> solving(Problem<U, I, O> other) {
        return with(draft -> draft.problem = other);
    }

    /** The same on another topology. */
    public Model<S, M, U, I, O> on(Topology other) {
        return with(draft -> draft.topology = other);
    }

    /** The same over other links. */
    public Model<S, M, U, I, O> over(Channels other) {
        return with(draft -> draft.channels = other);
    }

    /** The same with each user asking at most so often. */
    public Model<S, M, U, I, O> requesting(int each) {
        return with(draft -> draft.requests = OptionalInt.of(each));
    }

    /** The same with these faults. */
    public Model<S, M, U, I, O> suffering(FaultBudget other) {
        return with(draft -> draft.faults = other);
    }

    /** The same, with states seen as one that this quotient makes alike. */
    public Model<S, M, U, I, O> modulo(Quotient<S, M> other) {
        return with(draft -> draft.quotient = Optional.of(other));
    }

    /** The same, with no states seen as one. */
    public Model<S, M, U, I, O> withoutQuotient() {
        return with(draft -> draft.quotient = Optional.empty());
    }

    /** The same under other laws. */
    public Model<S, M, U, I, O> under(List<Invariant<S, M, U>> other) {
        return with(draft -> draft.laws = other);
    }

    /** The same, with these of its processes not there at the start. As many of them may come as {@link FaultBudget#joins} says; one that comes
     * starts with the neighbours that it has then. A process that starts anew after a crash is one of another incarnation, and arrives. */
    public Model<S, M, U, I, O> arriving(Set<ProcessId> later) {
        return with(draft -> draft.arriving = new TreeSet<>(later));
    }

    /** The same with another set of processes; those who were to arrive and are none of them do not. */
    public Model<S, M, U, I, O> among(SortedSet<ProcessId> everyone) {
        return with(draft -> {
            draft.processes = everyone;
            draft.arriving = only(arriving, everyone::contains);
        });
    }

    /** The same, with every process starting without neighbours: the life of {@link Algorithm#joining}. Once a quorum is there, it is told, at
     * a moment of its own, of all who are there then, and later of one change at a time. */
    public Model<S, M, U, I, O> startingCutOff() {
        return with(draft -> draft.startsCutOff = true);
    }

    /** The same with another quorum. */
    public Model<S, M, U, I, O> withQuorum(int other) {
        return with(draft -> draft.quorum = other);
    }

    /** The same with the users of these processes alone asking. */
    public Model<S, M, U, I, O> asking(Set<ProcessId> who) {
        return with(draft -> draft.silent = only(processes, process -> !who.contains(process)));
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

    private Model<S, M, U, I, O> with(Consumer<Draft<S, M, U, I, O>> change) {
        Draft<S, M, U, I, O> draft = new Draft<>(this);
        change.accept(draft);
        return draft.model();
    }

    /** A model on which something is to be changed. */
    private static final class Draft<S, M, U, I, O> {
        Protocol<S, M, I, O> protocol;
        Problem<U, I, O> problem;
        List<Invariant<S, M, U>> laws;
        Topology topology;
        SortedSet<ProcessId> processes;
        Channels channels;
        OptionalInt requests;
        FaultBudget faults;
        Optional<Quotient<S, M>> quotient;
        SortedSet<ProcessId> arriving;
        boolean startsCutOff;
        int quorum;
        SortedSet<ProcessId> silent;

        Draft(Model<S, M, U, I, O> model) {
            protocol = model.protocol;
            problem = model.problem;
            laws = model.laws;
            topology = model.topology;
            processes = model.processes;
            channels = model.channels;
            requests = model.requests;
            faults = model.faults;
            quotient = model.quotient;
            arriving = model.arriving;
            startsCutOff = model.startsCutOff;
            quorum = model.quorum;
            silent = model.silent;
        }

        Model<S, M, U, I, O> model() {
            return new Model<>(
                    protocol,
                    problem,
                    laws,
                    topology,
                    processes,
                    channels,
                    requests,
                    faults,
                    quotient,
                    arriving,
                    startsCutOff,
                    quorum,
                    silent);
        }
    }
}
