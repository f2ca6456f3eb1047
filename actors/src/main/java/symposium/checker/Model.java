package symposium.checker;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import symposium.kernel.Algorithm;
import symposium.kernel.Channels;
import symposium.kernel.Law;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Quotient;
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
 */
public record Model<S, M, U, I, O>(
        Protocol<S, M, I, O> protocol,
        Problem<U, I, O> problem,
        List<Law<S, M, U>> laws,
        Topology topology,
        SortedSet<ProcessId> processes,
        Channels channels,
        OptionalInt requests,
        Faults faults,
        Optional<Quotient<S, M>> quotient) {

    /** An algorithm of the catalogue under exactly its assumptions, each user asking as often as keeps the state space finite. */
    public static <S, M, U, I, O> Model<S, M, U, I, O> of(Algorithm<S, M, U, I, O> algorithm, Start start) {
        return new Model<>(
                algorithm.protocol(start),
                algorithm.problem(),
                algorithm.laws(),
                algorithm.topologies().get(0),
                start.processes(),
                algorithm.channels(),
                algorithm.finiteWithoutBound() ? OptionalInt.empty() : OptionalInt.of(1),
                Faults.NONE,
                algorithm.quotient());
    }

    /** The same with another protocol: a variant. */
    public Model<S, M, U, I, O> running(Protocol<S, M, I, O> other) {
        return new Model<>(other, problem, laws, topology, processes, channels, requests, faults, quotient);
    }

    /** The same on another topology. */
    public Model<S, M, U, I, O> on(Topology other) {
        return new Model<>(protocol, problem, laws, other, processes, channels, requests, faults, quotient);
    }

    /** The same over other links. */
    public Model<S, M, U, I, O> over(Channels other) {
        return new Model<>(protocol, problem, laws, topology, processes, other, requests, faults, quotient);
    }

    /** The same with each user asking at most so often. */
    public Model<S, M, U, I, O> requesting(int each) {
        return new Model<>(
                protocol, problem, laws, topology, processes, channels, OptionalInt.of(each), faults, quotient);
    }

    /** The same with these faults. */
    public Model<S, M, U, I, O> suffering(Faults other) {
        return new Model<>(protocol, problem, laws, topology, processes, channels, requests, other, quotient);
    }

    /** The same, with states seen as one that this quotient makes alike. */
    public Model<S, M, U, I, O> modulo(Quotient<S, M> other) {
        return new Model<>(
                protocol, problem, laws, topology, processes, channels, requests, faults, Optional.of(other));
    }

    /** The same under other laws. */
    public Model<S, M, U, I, O> under(List<Law<S, M, U>> other) {
        return new Model<>(protocol, problem, other, topology, processes, channels, requests, faults, quotient);
    }
}
