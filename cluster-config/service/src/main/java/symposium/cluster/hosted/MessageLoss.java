package symposium.cluster.hosted;

import symposium.kernel.ProcessId;

/**
 * Decides which messages of a process are lost, although the links below lose none: a demonstration starts its nodes
 * with one. Called on the threads of actors; must not block.
 */
@FunctionalInterface
public interface MessageLoss {

    /** No message is lost. */
    MessageLoss NONE = (to, message) -> false;

    /** Whether a message that has arrived at {@code to} is lost, before the process receives it. */
    boolean loses(ProcessId to, Object message);
}
