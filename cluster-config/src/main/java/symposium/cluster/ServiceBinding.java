package symposium.cluster;

import akka.actor.typed.javadsl.ActorContext;
import java.util.function.Consumer;

/**
 * How what users ask of a process, and are told by it, becomes a service for the applications of a node.
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
     * @param process takes what users ask
     */
    HostedService<O> open(ActorContext<?> context, MembershipView view, Consumer<I> process);

    /**
     * The same with numbers above all of a former life of the cluster; as it is where the process begins with such numbers itself.
     *
     * @param floor the generation above which tokens are issued
     */
    default O raised(O told, long floor) {
        return told;
    }
}
