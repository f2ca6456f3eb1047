package symposium.cluster.simulation;

import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import symposium.cluster.ClusterMember;
import symposium.judge.HistoryEvent;
import symposium.judge.HistoryEvent.Kind;
import symposium.mutex.Fence;
import symposium.service.election.Elections;
import symposium.service.election.LeaderState;
import symposium.service.election.Leadership;
import symposium.service.lock.Claims;
import symposium.service.lock.Locks;

/** A client with futures: it campaigns in an election, leads for a while, resigns, and follows the leader. */
final class Candidate extends LeaseClient {

    static final String ELECTION = "job";

    private final Elections elections;
    private final Elections.Subscription watching;
    private LeaderState state;
    private Fence told = Fence.NONE;

    Candidate(
            SimulatedNode node,
            ClientHistory.Client client,
            Wishes wishes,
            ClientHistory history,
            Predicate<String> knowsLoss) {
        super(node, "candidate", client, wishes, history, knowsLoss);
        this.elections =
                Elections.clustered(new ClusterMember(), Locks.of(node.service(), node.system()), node.system());
        node.uses(elections);
        this.watching = elections.watch(ELECTION, this::follows);
    }

    /** Stops following, and returns an error if the election is not vacant. */
    Optional<String> left() {
        watching.close();
        boolean vacant = state instanceof LeaderState.NoLeader none && none.reason() == LeaderState.Reason.VACANT;
        return vacant ? Optional.empty() : Optional.of(name + " follows " + Wishes.withoutClock(state));
    }

    private void follows(LeaderState now) {
        state = now;
        history.happens(name + " follows " + Wishes.withoutClock(now));
        if (now instanceof LeaderState.Leader leader && !leader.fence().equals(told)) {
            told = leader.fence();
            SortedMap<String, Fence> term = new TreeMap<>();
            term.put(ELECTION, told);
            TreeSet<Integer> leads = new TreeSet<>();
            leads.add(Integer.parseInt(leader.value()));
            history.judge(HistoryEvent.of(Kind.FOLLOWS, client.node())
                    .withClient(Optional.of(client.number()))
                    .withNodes(leads)
                    .withFences(term));
        }
    }

    @Override
    Claims wanted() {
        return Claims.leadership(ELECTION);
    }

    @Override
    CompletableFuture<Optional<Granted>> request(Claims claims, Optional<Duration> limit) {
        String value = Integer.toString(node.number());
        CompletableFuture<Leadership> campaign = limit.map(it -> elections.campaign(ELECTION, value, it))
                .orElseGet(() -> elections.campaign(ELECTION, value));
        return passingCancels(
                campaign, won -> Optional.of(new Granted(won.fence(), won.lost(), won.leaving(), won::resign)));
    }
}
