package symposium.mutex;

import java.util.function.Function;
import symposium.kernel.Protocol;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/**
 * An algorithm for {@link MutualExclusion} in the catalogue.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 */
public class MutexAlgorithm<S, M> extends Algorithm<S, M, User, Input, Output> {

    /** @throws IllegalArgumentException if the messages cannot be written to the wire and read back */
    public MutexAlgorithm(Descriptor<S, M, User, Input, Output> descriptor) {
        super(descriptor);
    }

    /**
     * The descriptor of an algorithm; its grants are numbered by {@link Fenced} unless it tolerates departures. It
     * keeps one critical section per generation where a live process is taken to have departed.
     *
     * @param name in the catalogue
     * @param messages the type of its messages
     */
    public static <S, M> Descriptor<S, M, User, Input, Output> of(String name, Class<M> messages) {
        return new Descriptor<S, M, User, Input, Output>(name, MutualExclusion.PROBLEM, messages)
                .withFences(Fenced::unlessDeparturesAreTolerated)
                .withFalseDeparture(MutexInvariants::underFalseDeparture);
    }

    /**
     * The descriptor of an algorithm as it is first written, which need not say more. It runs on the complete graph.
     * Messages may overtake each other, none is lost, and no process crashes. It has the invariants of the problem.
     *
     * @param name in the catalogue
     * @param messages the type of its messages
     * @param protocol of every process, for the start of a run
     */
    public static <S, M> Descriptor<S, M, User, Input, Output> of(
            String name, Class<M> messages, Function<Start, ? extends Protocol<S, M, Input, Output>> protocol) {
        return MutexAlgorithm.<S, M>of(name, messages)
                .withPaper(Paper.of("none is named").withCost("not stated"))
                .withSystem(SystemModel.of(Channels.UNORDERED, Shape.COMPLETE)
                        .withAssumptions("no losses and no crashes; order does not matter"))
                .withProtocol(protocol)
                .checks(checks -> checks.withInvariants(MutexInvariants.standard()));
    }
}
