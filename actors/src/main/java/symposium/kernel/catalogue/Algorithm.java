package symposium.kernel.catalogue;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Protocol;
import symposium.kernel.Rule;
import symposium.kernel.Timer;
import symposium.kernel.problem.Bound;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.FalseDeparturePromise;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Problem;
import symposium.kernel.problem.Quotient;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.kernel.problem.Variants;
import symposium.kernel.topology.Topology;

/**
 * An algorithm of the catalogue: its protocol, and what the paper says about it. A subclass passes a {@link Descriptor}
 * to the constructor and is named in {@code META-INF/services/symposium.kernel.catalogue.Algorithm}, where
 * {@link java.util.ServiceLoader} finds it. A {@link Family} makes algorithms of others.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> the state of a user
 * @param <I> what a user asks
 * @param <O> what a user is told
 */
public class Algorithm<S, M, U, I, O> {

    private final Descriptor<S, M, U, I, O> says;

    /**
     * @throws NullPointerException when a mandatory part of the descriptor is missing, naming it
     * @throws IllegalArgumentException when the messages cannot be written to the wire and read back
     */
    public Algorithm(Descriptor<S, M, U, I, O> descriptor) {
        says = descriptor;
        required(says.source, "source");
        required(says.topologies, "topologies");
        required(says.channels, "channels");
        required(says.cost, "cost");
        required(says.assumptions, "assumptions");
        required(says.protocol, "protocol");
        MessageTypes.check(says.name, says.messageType);
    }

    private void required(Object part, String what) {
        Objects.requireNonNull(part, () -> says.name + ": no " + what);
    }

    /** The name, in small letters and hyphens. */
    public final String name() {
        return says.name;
    }

    /** Paper and section. */
    public final String source() {
        return says.source;
    }

    /** What it solves. */
    public final Problem<U, I, O> problem() {
        return says.problem;
    }

    /** Where it runs; the first is the default. */
    public final List<Topology> topologies() {
        return says.topologies;
    }

    /** Whether it runs on every connected graph, and {@link #topologies()} are only examples. */
    public final boolean anyGraph() {
        return says.anyGraph;
    }

    /** Whether the numbers of its processes may be any; otherwise they are those from 0 on, without a gap. */
    public final boolean anyNumbers() {
        return says.anyNumbers;
    }

    /** Which changes of the membership it tolerates. */
    public final MembershipTolerance tolerates() {
        return says.tolerates;
    }

    /** Every timer that its processes schedule; configuration knows no others. */
    public final List<? extends Timer> timers() {
        return says.timers;
    }

    /**
     * Of the {@link #timers()}, those that control how long a loss detector, such as pong, stays at each process. A
     * message that reaches a crashed process before the others know of the crash is lost with it; a longer stay makes
     * room to see loss detection at work.
     */
    public final List<? extends Timer> lossDetectionTimers() {
        return says.lossDetectionTimers;
    }

    /**
     * Whether a process that is asked to {@linkplain Event.Leave leave} answers with {@link Effect.Left}; such a
     * process tolerates any change.
     */
    public final boolean leaves() {
        return says.leaves;
    }

    /**
     * Whether the processes that are left go on after a departure, whatever the departed process held; otherwise only
     * as long as it did not hold, or had in transit, what all of them need.
     */
    public final boolean servesSurvivors() {
        return says.servesSurvivors && says.tolerates != MembershipTolerance.NO_CHANGE;
    }

    /** What it needs of its links. */
    public final Channels channels() {
        return says.channels;
    }

    /** Messages per critical section, election or meal, as a formula in n. */
    public final String cost() {
        return says.cost;
    }

    /** The computable part of the {@link #cost()}: numbers of messages in one election, announcements apart. */
    public final List<Bound> bounds() {
        return says.bounds;
    }

    /** Everything else that it assumes, in a sentence. */
    public final String assumptions() {
        return says.assumptions;
    }

    /** The type of its messages: a sealed interface of records, an enum, or a record that carries one of these. */
    public final Class<M> messages() {
        return says.messages;
    }

    /** The type of its messages with its type arguments; {@link #messages()} unless that is generic. */
    public final Type messageType() {
        return says.messageType;
    }

    /** Whether a message only spreads a result that its sender already knows. Such messages are counted apart. */
    public final boolean announces(M message) {
        return says.announces.test(message);
    }

    /** Whether the state space stays finite when a user may ask again and again. */
    public final boolean finiteStateSpace() {
        return says.finiteStateSpace;
    }

    /** The rules by which a process issues a token, the first one or one in the place of a lost one. */
    public final Set<Rule> regenerations() {
        return says.regenerations;
    }

    /** The protocol of its processes. */
    public final Protocol<S, M, I, O> protocol(Start start) {
        return says.protocol.apply(start);
    }

    /**
     * The same algorithm, telling users a fence: a number that grows with every use of the shared resource. An
     * algorithm that has fences anyway returns itself. Growing numbers make state spaces infinite, so the checker
     * explores the algorithm without them unless asked.
     */
    public final Algorithm<?, ?, U, I, O> withFences() {
        return says.withFences.apply(this);
    }

    /**
     * The protocol for processes that join and leave, if the algorithm {@linkplain MembershipTolerance#ANY_CHANGE
     * tolerates} that: every process starts without neighbours, and learns them by {@link Event.NeighboursChanged}.
     *
     * @param start its processes give the number of processes alone
     * @param generation the tokens that this process issues, or helps to issue, have a higher generation
     * @throws UnsupportedOperationException when the algorithm does not tolerate that
     */
    public final Protocol<S, M, I, O> withDynamicMembership(Start start, long generation) {
        return says.withDynamicMembership
                .orElseThrow(() -> new UnsupportedOperationException(name() + " starts with all processes there"))
                .apply(start, generation);
    }

    /** What holds in every reachable state: the invariants of the problem first, then the paper's own. */
    public final List<Invariant<S, M, U>> invariants() {
        return says.invariants;
    }

    /**
     * The invariants that hold even where live processes may be suspected to have crashed, as in a partition. These are
     * all but those that the problem {@linkplain Problem#untrueUnderSuspicion gives up}, unless the algorithm gives up
     * more.
     */
    public final List<Invariant<S, M, U>> invariantsUnderSuspicion() {
        return says.invariantsUnderSuspicion.orElseGet(() -> invariants().stream()
                .filter(invariant -> !problem().untrueUnderSuspicion().contains(invariant.name()))
                .toList());
    }

    /**
     * The invariants that hold where processes start without neighbours and are admitted later: those of
     * {@link #withDynamicMembership}. These are all but those that the algorithm gives up.
     */
    public final List<Invariant<S, M, U>> invariantsWithDynamicMembership() {
        return invariants().stream()
                .filter(invariant -> !says.untrueWithDynamicMembership.contains(invariant.name()))
                .toList();
    }

    /**
     * What it promises when the membership reports the departure of a live process. An algorithm that
     * {@linkplain MembershipTolerance#NO_CHANGE tolerates no change} is notified of no departure: for it the two
     * processes lose each other's messages, and the promise is for any loss of messages.
     */
    public final FalseDeparturePromise<S, M, U, I, O> underFalseDeparture() {
        return says.underFalseDeparture.apply(this);
    }

    /** The misprints and planted faults that must fail. */
    public final List<Variant<S, M, I, O>> variants(Start start) {
        return says.variants.apply(start);
    }

    /** Which states a checker may identify, if any. */
    public final Optional<Quotient<S, M>> quotient() {
        return says.quotient;
    }

    /** The rules that cannot fire with this number of processes. */
    public final Set<? extends Rule> unreachableRules(int processes) {
        return says.unreachableRules.apply(processes);
    }

    /**
     * The steps of the paper's argument that no process starves: further invariants, such as what a variant function
     * does. They hold without faults. They cost much more than {@link #invariants}, so there are none for more
     * processes than the algorithm says.
     */
    public final List<Invariant<S, M, U>> fairnessArgument(int processes) {
        return processes <= says.mostArgued ? says.fairnessArgument : List.of();
    }

    /**
     * What the paper says of all states together that are reachable without faults, under the names that reports use.
     * Values are numbers, strings, booleans, and lists and maps of these.
     *
     * @param start how the run starts
     * @param reachable every reachable state once; it can be iterated repeatedly
     */
    public final Map<String, Object> findings(Start start, Iterable<Configuration<S, M, U>> reachable) {
        return says.findings.of(start, reachable);
    }

    /**
     * The parts of an {@link Algorithm}, each documented at the method of that name there. Name, problem and messages
     * are given at the start; source, topologies, channels, cost, assumptions and protocol must follow; every other
     * part has a default.
     *
     * @param <S> the state of one process
     * @param <M> the messages
     * @param <U> the state of a user
     * @param <I> what a user asks
     * @param <O> what a user is told
     */
    public static final class Descriptor<S, M, U, I, O> {

        private final String name;
        private final Problem<U, I, O> problem;
        private final Class<M> messages;
        private Type messageType;
        private String source;
        private List<Topology> topologies;
        private boolean anyGraph;
        private boolean anyNumbers;
        private MembershipTolerance tolerates = MembershipTolerance.NO_CHANGE;
        private List<Timer> timers = List.of();
        private List<Timer> lossDetectionTimers = List.of();
        private boolean leaves;
        private boolean servesSurvivors = true;
        private Channels channels;
        private String cost;
        private List<Bound> bounds = List.of();
        private String assumptions;
        private Predicate<M> announces = message -> false;
        private boolean finiteStateSpace;
        private Set<Rule> regenerations = Set.of();
        private Function<Start, ? extends Protocol<S, M, I, O>> protocol;
        private Function<Algorithm<S, M, U, I, O>, Algorithm<?, ?, U, I, O>> withFences = algorithm -> algorithm;
        private Optional<BiFunction<Start, Long, ? extends Protocol<S, M, I, O>>> withDynamicMembership =
                Optional.empty();
        private List<Invariant<S, M, U>> invariants = List.of();
        private List<Invariant<S, M, U>> fairnessArgument = List.of();
        private int mostArgued;
        private Optional<List<Invariant<S, M, U>>> invariantsUnderSuspicion = Optional.empty();
        private Set<String> untrueWithDynamicMembership = Set.of();
        private Function<Algorithm<S, M, U, I, O>, FalseDeparturePromise<S, M, U, I, O>> underFalseDeparture =
                algorithm -> new FalseDeparturePromise<>(
                        algorithm.tolerates() == MembershipTolerance.NO_CHANGE
                                ? "nothing: its processes are notified of no departure"
                                : "nothing",
                        algorithm.problem(),
                        algorithm.invariants());
        private Function<Start, List<Variant<S, M, I, O>>> variants = start -> List.of();
        private Optional<Quotient<S, M>> quotient = Optional.empty();
        private IntFunction<Set<? extends Rule>> unreachableRules = processes -> Set.of();
        private Findings<S, M, U> findings = (start, reachable) -> Map.of();

        /** See {@link Algorithm#findings}. */
        @FunctionalInterface
        public interface Findings<S, M, U> {
            Map<String, Object> of(Start start, Iterable<Configuration<S, M, U>> reachable);
        }

        /**
         * @param name in small letters and hyphens
         * @param problem what it solves
         * @param messages the sealed interface, enum or record of its messages; of a generic type the class alone, see
         *     {@link #messagesOf}
         */
        @SuppressWarnings("unchecked")
        public Descriptor(String name, Problem<U, I, O> problem, Class<? super M> messages) {
            this.name = name;
            this.problem = problem;
            this.messages = (Class<M>) messages;
            this.messageType = messages;
        }

        /** Takes over the parts that an algorithm shares with another from which it is made. */
        public Descriptor<S, M, U, I, O> as(Algorithm<?, ?, ?, ?, ?> other) {
            source = other.source();
            topologies = other.topologies();
            anyGraph = other.anyGraph();
            channels = other.channels();
            assumptions = other.assumptions();
            cost = other.cost();
            tolerates = other.tolerates();
            timers = List.copyOf(other.timers());
            lossDetectionTimers = List.copyOf(other.lossDetectionTimers());
            unreachableRules = other::unreachableRules;
            regenerations = other.regenerations();
            return this;
        }

        public Descriptor<S, M, U, I, O> source(String citation) {
            source = citation;
            return this;
        }

        public Descriptor<S, M, U, I, O> topologies(Topology... all) {
            topologies = List.of(all);
            anyGraph = false;
            return this;
        }

        /** The numbers of its processes may be any. */
        public Descriptor<S, M, U, I, O> anyNumbers() {
            anyNumbers = true;
            return this;
        }

        /** It runs on every connected graph, of which these are examples; the first is the default. */
        public Descriptor<S, M, U, I, O> anyGraph(Topology... examples) {
            topologies(examples);
            anyGraph = true;
            return this;
        }

        public Descriptor<S, M, U, I, O> channels(Channels needed) {
            channels = needed;
            return this;
        }

        public Descriptor<S, M, U, I, O> assumptions(String sentence) {
            assumptions = sentence;
            return this;
        }

        public Descriptor<S, M, U, I, O> cost(String formula) {
            cost = formula;
            return this;
        }

        public Descriptor<S, M, U, I, O> bounds(Bound... all) {
            bounds = List.of(all);
            return this;
        }

        public Descriptor<S, M, U, I, O> tolerates(MembershipTolerance changes) {
            tolerates = changes;
            return this;
        }

        public Descriptor<S, M, U, I, O> timers(List<? extends Timer> all) {
            timers = List.copyOf(all);
            return this;
        }

        public Descriptor<S, M, U, I, O> lossDetectionTimers(List<? extends Timer> some) {
            lossDetectionTimers = List.copyOf(some);
            return this;
        }

        public Descriptor<S, M, U, I, O> leaves() {
            leaves = true;
            return this;
        }

        /** A departure may take with it what the others need. */
        public Descriptor<S, M, U, I, O> mayStopAfterDepartures() {
            servesSurvivors = false;
            return this;
        }

        /** The messages of this type are announcements: see {@link Algorithm#announces}. */
        public Descriptor<S, M, U, I, O> announcement(Class<?> type) {
            return announces(type::isInstance);
        }

        public Descriptor<S, M, U, I, O> announces(Predicate<M> which) {
            announces = which;
            return this;
        }

        public Descriptor<S, M, U, I, O> finiteStateSpace() {
            finiteStateSpace = true;
            return this;
        }

        /** By these rules, too, a process issues a token: see {@link Algorithm#regenerations}. */
        public Descriptor<S, M, U, I, O> regenerations(Rule... rules) {
            Set<Rule> all = new HashSet<>(regenerations);
            all.addAll(List.of(rules));
            regenerations = Set.copyOf(all);
            return this;
        }

        /** The type arguments of the messages. */
        public Descriptor<S, M, U, I, O> messagesOf(Type... arguments) {
            messageType = new Generic(messages, List.of(arguments));
            return this;
        }

        /** A generic class with its arguments. */
        private record Generic(Class<?> raw, List<Type> arguments) implements ParameterizedType {
            @Override
            public Type[] getActualTypeArguments() {
                return arguments.toArray(Type[]::new);
            }

            @Override
            public Type getRawType() {
                return raw;
            }

            @Override
            public Type getOwnerType() {
                return raw.getDeclaringClass();
            }
        }

        public Descriptor<S, M, U, I, O> protocol(Function<Start, ? extends Protocol<S, M, I, O>> made) {
            protocol = made;
            return this;
        }

        /** @param made takes the algorithm without fences */
        public Descriptor<S, M, U, I, O> withFences(Function<Algorithm<S, M, U, I, O>, Algorithm<?, ?, U, I, O>> made) {
            withFences = made;
            return this;
        }

        public Descriptor<S, M, U, I, O> withDynamicMembership(
                BiFunction<Start, Long, ? extends Protocol<S, M, I, O>> made) {
            withDynamicMembership = Optional.of(made);
            return this;
        }

        public Descriptor<S, M, U, I, O> invariants(Invariants<S, M, U> all) {
            invariants = all.list();
            return this;
        }

        /** The names of invariants that do not hold where processes start without neighbours and are admitted later. */
        public Descriptor<S, M, U, I, O> untrueWithDynamicMembership(String... names) {
            untrueWithDynamicMembership = Set.of(names);
            return this;
        }

        public Descriptor<S, M, U, I, O> invariantsUnderSuspicion(List<Invariant<S, M, U>> some) {
            invariantsUnderSuspicion = Optional.of(List.copyOf(some));
            return this;
        }

        /** It promises what holds under suspicion, without the invariants of these names. */
        public Descriptor<S, M, U, I, O> underFalseDeparture(String says, String... untrue) {
            return underFalseDeparture(algorithm -> new FalseDeparturePromise<>(
                    says,
                    algorithm.problem().underSuspicion(),
                    FalseDeparturePromise.without(algorithm.invariantsUnderSuspicion(), untrue)));
        }

        /** @param promised takes the algorithm; without it the algorithm promises nothing */
        public Descriptor<S, M, U, I, O> underFalseDeparture(
                Function<Algorithm<S, M, U, I, O>, FalseDeparturePromise<S, M, U, I, O>> promised) {
            underFalseDeparture = promised;
            return this;
        }

        public Descriptor<S, M, U, I, O> variants(Function<Start, Variants<S, M, I, O>> made) {
            variants = start -> made.apply(start).list();
            return this;
        }

        public Descriptor<S, M, U, I, O> quotient(Quotient<S, M> ofStates) {
            quotient = Optional.of(ofStates);
            return this;
        }

        public Descriptor<S, M, U, I, O> unreachableRules(IntFunction<Set<? extends Rule>> byProcesses) {
            unreachableRules = byProcesses;
            return this;
        }

        /** These rules cannot fire without faults, with any number of processes. */
        public Descriptor<S, M, U, I, O> unreachable(Rule... rules) {
            return alsoUnreachable(processes -> true, List.of(rules));
        }

        /** These rules cannot fire without faults, with any number of processes. */
        public Descriptor<S, M, U, I, O> unreachable(Collection<? extends Rule> rules) {
            return alsoUnreachable(processes -> true, rules);
        }

        /** These rules, too, cannot fire with this number of processes. */
        public Descriptor<S, M, U, I, O> unreachable(int atProcesses, Rule... rules) {
            return alsoUnreachable(processes -> processes == atProcesses, List.of(rules));
        }

        private Descriptor<S, M, U, I, O> alsoUnreachable(IntPredicate where, Collection<? extends Rule> rules) {
            IntFunction<Set<? extends Rule>> others = unreachableRules;
            return unreachableRules(processes -> {
                Set<Rule> all = new HashSet<>(others.apply(processes));
                all.addAll(where.test(processes) ? rules : List.of());
                return all;
            });
        }

        /** A process without others fires these rules alone. */
        public Descriptor<S, M, U, I, O> reachableAlone(Rule... rules) {
            IntFunction<Set<? extends Rule>> others = unreachableRules;
            return unreachableRules(processes -> processes == 1 ? allBut(rules) : others.apply(processes));
        }

        private Set<Rule> allBut(Rule... rules) {
            Set<Rule> others = new HashSet<>(protocol.apply(Start.of(1, 0)).rules());
            others.removeAll(List.of(rules));
            return others;
        }

        /** @param most with how many processes the argument is judged at most */
        public Descriptor<S, M, U, I, O> fairnessArgument(int most, List<Invariant<S, M, U>> further) {
            mostArgued = most;
            fairnessArgument = List.copyOf(further);
            return this;
        }

        public Descriptor<S, M, U, I, O> findings(Findings<S, M, U> ofReachable) {
            findings = ofReachable;
            return this;
        }
    }
}
