package symposium.management;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import symposium.arbitration.resources.Mode;
import symposium.service.status.ClusterStatus;
import symposium.service.status.NodeStatus;

/**
 * The status of a cluster as JSON: the records say its fields. A field whose value is not known is left out. Fences and
 * terms are strings: readers such as {@code jq} and JavaScript round numbers beyond 2^53.
 */
final class StatusJson {

    private static final JsonMapper JSON = JsonMapper.builder()
            .addModules(new Jdk8Module(), new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .serializationInclusion(JsonInclude.Include.NON_ABSENT)
            .build();

    private static final String SESSION = "session ";

    private StatusJson() {}

    /** The nodes. */
    static JsonNode nodes(ClusterStatus status) {
        return JSON.valueToTree(new Nodes(
                new Head(status), status.nodes().stream().map(Node::new).toList()));
    }

    /**
     * The named locks, the most awaited first, up to a limit. Client sessions are shown without their ids: an id is all
     * that is needed to end a session.
     */
    static JsonNode locks(ClusterStatus status, int limit) {
        Set<String> sessions = status.nodes().stream()
                .flatMap(node -> node.entries().stream())
                .flatMap(entry -> entry.claims().session().stream())
                .map(SESSION::concat)
                .collect(Collectors.toSet());
        List<NamedLock> all = status.locks().stream()
                .map(lock -> sessions.contains(lock.name()) ? session(lock) : new NamedLock(lock))
                .toList();
        List<NamedLock> shown = all.subList(0, Math.min(limit, all.size()));
        return JSON.valueToTree(new Locks(new Head(status), shown, all.size() - shown.size()));
    }

    private static NamedLock session(ClusterStatus.NamedLock lock) {
        String shown = SESSION + ClientRequests.fingerprint(lock.name().substring(SESSION.length()));
        return new NamedLock(
                shown,
                lock.algorithm(),
                lock.holders().stream().map(each -> new Claim(each, "")).toList(),
                lock.waiters().stream().map(each -> new Claim(each, "")).toList());
    }

    private record Nodes(@JsonUnwrapped Head head, List<Node> nodes) {}

    private record Locks(@JsonUnwrapped Head head, List<NamedLock> locks, int locksLeftOut) {}

    private record Head(
            String askedAt, Instant at, List<ClusterStatus.Silent> silent, int heldLeftOut, int waitingLeftOut) {
        Head(ClusterStatus status) {
            this(status.askedAt(), status.at(), status.silent(), status.heldLeftOut(), status.waitingLeftOut());
        }
    }

    private record Node(
            String node,
            String process,
            boolean ready,
            Optional<String> why,
            List<String> members,
            List<String> unreachable,
            Optional<NodeStatus.Voters> voters,
            long held,
            long waiting,
            List<NodeStatus.Service> services,
            Optional<AlgorithmLock> lock,
            Optional<Leader> leader) {
        Node(NodeStatus status) {
            this(
                    status.node(),
                    status.process().toString(),
                    status.notReady().isEmpty(),
                    status.notReady(),
                    status.members(),
                    status.unreachable(),
                    status.voters(),
                    entries(status, true) + status.heldLeftOut(),
                    entries(status, false) + status.waitingLeftOut(),
                    status.services(),
                    status.lock().map(AlgorithmLock::new),
                    status.leader().map(Leader::new));
        }

        private static long entries(NodeStatus status, boolean held) {
            return status.entries().stream()
                    .filter(each -> each.fence().isPresent() == held)
                    .count();
        }
    }

    private record AlgorithmLock(
            String algorithm,
            String place,
            int waiting,
            @JsonUnwrapped Fence granted) {
        AlgorithmLock(NodeStatus.AlgorithmLock lock) {
            this(
                    lock.algorithm(),
                    lock.place().name().toLowerCase(Locale.ROOT),
                    lock.waiting(),
                    Fence.of(Optional.of(lock.fence())));
        }
    }

    private record Leader(String term, String process, boolean self) {
        Leader(NodeStatus.Leader leader) {
            this(Long.toString(leader.term()), leader.process().toString(), leader.self());
        }
    }

    private record NamedLock(String name, String algorithm, List<Claim> holders, List<Claim> waiters) {
        NamedLock(ClusterStatus.NamedLock lock) {
            this(lock.name(), lock.algorithm(), claims(lock.holders()), claims(lock.waiters()));
        }

        private static List<Claim> claims(List<ClusterStatus.Claim> all) {
            return all.stream().map(Claim::new).toList();
        }
    }

    private record Claim(
            String node,
            String owner,
            String id,
            String mode,
            int names,
            Instant since,
            @JsonUnwrapped Fence granted) {
        Claim(ClusterStatus.Claim claim) {
            this(claim, claim.id());
        }

        Claim(ClusterStatus.Claim claim, String id) {
            this(
                    claim.node(),
                    claim.owner(),
                    id,
                    mode(claim.mode()),
                    claim.names(),
                    claim.since(),
                    Fence.of(claim.fence()));
        }

        private static String mode(Mode mode) {
            return mode.equals(Mode.EXCLUSIVE)
                    ? "exclusive"
                    : mode.equals(Mode.SHARED) ? "shared" : mode.units() + " of " + mode.capacity();
        }
    }

    /**
     * A fence.
     *
     * @param fence as text
     * @param fenceNumber the digits of the number that the protected resource compares
     */
    private record Fence(String fence, String fenceNumber) {

        /** Null where there is none, so that its fields are left out. */
        static Fence of(Optional<symposium.mutex.Fence> fence) {
            return fence.filter(known -> !known.equals(symposium.mutex.Fence.NONE))
                    .map(known -> new Fence(known.toString(), Long.toString(known.number())))
                    .orElse(null);
        }
    }
}
