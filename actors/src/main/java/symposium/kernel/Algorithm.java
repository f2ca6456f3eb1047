package symposium.kernel;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An entry of the catalogue: an algorithm and what the paper says about it. Found by {@link java.util.ServiceLoader}, so that whoever
 * adds an algorithm writes its package, names this class of it in {@code META-INF/services/symposium.kernel.Algorithm}, and is done; or made of
 * others by a {@link Family}.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> where a user stands
 * @param <I> what a user asks
 * @param <O> what a user is told
 */
public interface Algorithm<S, M, U, I, O> {

    /** The name, in small letters and hyphens. */
    String name();

    /** Paper and section. */
    String source();

    /** What it solves. */
    Problem<U, I, O> problem();

    /** Where it runs; the first is what it is run on unless another is asked for. */
    List<Topology> topologies();

    /** Whether it runs on every connected graph, and {@link #topologies()} are only examples. */
    default boolean anyGraph() {
        return false;
    }

    /** Which changes of the membership it stands. */
    default MembershipTolerance tolerates() {
        return MembershipTolerance.NO_CHANGE;
    }

    /** Every timer that its processes schedule; configuration knows no others. */
    default List<? extends Timer> timers() {
        return List.of();
    }

    /**
     * Of the {@link #timers()}, those that say how long something rests at a process that watches over what a crash may take away. It is lost
     * as well if it comes to the one that has crashed before the others know; whoever wants to see it at work lets it rest for longer.
     */
    default List<? extends Timer> lossDetectionTimers() {
        return List.of();
    }

    /** Whether a process that is asked to {@linkplain Event.Leave leave} says by {@link Effect.Left} when it has; one that does stands any change. */
    default boolean leaves() {
        return false;
    }

    /** What it needs of its links. */
    Channels channels();

    /** Messages per critical section, election or meal, as a formula in n. */
    String cost();

    /** What of the {@link #cost()} can be worked out: numbers of messages in one election, announcements apart. */
    default List<Bound> bounds() {
        return List.of();
    }

    /** Everything else that it assumes, in a sentence. */
    String assumptions();

    /** The type of its messages: a sealed interface of records, or an enum; or a record that carries one of these. */
    Class<M> messages();

    /** The same, with what it is generic in; the class itself unless it is. */
    default Type messageType() {
        return messages();
    }

    /**
     * Whether a message only spreads a result that its sender knows already, and takes no part in finding it. Such messages are counted
     * apart.
     */
    default boolean announces(M message) {
        return false;
    }

    /** Whether the state space stays finite when a user may ask again and again. */
    boolean finiteStateSpace();

    /** The algorithm, told what it is to be told from outside. */
    Protocol<S, M, I, O> protocol(Start start);

    /**
     * The algorithm as it runs where users are to be told a number that grows with every use of what they share, under the same name; this one, where
     * it tells it anyway. Numbers that grow make for infinite state spaces, so a checker explores the algorithm without them unless asked.
     */
    default Algorithm<?, ?, U, I, O> withFences() {
        return this;
    }

    /**
     * The algorithm as it runs where processes come and go, for one that {@linkplain MembershipTolerance#ANY_CHANGE stands} that: every process
     * starts cut off, and learns by {@link Event.NeighboursChanged} who is there.
     *
     * @param start as many processes as there are to be, by their numbers alone
     * @param generation tokens that this process issues, or helps to issue, are of a higher generation than this
     * @throws UnsupportedOperationException when it does not stand that
     */
    default Protocol<S, M, I, O> withDynamicMembership(Start start, long generation) {
        throw new UnsupportedOperationException(name() + " starts with everyone there");
    }

    /** What holds in every reachable state: the problem's laws first, then the paper's own. */
    List<Invariant<S, M, U>> invariants();

    /**
     * Those of the laws that hold even where processes that are alive may be taken for dead, as in a partition. All but what the problem
     * {@linkplain Problem#untrueUnderSuspicion gives up}, unless the algorithm gives up more.
     */
    default List<Invariant<S, M, U>> invariantsUnderSuspicion() {
        return invariants().stream()
                .filter(invariant -> !problem().untrueUnderSuspicion().contains(invariant.name()))
                .toList();
    }

    /** The misprints and planted faults that must fail. */
    List<Variant<S, M, I, O>> variants(Start start);

    /** Which states a checker may see as one, if any. */
    default Optional<Quotient<S, M>> quotient() {
        return Optional.empty();
    }

    /** The rules that cannot fire with so few processes. */
    default Set<? extends Rule> unreachableRules(int processes) {
        return Set.of();
    }

    /**
     * What else is to be reported once every state reachable without faults is known: what the paper says of all of them together. By
     * the name under which reports give it; values are numbers, strings, booleans, and lists and maps of these.
     *
     * @param start how the run starts
     * @param reachable every reachable state once; it can be gone through again and again
     */
    default Map<String, Object> findings(Start start, Iterable<Configuration<S, M, U>> reachable) {
        return Map.of();
    }
}
