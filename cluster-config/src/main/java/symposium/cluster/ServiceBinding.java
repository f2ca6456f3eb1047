package symposium.cluster;

import akka.actor.typed.javadsl.ActorContext;
import java.util.Optional;
import java.util.function.Consumer;
import symposium.arbitration.Dining;
import symposium.kernel.Algorithm;
import symposium.mutex.MutualExclusion;

/**
 * What the users of a problem ask and are told, as a node deals with it.
 *
 * @param <I> what users ask
 * @param <O> what users are told
 */
interface ServiceBinding<I, O> {

    /**
     * Opens the service by which the applications of a node use its process.
     *
     * @param context of the actor of which the service is to be a child
     * @param view the membership at the start
     * @param process is asked what users ask
     */
    HostedService<O> open(ActorContext<?> context, MembershipView view, Consumer<I> process);

    /**
     * The same with numbers that are above all of a former life of the cluster.
     *
     * @param floor the generation above which tokens are issued
     */
    O raised(O told, long floor);

    /** What the users of this algorithm's problem ask and are told; empty where no cluster deals with it. */
    static Optional<ServiceBinding<?, ?>> of(Algorithm<?, ?, ?, ?, ?> algorithm) {
        if (algorithm.problem() instanceof MutualExclusion) {
            return Optional.of(new LockBinding());
        }
        return algorithm.problem() instanceof Dining ? Optional.of(new PhilosopherBinding()) : Optional.empty();
    }
}
