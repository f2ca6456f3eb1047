package symposium.kernel.problem;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;

/**
 * A global state: the processes, their users, and the messages in transit.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> the state of a user
 */
public interface Configuration<S, M, U> {

    /** Returns every process that ever took part, in order. */
    List<ProcessId> processes();

    /** Returns whether the process has not crashed. */
    boolean alive(ProcessId process);

    /**
     * Returns the state of a process.
     *
     * @throws IllegalStateException if it has crashed; {@link #live()} returns the processes that have a state
     */
    S state(ProcessId process);

    /** Returns the state of a process's user, or the initial state if the process has crashed. */
    U user(ProcessId process);

    /** Returns the messages in transit over the link of {@code from} to {@code to}, oldest first. */
    List<M> inTransit(ProcessId from, Neighbour to);

    /** Returns every process that has not crashed, in order. */
    default List<LiveProcess<S, U>> live() {
        List<LiveProcess<S, U>> live = new ArrayList<>();
        for (ProcessId process : processes()) {
            if (alive(process)) {
                live.add(new LiveProcess<>(process, state(process), user(process)));
            }
        }
        return live;
    }

    /** Returns the states of all processes that have not crashed, in order. */
    default Stream<S> states() {
        return live().stream().map(LiveProcess::state);
    }

    /** Returns whether no process has crashed. */
    default boolean allAlive() {
        return processes().stream().allMatch(this::alive);
    }

    /** Returns the values that live processes hold, and the values that messages of a type in transit carry. */
    default <N extends M, T> Stream<T> everywhere(
            Function<S, Optional<T>> ofProcess, Class<N> type, Function<N, T> ofMessage) {
        return Stream.of(
                        states().flatMap(p -> ofProcess.apply(p).stream()),
                        inTransit(type).map(ofMessage))
                .flatMap(each -> each);
    }

    /** Returns every two different processes that have not crashed, in both orders. */
    default Stream<ProcessPair<S, M, U>> pairs() {
        List<LiveProcess<S, U>> live = live();
        return live.stream()
                .flatMap(
                        p -> live.stream().filter(q -> !q.id().equals(p.id())).map(q -> new ProcessPair<>(this, p, q)));
    }

    /** Returns all messages in transit over all links. */
    default Stream<M> inTransit() {
        return processes().stream().flatMap(from -> processes().stream().flatMap(to -> Stream.of(Side.values())
                .flatMap(side -> inTransit(from, new Neighbour(to, side)).stream())));
    }

    /** Returns all messages in transit of this type, over all links. */
    default <N extends M> Stream<N> inTransit(Class<N> type) {
        return inTransit().filter(type::isInstance).map(type::cast);
    }

    /**
     * Returns the messages of this type in transit from {@code from} to {@code to} over a link without sides, oldest
     * first.
     */
    default <N extends M> List<N> inTransit(ProcessId from, ProcessId to, Class<N> type) {
        return inTransit(from, Neighbour.of(to)).stream()
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** Returns whether no message is in transit. */
    default boolean quiet() {
        return inTransit().findAny().isEmpty();
    }

    /**
     * Returns the state of the same processes for an algorithm that is a part of this one.
     *
     * @param ofProcess the part's state of a process
     * @param ofUser the part's state of a user
     * @param inTransit the part's messages in transit over the link of a process to another, oldest first
     */
    default <T, N, V> Configuration<T, N, V> part(
            Function<S, T> ofProcess, Function<U, V> ofUser, BiFunction<ProcessId, Neighbour, List<N>> inTransit) {
        Configuration<S, M, U> all = this;
        return new Configuration<>() {

            @Override
            public List<ProcessId> processes() {
                return all.processes();
            }

            @Override
            public boolean alive(ProcessId process) {
                return all.alive(process);
            }

            @Override
            public T state(ProcessId process) {
                return ofProcess.apply(all.state(process));
            }

            @Override
            public V user(ProcessId process) {
                return ofUser.apply(all.user(process));
            }

            @Override
            public List<N> inTransit(ProcessId from, Neighbour to) {
                return inTransit.apply(from, to);
            }
        };
    }

    /**
     * A process that has not crashed, as an invariant sees it.
     *
     * @param id its name
     * @param state its state
     * @param user the state of its user
     * @param <S> the state of one process
     * @param <U> the state of a user
     */
    record LiveProcess<S, U>(ProcessId id, S state, U user) {}

    /**
     * Two live processes p and q within a global state, as an invariant over pairs sees them.
     *
     * @param all the global state
     * @param first p
     * @param second q
     */
    record ProcessPair<S, M, U>(Configuration<S, M, U> all, LiveProcess<S, U> first, LiveProcess<S, U> second) {

        /** Returns the state of p. */
        public S p() {
            return first.state();
        }

        /** Returns the state of q. */
        public S q() {
            return second.state();
        }

        /** Returns the messages of this type in transit from p to q over a link without sides, oldest first. */
        public <N extends M> List<N> toQ(Class<N> type) {
            return all.inTransit(first.id(), second.id(), type);
        }

        /** Returns the messages of this type in transit from q to p over a link without sides, oldest first. */
        public <N extends M> List<N> toP(Class<N> type) {
            return all.inTransit(second.id(), first.id(), type);
        }
    }
}
