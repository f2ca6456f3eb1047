package symposium.cluster;

import akka.cluster.Member;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import symposium.arbitration.Seats;
import symposium.cluster.Settings.Service;
import symposium.kernel.Graph;
import symposium.kernel.ProcessId;
import symposium.kernel.Topology;

/**
 * The announcement of a node about itself, as roles of its membership.
 *
 * @param process the node's process; its incarnation is the cluster's number for this life of the node
 * @param configuration what all nodes have to agree on
 */
record NodeDescriptor(ProcessId process, String configuration) {

    private static final String PROCESS = "symposium-process-";
    private static final String CONFIGURATION = "symposium-config-";

    /** The roles of a node with these settings. */
    static List<String> roles(Settings settings) {
        return List.of(settings.role(), PROCESS + settings.process(), CONFIGURATION + configuration(settings));
    }

    /** What a node with these settings expects all others to have announced. */
    static String configuration(Settings settings) {
        String alike = settings.algorithm() + "-" + settings.processes()
                + (settings.services().size() == Service.values().length
                        ? ""
                        : settings.services().stream()
                                .map(Service::spelled)
                                .collect(Collectors.joining("-", "-only-", "")));
        String linked = settings.usualTopology() ? alike : alike + "-" + label(settings.topology());
        Settings.Election election = settings.election();
        return election.usual() ? linked : linked + "-" + election.algorithm() + "-" + label(election.topology());
    }

    /** A short text that differs for different topologies; of a graph or a table, a checksum of its links and orders. */
    private static String label(Topology topology) {
        if (topology instanceof Graph graph) {
            return "graph-"
                    + sum(graph.edges().stream()
                            .sorted(Comparator.comparingInt(Graph.Edge::one).thenComparingInt(Graph.Edge::other))
                            .map(edge -> edge.one() + "-" + edge.other())
                            .collect(Collectors.joining(",")));
        }
        return topology instanceof Seats seats ? "table-" + sum(seats.table().text()) : topology.toString();
    }

    private static String sum(String text) {
        CRC32 sum = new CRC32();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(sum.getValue());
    }

    /** What this member has announced, when it takes part. */
    static Optional<NodeDescriptor> of(Member member, String role) {
        if (!member.hasRole(role)) {
            return Optional.empty();
        }
        Optional<String> number = announced(member, PROCESS).filter(text -> text.matches("[0-9]{1,9}"));
        Optional<String> configuration = announced(member, CONFIGURATION);
        return number.isEmpty() || configuration.isEmpty()
                ? Optional.empty()
                : Optional.of(new NodeDescriptor(
                        new ProcessId(
                                Integer.parseInt(number.get()),
                                member.uniqueAddress().longUid()),
                        configuration.get()));
    }

    private static Optional<String> announced(Member member, String prefix) {
        return member.getRoles().stream()
                .filter(role -> role.startsWith(prefix))
                .map(role -> role.substring(prefix.length()))
                .findFirst();
    }
}
