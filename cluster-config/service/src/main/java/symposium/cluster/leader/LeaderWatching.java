package symposium.cluster.leader;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import symposium.mutex.Fence;
import symposium.service.election.LeaderState;

/**
 * The watch of one election on one member: a value. Each event yields the next value, and the messages to send.
 *
 * <p>The watch asks each reachable service for its report, and combines the reports into one {@link LeaderState}:
 *
 * <ul>
 *   <li>The leader with the greatest fence leads, unless the watch has heard of a greater fence: then the report that
 *       this leader has ended is still on its way.
 *   <li>A leader counts only while a reachable service sees a majority.
 *   <li>The state is unknown until each reachable service has reported. A service that comes later does not make it
 *       unknown again.
 *   <li>The report of an unreachable service counts until the service is removed.
 * </ul>
 *
 * The watch is {@linkplain #isIdle() idle} while it has no follower and no open question. An idle watch keeps no report
 * and no fence, and ignores reports.
 *
 * @param services the services, once they are known
 * @param reports the latest report of each service that has reported
 * @param followers each receives the state now and on each change
 * @param asking each receives the state once, and is in the list once for each of its questions
 * @param state the state that the followers have received last
 * @param <S> the references to services
 * @param <F> the references to followers
 */
public record LeaderWatching<S, F>(
        Optional<Services<S>> services, Map<S, Report> reports, List<F> followers, List<F> asking, LeaderState state) {

    /**
     * The services that are members of the cluster.
     *
     * @param all with those that are unreachable
     * @param reachable only those that this member reaches
     */
    public record Services<S>(Set<S> all, Set<S> reachable) {}

    /**
     * The report of a service.
     *
     * @param leader the leader, if it has been granted on the node of the service
     * @param cutOff whether the node sees no majority, or has ended
     */
    public record Report(Optional<LeaderState.Leader> leader, boolean cutOff) {}

    /** A message to send. */
    public sealed interface Send<S, F> {}

    /** Asks a service for its report, now and on each change. */
    public record Watch<S, F>(S service) implements Send<S, F> {}

    /** Asks a service for no more reports. */
    public record Unwatch<S, F>(S service) implements Send<S, F> {}

    /** Tells a follower the state. */
    public record Tell<S, F>(F follower, LeaderState state) implements Send<S, F> {}

    /**
     * The response to one event.
     *
     * @param next the watch after it
     * @param sends the messages to send, in order
     */
    public record Step<S, F>(LeaderWatching<S, F> next, List<Send<S, F>> sends) {

        public Step {
            sends = List.copyOf(sends);
        }

        private Step<S, F> then(Step<S, F> last) {
            return new Step<>(last.next, joined(sends, last.sends));
        }
    }

    public LeaderWatching {
        reports = Map.copyOf(reports);
        followers = List.copyOf(followers);
        asking = List.copyOf(asking);
    }

    /** The watch of an election without followers. */
    public static <S, F> LeaderWatching<S, F> idle(String election, Optional<Services<S>> services) {
        LeaderState unknown = new LeaderState.NoLeader(election, Fence.NONE, LeaderState.Reason.UNKNOWN);
        return new LeaderWatching<>(services, Map.of(), List.of(), List.of(), unknown);
    }

    /** Whether the watch has no follower and no open question. */
    public boolean isIdle() {
        return followers.isEmpty() && asking.isEmpty();
    }

    // --- followers

    /** A follower follows the election, and receives its state. */
    public Step<S, F> follow(F follower) {
        Step<S, F> started = started();
        LeaderWatching<S, F> now = started.next();
        List<F> following = followers.contains(follower) ? followers : joined(followers, List.of(follower));
        return started.then(new Step<>(now.withFollowers(following), List.of(new Tell<>(follower, now.state))));
    }

    /** A follower no longer follows the election, or has stopped. */
    public Step<S, F> unfollow(F follower) {
        if (!followers.contains(follower)) {
            return step();
        }
        return withFollowers(followers.stream()
                        .filter(each -> !each.equals(follower))
                        .toList())
                .forgottenIfIdle();
    }

    /** A question for the state. The answer follows when the state is known, or when the question is {@link #late}. */
    public Step<S, F> ask(F follower) {
        Step<S, F> started = started();
        LeaderWatching<S, F> now = started.next();
        now = now.withAsking(joined(asking, List.of(follower)));
        return started.then(now.is(LeaderState.Reason.UNKNOWN) ? now.step() : now.answered());
    }

    /** The services have had enough time to report: the open questions are answered. */
    public Step<S, F> late() {
        return asking.isEmpty() ? step() : answered();
    }

    private Step<S, F> started() {
        if (!isIdle() || services.isEmpty()) {
            return step();
        }
        Set<S> reachable = services.get().reachable();
        return new Step<>(withState(by(reachable)), watches(reachable));
    }

    private Step<S, F> answered() {
        return new Step<>(withAsking(List.of()), told(asking))
                .then(withAsking(List.of()).forgottenIfIdle());
    }

    private Step<S, F> forgottenIfIdle() {
        if (!isIdle()) {
            return step();
        }
        Stream<S> all = services.stream().flatMap(found -> found.all().stream());
        return new Step<>(
                idle(state.election(), services),
                all.<Send<S, F>>map(Unwatch::new).toList());
    }

    // --- services

    /** The services, or those of them that are reachable, have changed. */
    public Step<S, F> found(Services<S> now) {
        LeaderWatching<S, F> next = new LeaderWatching<>(Optional.of(now), kept(now.all()), followers, asking, state);
        if (isIdle()) {
            return next.step();
        }
        Set<S> before = services.map(Services::reachable).orElse(Set.of());
        List<S> back = now.reachable().stream()
                .filter(service -> !before.contains(service))
                .toList();
        return new Step<>(next, watches(back)).then(next.updated());
    }

    private Map<S, Report> kept(Set<S> all) {
        Map<S, Report> kept = new HashMap<>(reports);
        kept.keySet().retainAll(all);
        return kept;
    }

    /** A service has reported. The reports of removed services do not count. */
    public Step<S, F> reported(S service, Report report) {
        if (isIdle() || services.filter(found -> found.all().contains(service)).isEmpty()) {
            return step();
        }
        Map<S, Report> with = new HashMap<>(reports);
        with.put(service, report);
        return new LeaderWatching<>(services, with, followers, asking, state).updated();
    }

    /** Reports may have been lost: asks all reachable services again. */
    public Step<S, F> refresh() {
        return isIdle() || services.isEmpty()
                ? step()
                : new Step<>(this, watches(services.get().reachable()));
    }

    /** This member ends. */
    public Step<S, F> end() {
        LeaderState ended = new LeaderState.NoLeader(state.election(), state.fence(), LeaderState.Reason.ENDED);
        LeaderWatching<S, F> now = withState(ended);
        return new Step<>(idle(state.election(), services), joined(now.told(followers), now.told(asking)));
    }

    private Step<S, F> updated() {
        LeaderWatching<S, F> now = withState(by(services.orElseThrow().reachable()));
        Step<S, F> changed = new Step<>(now, now.state.equals(state) ? List.of() : now.told(followers));
        return now.is(LeaderState.Reason.UNKNOWN) ? changed : changed.then(now.late());
    }

    /** The state by the reports. */
    private LeaderState by(Set<S> reachable) {
        Optional<LeaderState.Leader> greatest = reports.values().stream()
                .flatMap(report -> report.leader().stream())
                .reduce((one, other) -> one.fence().compareTo(other.fence()) > 0 ? one : other);
        Fence latest = greatest.map(LeaderState::fence).map(state.fence()::max).orElse(state.fence());
        boolean connected = reachable.stream().map(reports::get).anyMatch(report -> report != null && !report.cutOff());
        if (connected
                && greatest.filter(leader -> leader.fence().equals(latest)).isPresent()) {
            return greatest.get();
        }
        LeaderState.Reason reason = LeaderState.Reason.UNKNOWN;
        if (reports.keySet().containsAll(reachable)) {
            reason = connected ? LeaderState.Reason.VACANT : LeaderState.Reason.CUT_OFF;
        } else if (connected && (is(LeaderState.Reason.VACANT) || state instanceof LeaderState.Leader)) {
            reason = LeaderState.Reason.VACANT;
        }
        return new LeaderState.NoLeader(state.election(), latest, reason);
    }

    // --- parts

    private boolean is(LeaderState.Reason reason) {
        return state instanceof LeaderState.NoLeader none && none.reason() == reason;
    }

    private List<Send<S, F>> told(List<F> some) {
        return some.stream().<Send<S, F>>map(each -> new Tell<>(each, state)).toList();
    }

    private List<Send<S, F>> watches(Collection<S> some) {
        return some.stream().<Send<S, F>>map(Watch::new).toList();
    }

    private Step<S, F> step() {
        return new Step<>(this, List.of());
    }

    private LeaderWatching<S, F> withFollowers(List<F> now) {
        return new LeaderWatching<>(services, reports, now, asking, state);
    }

    private LeaderWatching<S, F> withAsking(List<F> now) {
        return new LeaderWatching<>(services, reports, followers, now, state);
    }

    private LeaderWatching<S, F> withState(LeaderState now) {
        return new LeaderWatching<>(services, reports, followers, asking, now);
    }

    private static <T> List<T> joined(List<T> some, List<T> others) {
        List<T> all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }
}
