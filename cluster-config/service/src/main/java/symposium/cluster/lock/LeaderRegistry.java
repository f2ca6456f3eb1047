package symposium.cluster.lock;

import akka.actor.typed.ActorRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import symposium.cluster.execution.DeathWatch;
import symposium.service.election.LeaderState;

/**
 * The leaders that have been granted at one node, and the members that watch elections. Each of them is told what
 * happens at this node. Nothing is kept of an election that has no leader here and that nobody watches.
 */
final class LeaderRegistry {

    private final ActorRef<?> self;
    private final DeathWatch<?> actors;
    private final Map<String, LeaderState.Leader> leaders = new HashMap<>();
    private final Map<String, Set<ActorRef<LeaderReport>>> watchers = new HashMap<>();
    /** The elections that each of them watches. */
    private final Map<ActorRef<?>, Set<String>> watched = new HashMap<>();

    private boolean cutOff;
    private boolean ended;

    /**
     * @param self the service of this node
     * @param cutOff whether the node sees no majority
     */
    LeaderRegistry(ActorRef<?> self, DeathWatch<?> actors, boolean cutOff) {
        this.self = self;
        this.actors = actors;
        this.cutOff = cutOff;
    }

    void leads(LeaderState.Leader leader) {
        leaders.put(leader.election(), leader);
        report(leader.election());
    }

    void leadsNoMore(String election) {
        leaders.remove(election);
        report(election);
    }

    void cutOff(boolean now) {
        if (now != cutOff && !ended) {
            cutOff = now;
            watchers.keySet().forEach(this::report);
        }
    }

    /** Nothing is granted at this node any more. */
    void end() {
        cutOff(true);
        ended = true;
    }

    boolean ended() {
        return ended;
    }

    /** The watcher is told now, also if it has been told before. */
    void watch(String election, ActorRef<LeaderReport> watcher) {
        if (watchers.computeIfAbsent(election, any -> new LinkedHashSet<>()).add(watcher)) {
            watched.computeIfAbsent(watcher, any -> new HashSet<>()).add(election);
            actors.watch(watcher);
        }
        watcher.tell(reported(election));
    }

    void unwatch(String election, ActorRef<LeaderReport> watcher) {
        Set<ActorRef<LeaderReport>> watching = watchers.getOrDefault(election, Set.of());
        if (watching.contains(watcher)) {
            remove(election, watcher);
            watched.computeIfPresent(watcher, (any, elections) -> without(elections, election));
            actors.unwatch(watcher);
        }
    }

    /** An actor has stopped, or its node is gone: perhaps a watcher. */
    void stopped(ActorRef<?> actor) {
        Optional.ofNullable(watched.remove(actor))
                .ifPresent(elections -> elections.forEach(election -> remove(election, actor)));
    }

    private void remove(String election, ActorRef<?> watcher) {
        watchers.computeIfPresent(election, (any, watching) -> without(watching, watcher));
    }

    private static <T> Set<T> without(Set<T> some, Object one) {
        some.remove(one);
        return some.isEmpty() ? null : some;
    }

    private void report(String election) {
        watchers.getOrDefault(election, Set.of()).forEach(watcher -> watcher.tell(reported(election)));
    }

    private LeaderReport reported(String election) {
        return new LeaderReport(election, Optional.ofNullable(leaders.get(election)), cutOff, self);
    }
}
