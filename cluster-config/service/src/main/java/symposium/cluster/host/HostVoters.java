package symposium.cluster.host;

import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Consumer;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.membership.Reconfiguration;
import symposium.membership.VoterChanges;
import symposium.service.member.MembershipView.Voting;
import symposium.service.member.Termination;

/** What the process of a host knows of the voters on which it agrees with others; of no use to other algorithms. */
final class HostVoters<S, I> {

    private final ProcessId self;
    private final Optional<HostedAlgorithm.Voters<S, I>> agreement;
    private final Consumer<Voting> votes;
    private Optional<Reconfiguration.State> known = Optional.empty();

    /** @param votes is told the voters, whenever they change */
    HostVoters(ProcessId self, Optional<HostedAlgorithm.Voters<S, I>> agreement, Consumer<Voting> votes) {
        this.self = self;
        this.agreement = agreement;
        this.votes = votes;
    }

    /** Whether the algorithm agrees on voters. */
    boolean agrees() {
        return agreement.isPresent();
    }

    /** Takes a state of the process; the end of its node, where a majority of the voters is lost for good. */
    Optional<Termination> see(S state) {
        Optional<Reconfiguration.State> now =
                agreement.map(voters -> voters.state().apply(state));
        if (now.isEmpty() || known.filter(before -> before == now.get()).isPresent()) {
            return Optional.empty();
        }
        Voting voting = voting(now.get());
        boolean news = !known.map(HostVoters::voting).equals(Optional.of(voting));
        known = now;
        if (news) {
            votes.accept(voting);
        }
        SortedSet<ProcessId> members = now.get().voters().members();
        boolean lost = 2 * Sorted.without(members, now.get().departed()).size() <= members.size();
        return lost && !members.isEmpty()
                ? Optional.of(new Termination(
                        Termination.Cause.ISLAND,
                        "process " + self + " ends: of the voters " + members + " (version "
                                + now.get().voters().version()
                                + ") a majority has departed, which is lost for good;"
                                + " when all nodes have been restarted, they begin again"))
                : Optional.empty();
    }

    private static Voting voting(Reconfiguration.State state) {
        return new Voting(state.voters(), state.quorate());
    }

    /**
     * What the process is to be asked, so that the voters change as they should.
     *
     * @param leaves whether this node is about to leave
     */
    Optional<I> due(boolean leaves) {
        return known.flatMap(voters -> VoterChanges.due(voters, leaves))
                .map(change -> agreement.orElseThrow().change().apply(change));
    }

    /** Whether a majority of the voters is reached; also where none are known. */
    boolean quorate() {
        return known.map(Reconfiguration.State::quorate).orElse(true);
    }

    /** Whether these are a majority of the voters; where none are known, whether there are as many as this. */
    boolean quorate(SortedSet<ProcessId> some, int majority) {
        return known.map(voters -> voters.quorate(some)).orElse(some.size() >= majority);
    }

    /** Whether the node may leave as far as the voters are concerned. */
    boolean mayLeave() {
        return known.map(VoterChanges::mayLeave).orElse(true);
    }
}
