package symposium.management;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService.Entry;
import symposium.service.participant.Lock;
import symposium.service.status.ClusterStatus;
import symposium.service.status.NodeStatus;

/** The status over HTTP, to the letter: programs read it. */
@Tag("fast")
class StatusJsonTest {

    private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final String HEAD = """
            {"askedAt":"akka://a","at":"2026-01-02T03:04:05.678Z","silent":[{"node":"akka://c","why":"no answer"}],
             "heldLeftOut":2,"waitingLeftOut":3,
            """;

    private final ClusterStatus status = new ClusterStatus(
            "akka://a", AT, List.of(full(), bare()), List.of(new ClusterStatus.Silent("akka://c", "no answer")));

    private static NodeStatus full() {
        Claims several = Claims.exclusive("x").and(Claims.shared("y")).and(Claims.permits("z", 2, 3));
        return new NodeStatus(
                "akka://a",
                ProcessId.of(1),
                Optional.of("process 2 is not heard"),
                List.of("akka://a", "akka://b"),
                List.of("akka://b"),
                Optional.of(new NodeStatus.Voters(4, List.of("akka://a"), true)),
                List.of(new NodeStatus.Service("resources", "resources", true, false, 1, 2, 3, 4, List.of("p2"))),
                List.of(
                        new Entry("1", "ann", several, Optional.of(new Fence(5, (1L << 30) - 1)), AT),
                        new Entry("2", "bob", Claims.exclusive("x"), Optional.empty(), AT.plusNanos(1))),
                2,
                3,
                Optional.of(new NodeStatus.AlgorithmLock("raymond", Lock.Place.HELD_HERE, new Fence(0, 7), 8)),
                Optional.of(new NodeStatus.Leader((1L << 53) + 1, ProcessId.of(1), true)));
    }

    private static NodeStatus bare() {
        return new NodeStatus(
                "akka://b",
                ProcessId.of(2),
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                List.of(new Entry("3", "eve", Claims.exclusive("x"), Optional.empty(), AT)),
                0,
                0,
                Optional.of(new NodeStatus.AlgorithmLock("raymond", Lock.Place.IDLE, Fence.NONE, 0)),
                Optional.empty());
    }

    @Test
    void aNodeSaysWhatItKnowsAndNothingElse() throws Exception {
        assertJson(HEAD + """
                "nodes":[
                 {"node":"akka://a","process":"1","ready":false,"why":"process 2 is not heard",
                  "members":["akka://a","akka://b"],"unreachable":["akka://b"],
                  "voters":{"version":4,"members":["akka://a"],"majority":true},"held":3,"waiting":4,
                  "services":[{"name":"resources","algorithm":"resources","begun":true,"answers":false,
                   "sent":1,"resent":2,"received":3,"dropped":4,"silent":["p2"]}],
                  "lock":{"algorithm":"raymond","place":"held_here","waiting":8,"fence":"0.7","fenceNumber":"7"},
                  "leader":{"term":"9007199254740993","process":"1","self":true}},
                 {"node":"akka://b","process":"2","ready":true,"members":[],"unreachable":[],"held":0,"waiting":1,
                  "services":[],"lock":{"algorithm":"raymond","place":"idle","waiting":0}}]}
                """, StatusJson.nodes(status));
    }

    @Test
    void aLockSaysWhoHoldsItAndWhoWaits() throws Exception {
        assertJson(HEAD + """
                "locks":[
                 {"name":"x","algorithm":"resources",
                  "holders":[{"node":"akka://a","owner":"ann","id":"1","mode":"exclusive","names":3,
                   "since":"2026-01-02T03:04:05.678Z","fence":"5.1073741823","fenceNumber":"6442450943"}],
                  "waiters":[{"node":"akka://b","owner":"eve","id":"3","mode":"exclusive","names":1,
                    "since":"2026-01-02T03:04:05.678Z"},
                   {"node":"akka://a","owner":"bob","id":"2","mode":"exclusive","names":1,
                    "since":"2026-01-02T03:04:05.678000001Z"}]},
                 {"name":"y","algorithm":"resources",
                  "holders":[{"node":"akka://a","owner":"ann","id":"1","mode":"shared","names":3,
                   "since":"2026-01-02T03:04:05.678Z","fence":"5.1073741823","fenceNumber":"6442450943"}],
                  "waiters":[]}],
                "locksLeftOut":1}
                """, StatusJson.locks(status, 2));
    }

    /** The same fields in the same order. */
    private static void assertJson(String expected, JsonNode actual) throws Exception {
        assertEquals(new ObjectMapper().readTree(expected).toPrettyString(), actual.toPrettyString());
    }
}
