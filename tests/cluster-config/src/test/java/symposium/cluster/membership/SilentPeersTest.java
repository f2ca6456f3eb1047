package symposium.cluster.membership;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

class SilentPeersTest {

    private final SilentPeers<String> peers = new SilentPeers<>(3);

    @Test
    void aNodeThatRunsIsSilentAfterThreeQuestions() {
        assertFalse(peers.isSilent("a", true));
        assertFalse(peers.isSilent("a", true));
        assertFalse(peers.isSilent("b", true));
        assertTrue(peers.isSilent("a", true));
    }

    @Test
    void aNodeThatDoesNotRunBeginsAgain() {
        peers.isSilent("a", true);
        peers.isSilent("a", true);
        assertFalse(peers.isSilent("a", false));
        assertFalse(peers.isSilent("a", true));
        assertFalse(peers.isSilent("a", true));
        assertTrue(peers.isSilent("a", true));
    }

    @Test
    void afterAnAnswerAllBeginAgain() {
        peers.isSilent("a", true);
        peers.isSilent("a", true);
        peers.forgetAll();
        assertFalse(peers.isSilent("a", true));
    }

    @Test
    void aNodeThatIsAMemberAgainBeginsAgain() {
        for (String each : Set.of("a", "b")) {
            peers.isSilent(each, true);
            peers.isSilent(each, true);
        }
        peers.keepOnly(Set.of("b"));
        assertFalse(peers.isSilent("a", true));
        assertTrue(peers.isSilent("b", true));
    }
}
