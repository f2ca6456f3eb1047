package symposium.cluster.leader;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import symposium.service.election.LeaderState;

/**
 * One election at the lock service of one node, and the members that watch it: a value. Each event yields the next
 * value, and the watchers to which the service reports.
 *
 * <p>A watch ends when its member asks for that or stops, and when it has not been renewed between two calls of {@link
 * #expire}: the network may have lost the message that ends it.
 *
 * @param leader the leader, if it has been granted on this node
 * @param watchers receive a report on each change. True for those that have asked since the last {@link #expire}
 * @param <W> the references to watchers
 */
public record LeaderReporting<W>(Optional<LeaderState.Leader> leader, Map<W, Boolean> watchers) {

    /**
     * The response to one event.
     *
     * @param next the election after it
     * @param informed the watchers that receive a report now
     */
    public record Step<W>(LeaderReporting<W> next, Collection<W> informed) {}

    public LeaderReporting {
        watchers = Collections.unmodifiableMap(new LinkedHashMap<>(watchers));
    }

    /** An election without a leader on this node and without watchers. */
    public static <W> LeaderReporting<W> idle() {
        return new LeaderReporting<>(Optional.empty(), Map.of());
    }

    /** Whether the election has neither a leader on this node nor watchers. */
    public boolean isIdle() {
        return leader.isEmpty() && watchers.isEmpty();
    }

    /** A leader has been granted on this node, or this node has a leader no longer. */
    public Step<W> leads(Optional<LeaderState.Leader> now) {
        return new LeaderReporting<>(now, watchers).changed();
    }

    /** Whether the node sees a majority has changed. */
    public Step<W> changed() {
        return new Step<>(this, watchers.keySet());
    }

    /** A member watches the election. It receives a report also if it has watched before. */
    public Step<W> watch(W watcher) {
        return new Step<>(watched(now -> now.put(watcher, true)), List.of(watcher));
    }

    /** A member no longer watches the election, or has stopped. */
    public LeaderReporting<W> unwatch(Object watcher) {
        return watched(now -> now.remove(watcher));
    }

    /** Ends the watches that have not been renewed since the last call. */
    public LeaderReporting<W> expire() {
        return watched(now -> {
            now.values().removeIf(renewed -> !renewed);
            now.replaceAll((watcher, renewed) -> false);
        });
    }

    private LeaderReporting<W> watched(Consumer<Map<W, Boolean>> change) {
        Map<W, Boolean> now = new LinkedHashMap<>(watchers);
        change.accept(now);
        return new LeaderReporting<>(leader, now);
    }
}
