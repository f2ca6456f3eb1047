package symposium.kernel;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * What the catalogue says of an algorithm, in the making. Name, problem and messages are given at the start; source, topologies, channels, cost,
 * assumptions and protocol must follow; all else has a default, which is that of {@link Algorithm}.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> where a user stands
 * @param <I> what a user asks
 * @param <O> what a user is told
 */
public final class AlgorithmDescriptor<S, M, U, I, O> {

    final String name;
    final Problem<U, I, O> problem;
    final Class<M> messages;
    Type messageType;
    String source;
    List<Topology> topologies;
    boolean anyGraph;
    MembershipTolerance tolerates = MembershipTolerance.NO_CHANGE;
    List<Timer> timers = List.of();
    List<Timer> lossDetectionTimers = List.of();
    boolean leaves;
    Channels channels;
    String cost;
    List<Bound> bounds = List.of();
    String assumptions;
    Predicate<M> announces = message -> false;
    boolean finiteStateSpace;
    Function<Start, ? extends Protocol<S, M, I, O>> protocol;
    Function<Algorithm<S, M, U, I, O>, Algorithm<?, ?, U, I, O>> withFences = algorithm -> algorithm;
    Optional<BiFunction<Start, Long, ? extends Protocol<S, M, I, O>>> withDynamicMembership = Optional.empty();
    List<Invariant<S, M, U>> invariants = List.of();
    Optional<List<Invariant<S, M, U>>> invariantsUnderSuspicion = Optional.empty();
    Function<Start, List<Variant<S, M, I, O>>> variants = start -> List.of();
    Optional<Quotient<S, M>> quotient = Optional.empty();
    IntFunction<Set<? extends Rule>> unreachableRules = processes -> Set.of();
    Findings<S, M, U> findings = (start, reachable) -> Map.of();

    /** What else is to be reported once every state reachable without faults is known: see {@link Algorithm#findings}. */
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
    public AlgorithmDescriptor(String name, Problem<U, I, O> problem, Class<? super M> messages) {
        this.name = name;
        this.problem = problem;
        this.messages = (Class<M>) messages;
        this.messageType = messages;
    }

    /** What is said of an algorithm that is made of another, as far as it is the same. */
    public AlgorithmDescriptor<S, M, U, I, O> as(Algorithm<?, ?, ?, ?, ?> other) {
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
        return this;
    }

    /** Paper and section. */
    public AlgorithmDescriptor<S, M, U, I, O> source(String citation) {
        source = citation;
        return this;
    }

    /** Where it runs; the first is the default. */
    public AlgorithmDescriptor<S, M, U, I, O> topologies(Topology... all) {
        topologies = List.of(all);
        anyGraph = false;
        return this;
    }

    /** Where it runs: on every connected graph, of which these are examples; the first is the default. */
    public AlgorithmDescriptor<S, M, U, I, O> anyGraph(Topology... examples) {
        topologies(examples);
        anyGraph = true;
        return this;
    }

    /** What it needs of its links. */
    public AlgorithmDescriptor<S, M, U, I, O> channels(Channels needed) {
        channels = needed;
        return this;
    }

    /** Everything else that it assumes, in a sentence. */
    public AlgorithmDescriptor<S, M, U, I, O> assumptions(String sentence) {
        assumptions = sentence;
        return this;
    }

    /** Messages per critical section, election or meal, as a formula in n. */
    public AlgorithmDescriptor<S, M, U, I, O> cost(String formula) {
        cost = formula;
        return this;
    }

    /** What of the cost can be worked out. */
    public AlgorithmDescriptor<S, M, U, I, O> bounds(Bound... all) {
        bounds = List.of(all);
        return this;
    }

    /** Which changes of the membership it tolerates; without this, none. */
    public AlgorithmDescriptor<S, M, U, I, O> tolerates(MembershipTolerance changes) {
        tolerates = changes;
        return this;
    }

    /** Every timer that its processes schedule. */
    public AlgorithmDescriptor<S, M, U, I, O> timers(List<? extends Timer> all) {
        timers = List.copyOf(all);
        return this;
    }

    /** Of the timers, those of loss detection: see {@link Algorithm#lossDetectionTimers}. */
    public AlgorithmDescriptor<S, M, U, I, O> lossDetectionTimers(List<? extends Timer> some) {
        lossDetectionTimers = List.copyOf(some);
        return this;
    }

    /** A process that is asked to leave says when it has. */
    public AlgorithmDescriptor<S, M, U, I, O> leaves() {
        leaves = true;
        return this;
    }

    /** The messages of this type only spread a result: see {@link Algorithm#announces}. */
    public AlgorithmDescriptor<S, M, U, I, O> announcement(Class<?> type) {
        return announces(type::isInstance);
    }

    /** These messages only spread a result: see {@link Algorithm#announces}. */
    public AlgorithmDescriptor<S, M, U, I, O> announces(Predicate<M> which) {
        announces = which;
        return this;
    }

    /** The state space stays finite when a user may ask again and again. */
    public AlgorithmDescriptor<S, M, U, I, O> finiteStateSpace() {
        finiteStateSpace = true;
        return this;
    }

    /** The messages are generic in these types. */
    public AlgorithmDescriptor<S, M, U, I, O> messagesOf(Type... arguments) {
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

    /** The algorithm, told what it is to be told from outside. */
    public AlgorithmDescriptor<S, M, U, I, O> protocol(Function<Start, ? extends Protocol<S, M, I, O>> made) {
        protocol = made;
        return this;
    }

    /** The algorithm for users who want fences, made of the one for those who do not: see {@link Algorithm#withFences()}. */
    public AlgorithmDescriptor<S, M, U, I, O> withFences(
            Function<Algorithm<S, M, U, I, O>, Algorithm<?, ?, U, I, O>> made) {
        withFences = made;
        return this;
    }

    /** The algorithm where processes come and go: see {@link Algorithm#withDynamicMembership}. */
    public AlgorithmDescriptor<S, M, U, I, O> withDynamicMembership(
            BiFunction<Start, Long, ? extends Protocol<S, M, I, O>> made) {
        withDynamicMembership = Optional.of(made);
        return this;
    }

    /** What holds in every reachable state. */
    public AlgorithmDescriptor<S, M, U, I, O> invariants(Invariants<S, M, U> all) {
        invariants = all.list();
        return this;
    }

    /** What holds even where processes that are alive may be taken for dead: see {@link Algorithm#invariantsUnderSuspicion}. */
    public AlgorithmDescriptor<S, M, U, I, O> invariantsUnderSuspicion(List<Invariant<S, M, U>> some) {
        invariantsUnderSuspicion = Optional.of(new ArrayList<>(some));
        return this;
    }

    /** The misprints and planted faults that must fail. */
    public AlgorithmDescriptor<S, M, U, I, O> variants(Function<Start, Variants<S, M, I, O>> made) {
        variants = start -> made.apply(start).list();
        return this;
    }

    /** Which states a checker may see as one. */
    public AlgorithmDescriptor<S, M, U, I, O> quotient(Quotient<S, M> ofStates) {
        quotient = Optional.of(ofStates);
        return this;
    }

    /** The rules that cannot fire with so few processes. */
    public AlgorithmDescriptor<S, M, U, I, O> unreachableRules(IntFunction<Set<? extends Rule>> byProcesses) {
        unreachableRules = byProcesses;
        return this;
    }

    /** These rules cannot fire without faults, with any number of processes. */
    public AlgorithmDescriptor<S, M, U, I, O> unreachable(Rule... rules) {
        return alsoUnreachable(processes -> true, List.of(rules));
    }

    /** These rules cannot fire without faults, with any number of processes. */
    public AlgorithmDescriptor<S, M, U, I, O> unreachable(Collection<? extends Rule> rules) {
        return alsoUnreachable(processes -> true, rules);
    }

    /** These rules, too, cannot fire with this number of processes. */
    public AlgorithmDescriptor<S, M, U, I, O> unreachable(int atProcesses, Rule... rules) {
        return alsoUnreachable(processes -> processes == atProcesses, List.of(rules));
    }

    private AlgorithmDescriptor<S, M, U, I, O> alsoUnreachable(IntPredicate where, Collection<? extends Rule> rules) {
        IntFunction<Set<? extends Rule>> others = unreachableRules;
        return unreachableRules(processes -> {
            Set<Rule> all = new HashSet<>(others.apply(processes));
            all.addAll(where.test(processes) ? rules : List.of());
            return all;
        });
    }

    /** With one process no other rules fire. */
    public AlgorithmDescriptor<S, M, U, I, O> reachableAlone(Rule... rules) {
        IntFunction<Set<? extends Rule>> others = unreachableRules;
        return unreachableRules(processes -> processes == 1 ? allBut(rules) : others.apply(processes));
    }

    private Set<Rule> allBut(Rule... rules) {
        Set<Rule> others = new HashSet<>(protocol.apply(Start.of(1, 0)).rules());
        others.removeAll(List.of(rules));
        return others;
    }

    /** What the paper says of all reachable states together. */
    public AlgorithmDescriptor<S, M, U, I, O> findings(Findings<S, M, U> ofReachable) {
        findings = ofReachable;
        return this;
    }
}
