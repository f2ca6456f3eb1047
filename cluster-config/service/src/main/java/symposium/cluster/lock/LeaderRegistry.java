package symposium.cluster.lock;

import akka.actor.typed.ActorRef;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
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
            actors.watch(watcher);
        }
        watcher.tell(reported(election));
    }

    void unwatch(String election, ActorRef<LeaderReport> watcher) {
        Set<ActorRef<LeaderReport>> watching = watchers.getOrDefault(election, Set.of());
        if (watching.contains(watcher)) {
            watching.remove(watcher);
            actors.unwatch(watcher);
        }
        if (watching.isEmpty()) {
            watchers.remove(election);
        }
    }

    /** A watcher has stopped, or its node is gone. */
    void stopped(ActorRef<?> watcher) {
        for (String election : List.copyOf(watchers.keySet())) {
            Set<ActorRef<LeaderReport>> watching = watchers.get(election);
            watching.removeIf(watcher::equals);
            if (watching.isEmpty()) {
                watchers.remove(election);
            }
        }
    }

    private void report(String election) {
        watchers.getOrDefault(election, Set.of()).forEach(watcher -> watcher.tell(reported(election)));
    }

    private LeaderReport reported(String election) {
        return new LeaderReport(election, Optional.ofNullable(leaders.get(election)), cutOff, self);
    }
}
