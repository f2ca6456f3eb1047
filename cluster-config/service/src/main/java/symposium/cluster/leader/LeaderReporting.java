package symposium.cluster.leader;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import symposium.service.election.LeaderState;

/**
 * One election at the lock service of one node, and the members that watch it: a value. Each event yields the next
 * value, and the watchers to which the service reports.
 *
 * @param leader the leader, if it has been granted on this node
 * @param watchers receive a report on each change
 * @param renewed the watchers that have asked since the last {@link #recall}
 * @param <W> the references to watchers
 */
public record LeaderReporting<W>(Optional<LeaderState.Leader> leader, List<W> watchers, List<W> renewed) {

    /**
     * The response to one event.
     *
     * @param next the election after it
     * @param informed the watchers that receive a report now
     */
    public record Step<W>(LeaderReporting<W> next, List<W> informed) {}

    public LeaderReporting {
        watchers = List.copyOf(watchers);
        renewed = List.copyOf(renewed);
    }

    /** An election without a leader on this node and without watchers. */
    public static <W> LeaderReporting<W> idle() {
        return new LeaderReporting<>(Optional.empty(), List.of(), List.of());
    }

    /** Whether the election has neither a leader on this node nor watchers. */
    public boolean isIdle() {
        return leader.isEmpty() && watchers.isEmpty();
    }

    /** A leader has been granted on this node, or this node has a leader no longer. */
    public Step<W> leads(Optional<LeaderState.Leader> now) {
        return new LeaderReporting<>(now, watchers, renewed).changed();
    }

    /** Whether the node sees a majority has changed. */
    public Step<W> changed() {
        return new Step<>(this, watchers);
    }

    /** A member watches the election. It receives a report also if it has watched before. */
    public Step<W> watch(W watcher) {
        return new Step<>(
                new LeaderReporting<>(leader, with(watchers, watcher), with(renewed, watcher)), List.of(watcher));
    }

    /** A member no longer watches the election, or has stopped. */
    public Step<W> unwatch(Object watcher) {
        return new Step<>(
                new LeaderReporting<>(leader, without(watchers, watcher), without(renewed, watcher)), List.of());
    }

    /**
     * A watcher that has not asked again since the last call may have stopped watching, and the network may have lost
     * its message. It receives a report, which it answers if it no longer watches.
     */
    public Step<W> recall() {
        List<W> silent =
                watchers.stream().filter(watcher -> !renewed.contains(watcher)).toList();
        return new Step<>(new LeaderReporting<>(leader, watchers, List.of()), silent);
    }

    private static <T> List<T> with(List<T> some, T one) {
        if (some.contains(one)) {
            return some;
        }
        List<T> all = new ArrayList<>(some);
        all.add(one);
        return all;
    }

    private static <T> List<T> without(List<T> some, Object one) {
        return some.stream().filter(each -> !each.equals(one)).toList();
    }
}
