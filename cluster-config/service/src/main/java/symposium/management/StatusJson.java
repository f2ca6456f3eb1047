package symposium.management;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import symposium.arbitration.resources.Mode;
import symposium.mutex.Fence;
import symposium.service.status.ClusterStatus;
import symposium.service.status.NodeStatus;

/**
 * The status of a cluster as JSON. Fences and terms are strings: readers such as {@code jq} and JavaScript round
 * numbers beyond 2^53.
 */
final class StatusJson {

    private StatusJson() {}

    /** The nodes. */
    static ObjectNode nodes(ClusterStatus status) {
        ObjectNode json = head(status);
        ArrayNode nodes = json.putArray("nodes");
        status.nodes().forEach(each -> nodes.add(node(each)));
        return json;
    }

    /** The named locks, the most awaited first; at most so many. */
    static ObjectNode locks(ClusterStatus status, int limit) {
        ObjectNode json = head(status);
        List<ClusterStatus.NamedLock> all = status.locks();
        ArrayNode locks = json.putArray("locks");
        all.stream().limit(limit).forEach(each -> locks.add(lock(each)));
        json.put("locksLeftOut", all.size() - locks.size());
        return json;
    }

    private static ObjectNode head(ClusterStatus status) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("askedAt", status.askedAt());
        json.put("at", status.at().toString());
        ArrayNode silent = json.putArray("silent");
        status.silent()
                .forEach(each -> silent.addObject().put("node", each.node()).put("why", each.why()));
        json.put("heldLeftOut", status.heldLeftOut());
        json.put("waitingLeftOut", status.waitingLeftOut());
        return json;
    }

    private static ObjectNode node(NodeStatus status) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("node", status.node());
        json.put("process", status.process().toString());
        json.put("ready", status.notReady().isEmpty());
        status.notReady().ifPresent(why -> json.put("why", why));
        ArrayNode members = json.putArray("members");
        status.members().forEach(members::add);
        ArrayNode unreachable = json.putArray("unreachable");
        status.unreachable().forEach(unreachable::add);
        status.voters().ifPresent(voters -> {
            ObjectNode shown = json.putObject("voters");
            shown.put("version", voters.version()).put("majority", voters.majority());
            ArrayNode of = shown.putArray("members");
            voters.members().forEach(of::add);
        });
        long held = status.entries().stream()
                .filter(each -> each.fence().isPresent())
                .count();
        json.put("held", held + status.heldLeftOut());
        json.put("waiting", status.entries().size() - held + status.waitingLeftOut());
        ArrayNode services = json.putArray("services");
        status.services().forEach(each -> {
            ArrayNode silent = services.addObject()
                    .put("name", each.name())
                    .put("algorithm", each.algorithm())
                    .put("begun", each.begun())
                    .put("answers", each.answers())
                    .put("sent", each.sent())
                    .put("resent", each.resent())
                    .put("received", each.received())
                    .put("dropped", each.dropped())
                    .putArray("silent");
            each.silent().forEach(silent::add);
        });
        status.lock()
                .ifPresent(lock -> fence(
                        json.putObject("lock")
                                .put("algorithm", lock.algorithm())
                                .put("place", lock.place().name().toLowerCase(Locale.ROOT))
                                .put("waiting", lock.waiting()),
                        Optional.of(lock.fence())));
        status.leader().ifPresent(leader -> json.putObject("leader")
                .put("term", Long.toString(leader.term()))
                .put("process", leader.process().toString())
                .put("self", leader.self()));
        return json;
    }

    private static ObjectNode lock(ClusterStatus.NamedLock lock) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("name", lock.name());
        json.put("algorithm", lock.algorithm());
        ArrayNode holders = json.putArray("holders");
        lock.holders().forEach(each -> holders.add(claim(each)));
        ArrayNode waiters = json.putArray("waiters");
        lock.waiters().forEach(each -> waiters.add(claim(each)));
        return json;
    }

    private static ObjectNode claim(ClusterStatus.Claim claim) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("node", claim.node());
        json.put("owner", claim.owner());
        json.put("id", claim.id());
        json.put("mode", mode(claim.mode()));
        json.put("names", claim.names());
        json.put("since", claim.since().toString());
        fence(json, claim.fence());
        return json;
    }

    private static String mode(Mode mode) {
        return mode.equals(Mode.EXCLUSIVE)
                ? "exclusive"
                : mode.equals(Mode.SHARED) ? "shared" : mode.units() + " of " + mode.capacity();
    }

    /** As text, and as the digits of the number that the protected resource compares. */
    private static void fence(ObjectNode json, Optional<Fence> fence) {
        fence.filter(known -> !known.equals(Fence.NONE)).ifPresent(known -> json.put("fence", known.toString())
                .put("fenceNumber", Long.toString(known.number())));
    }
}
