package symposium.cluster.leader;

import akka.actor.typed.ActorRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import symposium.cluster.execution.DeathWatch;
import symposium.service.election.LeaderState;

/**
 * The leaders that have been granted on one node, and the members that watch elections. Each of them receives a report
 * on each change. Nothing is kept of an election that has no leader here and no watcher. It carries out
 * {@link LeaderReporting} for each election.
 */
public final class LeaderRegistry {

    private final ActorRef<?> self;
    private final DeathWatch<?> actors;
    private final Map<String, LeaderReporting<ActorRef<LeaderReport>>> elections = new HashMap<>();
    /** The elections that each of them watches. */
    private final Map<ActorRef<?>, Set<String>> watched = new HashMap<>();

    private boolean cutOff;
    private boolean ended;

    /**
     * A registry without leaders and watchers.
     *
     * @param self the service of this node
     * @param cutOff whether the node sees no majority
     */
    public LeaderRegistry(ActorRef<?> self, DeathWatch<?> actors, boolean cutOff) {
        this.self = self;
        this.actors = actors;
        this.cutOff = cutOff;
    }

    /** A leader has been granted on this node. */
    public void leads(LeaderState.Leader leader) {
        carryOut(leader.election(), reporting(leader.election()).leads(Optional.of(leader)));
    }

    /** The leader of this node has resigned, or has lost its lease. */
    public void leadsNoMore(String election) {
        carryOut(election, reporting(election).leads(Optional.empty()));
    }

    /** The node sees a majority, or does not. */
    public void cutOff(boolean now) {
        if (now != cutOff && !ended) {
            cutOff = now;
            List.copyOf(elections.keySet())
                    .forEach(election -> carryOut(election, reporting(election).changed()));
        }
    }

    /** This node grants nothing any more. */
    public void end() {
        cutOff(true);
        ended = true;
    }

    public boolean ended() {
        return ended;
    }

    /** A member watches an election. It receives a report also if it has watched before. */
    public void watch(String election, ActorRef<LeaderReport> watcher) {
        if (watched.computeIfAbsent(watcher, any -> new HashSet<>()).add(election)) {
            actors.watch(watcher);
        }
        carryOut(election, reporting(election).watch(watcher));
    }

    /** A member no longer watches an election. */
    public void unwatch(String election, ActorRef<LeaderReport> watcher) {
        if (watched.getOrDefault(watcher, Set.of()).contains(election)) {
            keep(election, reporting(election).unwatch(watcher));
            ended(election, watcher);
        }
    }

    /** An actor has stopped, or its node has been removed. It may be a watcher. */
    public void stopped(ActorRef<?> actor) {
        Optional.ofNullable(watched.remove(actor))
                .ifPresent(elections -> elections.forEach(
                        election -> keep(election, reporting(election).unwatch(actor))));
    }

    /** Whether members watch elections here. */
    public boolean isWatched() {
        return !watched.isEmpty();
    }

    /** Ends the watches of the members that have not asked again since the last call. */
    public void expire() {
        Map.copyOf(elections).forEach((election, before) -> {
            LeaderReporting<ActorRef<LeaderReport>> after = before.expire();
            keep(election, after);
            before.watchers().keySet().stream()
                    .filter(watcher -> !after.watchers().containsKey(watcher))
                    .forEach(watcher -> ended(election, watcher));
        });
    }

    private void ended(String election, ActorRef<LeaderReport> watcher) {
        watched.computeIfPresent(watcher, (any, elections) -> without(elections, election));
        actors.unwatch(watcher);
    }

    private LeaderReporting<ActorRef<LeaderReport>> reporting(String election) {
        return elections.getOrDefault(election, LeaderReporting.idle());
    }

    private void carryOut(String election, LeaderReporting.Step<ActorRef<LeaderReport>> step) {
        keep(election, step.next());
        LeaderReport report = new LeaderReport(election, step.next().leader(), cutOff, self);
        step.informed().forEach(watcher -> watcher.tell(report));
    }

    private void keep(String election, LeaderReporting<ActorRef<LeaderReport>> now) {
        if (now.isIdle()) {
            elections.remove(election);
        } else {
            elections.put(election, now);
        }
    }

    private static Set<String> without(Set<String> some, String one) {
        some.remove(one);
        return some.isEmpty() ? null : some;
    }
}
