package symposium.kernel.catalogue;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import symposium.kernel.Event;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Timer;
import symposium.kernel.problem.FalseDeparturePromise;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Problem;
import symposium.kernel.problem.Start;

/**
 * An algorithm of the catalogue: its protocol, and its known properties. A subclass passes a {@link Descriptor} to the
 * constructor and is named in {@code META-INF/services/symposium.kernel.catalogue.Algorithm}, where {@link
 * java.util.ServiceLoader} finds it. A {@link Family} derives algorithms from other algorithms.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> the state of a user
 * @param <I> the inputs of a user
 * @param <O> the outputs to a user
 */
public class Algorithm<S, M, U, I, O> {

    private final Descriptor<S, M, U, I, O> says;

    /**
     * @throws NullPointerException if a mandatory part of the descriptor is missing; the message names the part
     * @throws IllegalArgumentException if the messages cannot be written to the wire and read back
     */
    public Algorithm(Descriptor<S, M, U, I, O> descriptor) {
        says = descriptor;
        required(says.paper.source(), "source");
        required(says.paper.cost(), "cost");
        required(says.system.channels(), "channels");
        required(says.system.topologies().stream().findFirst().orElse(null), "topologies");
        required(says.system.assumptions(), "assumptions");
        required(says.protocol, "protocol");
        MessageTypes.check(says.name, says.messages.genericType());
    }

    private void required(Object part, String what) {
        Objects.requireNonNull(part, () -> says.name + ": no " + what);
    }

    /** Returns the name, in lower case with hyphens. */
    public final String name() {
        return says.name;
    }

    /** Returns the problem that it solves. */
    public final Problem<U, I, O> problem() {
        return says.problem;
    }

    /** Returns the source, cost and bounds that the paper states. */
    public final Paper paper() {
        return says.paper;
    }

    /** Returns the kind of system in which it runs. */
    public final SystemModel system() {
        return says.system;
    }

    /** Returns every timer that its processes schedule. Configuration accepts only these timers. */
    public final List<? extends Timer> timers() {
        return says.timers;
    }

    /**
     * Returns the {@link #timers()} that control how long a loss detector, such as pong, stays at each process. A
     * message that reaches a crashed process before the other processes know of the crash is lost. A longer stay gives
     * more time to observe loss detection.
     */
    public final List<? extends Timer> lossDetectionTimers() {
        return says.lossDetectionTimers;
    }

    /** Returns the rules by which a process issues a token, either the first token or a replacement for a lost one. */
    public final Set<Rule> regenerations() {
        return says.regenerations;
    }

    /** Returns the messages of its processes. */
    public final Messages<M> messages() {
        return says.messages;
    }

    /** Returns the properties that a checker verifies. */
    public final Checks<S, M, U, I, O> checks() {
        return says.checks;
    }

    /** Returns the protocol of its processes. */
    public final Protocol<S, M, I, O> protocol(Start start) {
        return says.protocol.apply(start);
    }

    /**
     * Returns the same algorithm with fencing tokens: users receive a number that increases with every use of the
     * shared resource. An algorithm that always has them returns itself. Increasing numbers make state spaces
     * infinite, so by default the checker explores the algorithm without them.
     */
    public final Algorithm<?, ?, U, I, O> withFences() {
        return says.fences.apply(this);
    }

    /**
     * Returns the protocol for processes that join and leave, if the algorithm {@linkplain
     * MembershipTolerance#ANY_CHANGE tolerates} that. Every process starts without neighbours, and learns of them by
     * {@link Event.NeighboursChanged}.
     *
     * @param start the start, of which only the number of processes is used
     * @param generation a lower bound: the tokens that this process issues, or helps to issue, have a higher
     *     generation
     * @throws UnsupportedOperationException if the algorithm does not tolerate joining and leaving
     */
    public final Protocol<S, M, I, O> withDynamicMembership(Start start, long generation) {
        return says.dynamicMembership
                .orElseThrow(() -> new UnsupportedOperationException(name() + " starts with all processes there"))
                .apply(start, generation);
    }

    /**
     * Returns the invariants that hold even if live processes may be suspected to have crashed, as in a partition. By
     * default, these are all invariants except those that the problem {@linkplain Problem#untrueUnderSuspicion gives
     * up}. An algorithm can give up more.
     */
    public final List<Invariant<S, M, U>> invariantsUnderSuspicion() {
        return checks().underSuspicion().orElseGet(() -> checks().invariants().stream()
                .filter(invariant -> !problem().untrueUnderSuspicion().contains(invariant.name()))
                .toList());
    }

    /**
     * Returns the promise of the algorithm for a membership that reports the departure of a live process. An algorithm
     * that {@linkplain MembershipTolerance#NO_CHANGE tolerates no change} is not notified of departures. Instead, the
     * two processes lose each other's messages, and the promise covers any loss of messages.
     */
    public final FalseDeparturePromise<S, M, U, I, O> underFalseDeparture() {
        return says.falseDeparture.apply(this);
    }

    /** Returns the rules that cannot fire without faults, with this number of processes. */
    public final Set<? extends Rule> unreachableRules(int processes) {
        Set<Rule> rules = new HashSet<>(checks().unreachableRules().apply(processes));
        if (processes == 1 && checks().firedAlone().isPresent()) {
            rules.addAll(protocol(Start.of(1, 0)).rules());
            rules.removeAll(checks().firedAlone().get());
        }
        return rules;
    }

    /**
     * The parts of an {@link Algorithm}, each documented at the method of that name there. Name, problem and messages
     * are arguments of the constructor. Paper, system and protocol must follow, and every other part has a default.
     * The methods {@code with…} replace a part. The methods {@code messages}, {@code system} and {@code checks} change
     * one.
     *
     * @param fences creates the result of {@link Algorithm#withFences()}; by default it returns the algorithm itself
     * @param falseDeparture creates the result of {@link Algorithm#underFalseDeparture()}; by default, an empty
     *     promise
     * @param dynamicMembership creates the result of {@link Algorithm#withDynamicMembership}, if the algorithm
     *     tolerates that
     * @param <S> the state of one process
     * @param <M> the messages
     * @param <U> the state of a user
     * @param <I> the inputs of a user
     * @param <O> the outputs to a user
     */
    @RecordBuilder
    public record Descriptor<S, M, U, I, O>(
            String name,
            Problem<U, I, O> problem,
            Messages<M> messages,
            Paper paper,
            SystemModel system,
            List<? extends Timer> timers,
            List<? extends Timer> lossDetectionTimers,
            Set<Rule> regenerations,
            Checks<S, M, U, I, O> checks,
            Function<Start, ? extends Protocol<S, M, I, O>> protocol,
            Function<Algorithm<S, M, U, I, O>, Algorithm<?, ?, U, I, O>> fences,
            Function<Algorithm<S, M, U, I, O>, FalseDeparturePromise<S, M, U, I, O>> falseDeparture,
            Optional<BiFunction<Start, Long, ? extends Protocol<S, M, I, O>>> dynamicMembership)
            implements AlgorithmDescriptorBuilder.With<S, M, U, I, O> {

        public Descriptor {
            timers = List.copyOf(timers);
            lossDetectionTimers = List.copyOf(lossDetectionTimers);
            regenerations = Set.copyOf(regenerations);
        }

        /**
         * Creates a descriptor; paper, system and protocol must follow.
         *
         * @param name the name, in lower case with hyphens
         * @param problem the problem that it solves
         * @param messages the sealed interface, enum or record of its messages; for a generic type, only the class
         *     (see {@link Messages#withArguments})
         */
        public Descriptor(String name, Problem<U, I, O> problem, Class<? super M> messages) {
            this(
                    name,
                    problem,
                    Messages.of(messages),
                    Paper.of(null),
                    SystemModel.of(null),
                    List.of(),
                    List.of(),
                    Set.of(),
                    Checks.none(),
                    null,
                    algorithm -> algorithm,
                    algorithm -> new FalseDeparturePromise<>(
                            algorithm.system().tolerates() == MembershipTolerance.NO_CHANGE
                                    ? "nothing: its processes are notified of no departure"
                                    : "nothing",
                            algorithm.problem(),
                            algorithm.checks().invariants()),
                    Optional.empty());
        }

        /** Copies the parts that an algorithm shares with the algorithm from which it is derived. */
        public Descriptor<S, M, U, I, O> as(Algorithm<?, ?, ?, ?, ?> other) {
            return with(next -> next.paper(other.paper().withBounds(List.of()))
                    .system(other.system()
                            .with(system ->
                                    system.anyNumbers(false).leaves(false).mayStop(false)))
                    .timers(other.timers())
                    .lossDetectionTimers(other.lossDetectionTimers())
                    .regenerations(other.regenerations())
                    .checks(checks.withUnreachableRules(other::unreachableRules)));
        }

        /** Returns a copy with a change of its messages. */
        public Descriptor<S, M, U, I, O> messages(UnaryOperator<Messages<M>> change) {
            return withMessages(change.apply(messages));
        }

        /** Returns a copy with a change of its system model. */
        public Descriptor<S, M, U, I, O> system(UnaryOperator<SystemModel> change) {
            return withSystem(change.apply(system));
        }

        /** Returns a copy with a change of its checks. */
        public Descriptor<S, M, U, I, O> checks(UnaryOperator<Checks<S, M, U, I, O>> change) {
            return withChecks(change.apply(checks));
        }

        /**
         * Returns a copy that promises all invariants that hold under suspicion, except those with these names.
         */
        public Descriptor<S, M, U, I, O> withFalseDeparture(String says, String... untrue) {
            return withFalseDeparture(algorithm -> new FalseDeparturePromise<>(
                    says,
                    algorithm.problem().underSuspicion(),
                    FalseDeparturePromise.without(algorithm.invariantsUnderSuspicion(), untrue)));
        }

        /** Returns a copy with a protocol for processes that join and leave. */
        public Descriptor<S, M, U, I, O> withDynamicMembership(
                BiFunction<Start, Long, ? extends Protocol<S, M, I, O>> made) {
            return withDynamicMembership(Optional.of(made));
        }
    }
}
