package symposium.mutex;

import symposium.kernel.catalogue.Algorithm;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;

/** The beginning of the catalogue entry of an algorithm for {@link MutualExclusion}. */
public final class MutexAlgorithm {

    private MutexAlgorithm() {}

    /**
     * The descriptor of an algorithm; its grants are numbered by {@link Fenced} unless it tolerates departures. It
     * keeps one critical section per generation where a live process is taken to have departed.
     *
     * @param name in the catalogue
     * @param messages the type of its messages
     */
    public static <S, M> Algorithm.Descriptor<S, M, User, Input, Output> of(String name, Class<M> messages) {
        return new Algorithm.Descriptor<S, M, User, Input, Output>(name, MutualExclusion.PROBLEM, messages)
                .withFences(Fenced::unlessDeparturesAreTolerated)
                .withFalseDeparture(MutexInvariants::underFalseDeparture);
    }
}
