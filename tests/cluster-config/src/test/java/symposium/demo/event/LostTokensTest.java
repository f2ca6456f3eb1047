package symposium.demo.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import symposium.cluster.settings.ClusterCatalogue;
import symposium.composition.ewd851misra.Ewd851Misra;
import symposium.composition.ewd851misra.Round;
import symposium.demo.nodes.TokenLoss;
import symposium.demo.script.DemoScript;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.mutex.Fence;

/** Which tokens a demo can lose by hand, and what brings them back. */
class LostTokensTest {

    private static final ProcessId ZERO = ProcessId.of(0);
    private static final Ewd851Misra.Ping PING = new Ewd851Misra.Ping(Sorted.set(), new Fence(1, 1), 1);
    private static final Ewd851Misra.Pong PONG = new Ewd851Misra.Pong(Sorted.set(), -1, new Round(1, 0));

    /** Each as its package says, in the order in which the tokens are declared. */
    @Test
    void eachAlgorithmSaysWhatBringsItsTokenBack() {
        Map<String, String> found = new TreeMap<>();
        ClusterCatalogue.names().forEach(name -> {
            DemoScript script = DemoScript.of(name);
            if (!script.losable().isEmpty()) {
                found.put(
                        name,
                        script.losable().stream()
                                .map(lost -> script.recovery(lost).name())
                                .collect(Collectors.joining(" ")));
            }
        });
        assertEquals(
                new TreeMap<>(Map.ofEntries(
                        Map.entry("ewd851", "NOTHING"),
                        Map.entry("ewd851-by-chang-roberts", "DEPARTURE"),
                        Map.entry("ewd851-by-franklin", "DEPARTURE"),
                        Map.entry("ewd851-misra", "WATCHER TOKEN SILENCE"),
                        Map.entry("helary-plouzeau-raynal", "NOTHING"),
                        Map.entry("helary-plouzeau-raynal-7", "DEPARTURE"),
                        Map.entry("naimi-trehel", "NOTHING"),
                        Map.entry("suzuki-kasami", "NOTHING"),
                        Map.entry("suzuki-kasami-by-chang-roberts", "DEPARTURE"),
                        Map.entry("suzuki-kasami-census", "DEPARTURE"),
                        Map.entry("token-ring", "WATCHER TOKEN NOTHING"),
                        Map.entry("token-ring-3", "WATCHER TOKEN NOTHING"))),
                found);
    }

    @Test
    void ofAllTokensTheOneOfTheGrantsIsLostFirst() {
        List<DemoEvent> told = new ArrayList<>();
        TokenLoss loss = new TokenLoss(DemoScript.of("ewd851-misra"), told::add);
        assertEquals(false, loss.loses(ZERO, PING));
        assertEquals(Optional.empty(), loss.lose(LostTokens.ALL));
        assertEquals(
                Optional.of("the next token that arrives is lost anyway; it has not arrived yet"),
                loss.lose(LostTokens.TOKEN));
        assertEquals(false, loss.loses(ZERO, PONG));
        assertEquals(false, loss.loses(ZERO, new Ewd851Misra.Signal(Sorted.set())));
        assertEquals(true, loss.loses(ZERO, PING));
        assertEquals(false, loss.loses(ZERO, PING));
        assertEquals(true, loss.loses(ZERO, PONG));
        assertEquals(false, loss.loses(ZERO, PONG));
        assertEquals(
                List.of(
                        new DemoEvent.TokenLost(
                                ZERO, "the token is lost on its way here, and another is to follow", Optional.empty()),
                        new DemoEvent.TokenLost(
                                ZERO,
                                "pong is lost on its way here; when no token has come for a while, "
                                        + "the processes elect one that issues both again",
                                Optional.of(TokenRecovery.SILENCE))),
                told);
    }
}
