package symposium.cluster.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.membership.Reconfiguration;
import symposium.membership.VoterAgreement;
import symposium.service.member.MembershipView.Voting;

/** Which majority a host counts by, and whether its node may leave. */
class HostVotersMajorityTest {

    private static final ProcessId SELF = ProcessId.of(0);
    private static final ProcessId ONE = ProcessId.of(1);
    private static final ProcessId TWO = ProcessId.of(2);

    private final List<Voting> votes = new ArrayList<>();
    private final HostVoters<Reconfiguration.State, VoterAgreement.Input> voters = new HostVoters<>(
            SELF, Optional.of(new HostedAlgorithm.Voters<>(Function.identity(), Function.identity())), votes::add);

    private static SortedSet<ProcessId> set(ProcessId... some) {
        return new TreeSet<>(Set.of(some));
    }

    private static Reconfiguration.State state(ProcessId... founders) {
        return new Reconfiguration(set(founders)).initial(SELF, Neighbours.of(List.of(ONE, TWO)));
    }

    @Test
    void withoutVotersTheConfiguredNumberCounts() {
        assertTrue(voters.quorate());
        assertTrue(voters.quorate(set(SELF, ONE), 2));
        assertFalse(voters.quorate(set(SELF), 2));
        assertTrue(voters.mayLeave());
    }

    @Test
    void withVotersTheirMajorityCounts() {
        assertEquals(Optional.empty(), voters.see(state(SELF, ONE, TWO)));
        assertEquals(1, votes.size());
        assertTrue(voters.quorate());
        assertTrue(voters.quorate(set(SELF, TWO), 3));
        assertFalse(voters.quorate(set(SELF), 1));
        assertFalse(voters.mayLeave());
    }

    @Test
    void theOnlyVoterAndAProcessThatIsNoneMayLeave() {
        voters.see(state(SELF));
        assertTrue(voters.mayLeave());
        voters.see(state(ONE, TWO));
        assertTrue(voters.mayLeave());
        assertFalse(voters.quorate(), "it knows no voters yet");
    }
}
