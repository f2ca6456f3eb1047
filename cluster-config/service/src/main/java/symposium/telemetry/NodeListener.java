package symposium.telemetry;

import java.util.Set;
import java.util.function.Supplier;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.mutex.Fence;

/**
 * Is told what happens at a node. Called on the threads of its actors, several at the same time; must not block or
 * throw. Each method does nothing unless it is overridden.
 */
public interface NodeListener {

    /**
     * A request for a lease has come.
     *
     * @param names what it claims, in ascending order
     * @param owner the label of its owner, or the path of one that is an actor of the application
     * @return is told what becomes of it
     */
    default RequestListener requested(Set<String> names, Supplier<String> owner) {
        return RequestListener.NONE;
    }

    /** The process of a service has begun: with fixed membership, the group has formed. */
    default void began(String service) {}

    /**
     * The process of a service has issued a token, because one was lost or there was none yet.
     *
     * @param service the service, as {@code symposium.services} spells it
     * @param algorithm the name of its algorithm
     * @param process the process
     * @param rule the rule by which it did so
     */
    default void regenerated(String service, String algorithm, ProcessId process, Rule rule) {}

    /**
     * The process of a service has been told of a leader.
     *
     * @param service the service, as {@code symposium.services} spells it
     * @param algorithm the name of its algorithm
     * @param process the process
     * @param leader the leader, the process itself or another
     * @param term the term in which it leads
     */
    default void elected(String service, String algorithm, ProcessId process, ProcessId leader, long term) {}

    /**
     * An owner of this node leads an election by name.
     *
     * @param service the service, as {@code symposium.services} spells it
     * @param algorithm the name of its algorithm
     * @param election the name of the election
     * @param process the process of the service
     * @param fence that of the leadership, whose number is the term
     */
    default void leads(String service, String algorithm, String election, ProcessId process, Fence fence) {}
}
