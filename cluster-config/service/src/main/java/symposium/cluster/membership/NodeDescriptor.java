package symposium.cluster.membership;

import akka.Done;
import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.UniqueAddress;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import symposium.arbitration.Seats;
import symposium.cluster.settings.Settings;
import symposium.cluster.settings.Settings.Service;
import symposium.kernel.ProcessId;
import symposium.kernel.topology.Graph;
import symposium.kernel.topology.Topology;
import symposium.membership.MembershipReading.Reason;
import symposium.wire.DescriptionQuery;
import symposium.wire.DescriptionQuery.Description;
import symposium.wire.WireMessage;

/** A node's description of itself, and the actor that gives it to the other nodes. */
public final class NodeDescriptor {

    /** The name of that actor at every node. */
    public static final String NAME = "description";

    private NodeDescriptor() {}

    /** Answers the other nodes, and is told {@link Done} when this node has ended. It ignores all else. */
    public static Behavior<Object> create(
            int version, ProcessId process, Settings settings, SortedMap<String, ActorRef<WireMessage>> hosts) {
        return answering(new Description(version, process, configuration(settings), false, hosts));
    }

    /**
     * Why a node has to end: it is a newcomer that does not fit in.
     *
     * @param older the address of the node that it does not fit in with
     * @param configuration how that node has described itself
     */
    static String refusal(
            Settings settings, ProcessId self, Reason reason, Address older, SortedMap<String, String> configuration) {
        return switch (reason) {
            case NUMBER ->
                settings.process().isPresent()
                        ? "process " + self + " (symposium.process) is the node at " + older
                                + " already: each node must have a different number"
                        : "the number that is found from this node's address, " + self + ", is that of the node at "
                                + older + " too: set symposium.process on one of the two";
            case SIZE ->
                settings.processes() + " processes (symposium.processes) take part already, the youngest of them at "
                        + older + ": there is no place for this one until one of these is removed";
            case CONFIGURATION ->
                "this node is configured otherwise than the cluster's node at " + older + ": "
                        + difference(configuration(settings), configuration);
        };
    }

    private static Behavior<Object> answering(Description description) {
        return Behaviors.receiveMessage(any -> {
            if (any instanceof DescriptionQuery query) {
                query.replyTo().tell(description);
            }
            return any instanceof Done
                    ? answering(new Description(
                            description.version(),
                            description.process(),
                            description.configuration(),
                            true,
                            description.hosts()))
                    : Behaviors.same();
        });
    }

    /**
     * The process of the node at this address. Its number is the configured one, or else found from host and port. Its
     * incarnation is the cluster's number for this incarnation of the node.
     */
    public static ProcessId process(Settings settings, UniqueAddress node) {
        int number =
                settings.process().orElseGet(() -> (int) (sum(node.address().hostPort()) & Integer.MAX_VALUE));
        return new ProcessId(number, node.longUid());
    }

    /** The settings that are the same on all nodes, by their paths, as a node with these settings expects them. */
    public static SortedMap<String, String> configuration(Settings settings) {
        SortedMap<String, String> alike = new TreeMap<>();
        alike.put("symposium.algorithm", settings.algorithm());
        alike.put("symposium.processes", Integer.toString(settings.processes()));
        alike.put("symposium.voters", settings.voters().spelled());
        alike.put(
                "symposium.services",
                settings.services().stream()
                        .map(NodeDescriptor::described)
                        .toList()
                        .toString());
        alike.put(
                "symposium.first-generation",
                settings.firstGeneration().isPresent()
                        ? Long.toString(settings.firstGeneration().getAsLong())
                        : Settings.CLOCK);
        alike.put("symposium.topology", label(settings.topology()));
        alike.put("symposium.election.algorithm", settings.election().algorithm());
        alike.put("symposium.election.topology", label(settings.election().topology()));
        return alike;
    }

    /** With the algorithm of the named locks: nodes of earlier versions have another one, and are refused. */
    private static String described(Service service) {
        return service == Service.RESOURCES ? service.spelled() + " by privileges" : service.spelled();
    }

    /**
     * What differs, in one line: each setting with its value here and there. Of a setting that one of the nodes does
     * not know, since its version is another, both have what it was before there was one.
     */
    static String difference(SortedMap<String, String> here, SortedMap<String, String> there) {
        return here.keySet().stream()
                .filter(there::containsKey)
                .filter(path -> !here.get(path).equals(there.get(path)))
                .map(path -> path + " is " + here.get(path) + " here and " + there.get(path) + " there")
                .collect(Collectors.joining(", "));
    }

    /**
     * A short text that differs for different topologies; of a graph or a table, a checksum of its links and orders.
     */
    private static String label(Topology topology) {
        if (topology instanceof Graph graph) {
            return "graph-"
                    + hex(graph.edges().stream()
                            .sorted(Comparator.comparingInt(Graph.Edge::one).thenComparingInt(Graph.Edge::other))
                            .map(edge -> edge.one() + "-" + edge.other())
                            .collect(Collectors.joining(",")));
        }
        return topology instanceof Seats seats ? "table-" + hex(seats.table().text()) : topology.toString();
    }

    private static String hex(String text) {
        return Long.toHexString(sum(text));
    }

    private static long sum(String text) {
        CRC32 sum = new CRC32();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return sum.getValue();
    }
}
