package symposium.kernel.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import symposium.kernel.ProcessId;

/**
 * The messages in transit between each two processes, in either direction, with those that wait or return: how many
 * there are, what happens once there is none, and which vanish on their way.
 */
public final class MessagesInTransit {

    private final Map<Pair, Integer> counts = new HashMap<>();
    /** What happens as soon as no message is in transit between two processes. */
    private final Map<Pair, List<Runnable>> onceEmpty = new HashMap<>();
    /** By process and the one that it takes for departed: the latest message that vanishes on the way from there. */
    private final Map<ProcessId, Map<ProcessId, Long>> vanishing = new HashMap<>();

    private final boolean counting;
    private long messages;

    /** @param counting whether anything depends on the counts; if not, nothing is counted */
    public MessagesInTransit(boolean counting) {
        this.counting = counting;
    }

    /** A message is in transit. Returns its number. */
    public long sent(ProcessId from, ProcessId to) {
        if (counting) {
            counts.merge(Pair.of(from, to), 1, Integer::sum);
        }
        return ++messages;
    }

    /** All messages that are in transit now from one process to another vanish. */
    public void vanish(ProcessId from, ProcessId to) {
        vanishing.computeIfAbsent(to, first -> new HashMap<>()).put(from, messages);
    }

    /** Whether the message of this number has vanished. */
    public boolean hasVanished(long message, ProcessId from, ProcessId to) {
        return vanishing.getOrDefault(to, Map.of()).getOrDefault(from, 0L) >= message;
    }

    /** A message is no longer in transit: it has been received, has returned, or has vanished. */
    public void settled(ProcessId from, ProcessId to) {
        if (counting && counts.merge(Pair.of(from, to), -1, Integer::sum) == 0) {
            Optional.ofNullable(onceEmpty.remove(Pair.of(from, to))).ifPresent(all -> all.forEach(Runnable::run));
        }
    }

    /** Whether no message is in transit between two processes, in either direction. */
    public boolean isEmpty(Pair ends) {
        return counts.getOrDefault(ends, 0) == 0;
    }

    /** Does something as soon as no message is in transit between two processes, in either direction. */
    public void onceEmpty(Pair ends, Runnable action) {
        if (isEmpty(ends)) {
            action.run();
        } else {
            onceEmpty.computeIfAbsent(ends, fresh -> new ArrayList<>()).add(action);
        }
    }
}
