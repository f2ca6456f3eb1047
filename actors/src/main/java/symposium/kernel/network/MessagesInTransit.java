package symposium.kernel.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import symposium.kernel.ProcessId;

/**
 * The messages in transit between every two processes, in either direction, including messages that wait or return.
 * This class counts them, runs actions once none is left, and records which messages vanish in transit.
 */
public final class MessagesInTransit {

    private final Map<Pair, Integer> counts = new HashMap<>();
    /** The actions to run as soon as no message is in transit between two processes. */
    private final Map<Pair, List<Runnable>> onceEmpty = new HashMap<>();
    /**
     * For each process and each process that it considers removed, the latest message that vanishes in transit from
     * the latter.
     */
    private final Map<ProcessId, Map<ProcessId, Long>> vanishing = new HashMap<>();

    private final boolean counting;
    private long messages;

    /** @param counting whether the counts are used; if not, messages are not counted */
    public MessagesInTransit(boolean counting) {
        this.counting = counting;
    }

    /** Records that a message is in transit, and returns its number. */
    public long sent(ProcessId from, ProcessId to) {
        if (counting) {
            counts.merge(Pair.of(from, to), 1, Integer::sum);
        }
        return ++messages;
    }

    /** Makes all messages vanish that are currently in transit from one process to another. */
    public void vanish(ProcessId from, ProcessId to) {
        vanishing.computeIfAbsent(to, first -> new HashMap<>()).put(from, messages);
    }

    /** Returns whether the message with this number has vanished. */
    public boolean hasVanished(long message, ProcessId from, ProcessId to) {
        return vanishing.getOrDefault(to, Map.of()).getOrDefault(from, 0L) >= message;
    }

    /** Records that a message is no longer in transit: it has been received, has returned, or has vanished. */
    public void settled(ProcessId from, ProcessId to) {
        if (counting && counts.merge(Pair.of(from, to), -1, Integer::sum) == 0) {
            Optional.ofNullable(onceEmpty.remove(Pair.of(from, to))).ifPresent(all -> all.forEach(Runnable::run));
        }
    }

    /** Returns whether no message is in transit between two processes, in either direction. */
    public boolean isEmpty(Pair ends) {
        return counts.getOrDefault(ends, 0) == 0;
    }

    /** Runs an action as soon as no message is in transit between two processes, in either direction. */
    public void onceEmpty(Pair ends, Runnable action) {
        if (isEmpty(ends)) {
            action.run();
        } else {
            onceEmpty.computeIfAbsent(ends, fresh -> new ArrayList<>()).add(action);
        }
    }
}
