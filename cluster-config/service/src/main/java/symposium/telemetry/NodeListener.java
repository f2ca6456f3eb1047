package symposium.telemetry;

import java.util.Set;
import java.util.function.Supplier;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.mutex.Fence;

/**
 * A listener for the events of a node. It is called on the threads of the node's actors, several at the same time; it
 * must not block or throw. Each method does nothing unless it is overridden.
 */
public interface NodeListener {

    /**
     * Called when a request for a lease has arrived.
     *
     * @param names the names that it claims, in ascending order
     * @param owner the label of its owner, or its path if it is an actor of the application
     * @return receives the further events of the request
     */
    default RequestListener requested(Set<String> names, Supplier<String> owner) {
        return RequestListener.NONE;
    }

    /** Called when the process of a service has started: with static membership, the group has formed. */
    default void began(String service) {}

    /**
     * Called when the process of a service has issued a token, because one was lost or there was none yet.
     *
     * @param service the service, as {@code symposium.services} spells it
     * @param algorithm the name of its algorithm
     * @param process the process
     * @param rule the rule by which it did so
     */
    default void regenerated(String service, String algorithm, ProcessId process, Rule rule) {}

    /**
     * Called when the process of a service has been notified of a leader.
     *
     * @param service the service, as {@code symposium.services} spells it
     * @param algorithm the name of its algorithm
     * @param process the process
     * @param leader the leader, the process itself or another
     * @param term the term in which it leads
     */
    default void elected(String service, String algorithm, ProcessId process, ProcessId leader, long term) {}

    /**
     * Called when an owner of this node leads a named election.
     *
     * @param service the service, as {@code symposium.services} spells it
     * @param algorithm the name of its algorithm
     * @param election the name of the election
     * @param process the process of the service
     * @param fence the fencing token of the leadership; its number is the term
     */
    default void leads(String service, String algorithm, String election, ProcessId process, Fence fence) {}
}
