package symposium.cli.option;

import static symposium.cli.option.Values.quoted;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import symposium.cluster.settings.ClusterCatalogue;
import symposium.demo.script.DemoScript;
import symposium.kernel.topology.Topology;
import symposium.topology.Topologies;

/**
 * The name of what nodes host: an algorithm, or the allocation of resources.
 *
 * @param name the name
 */
public record HostedName(String name) {

    /**
     * Reads a name that nodes can host.
     *
     * @throws BadInput when no node can host it
     */
    static HostedName of(String text) {
        List<String> known = new ArrayList<>(ClusterCatalogue.names());
        known.add(DemoScript.TABLE);
        known.addAll(ClusterCatalogue.elections());
        String name = text.toLowerCase(Locale.ROOT);
        if (!known.contains(name) && !ClusterCatalogue.runs(name)) {
            throw new BadInput(Values.noneOf(quoted(text), text, known));
        }
        return new HostedName(name);
    }

    public boolean elects() {
        return ClusterCatalogue.elections().contains(name);
    }

    /** Whether it allocates resources; these link every node with every other. */
    public boolean allocates() {
        return name.equals(DemoScript.TABLE);
    }

    /** The topology as the algorithm runs on it. */
    public Topology on(Topologies.Named topology, int count) {
        return RunNetwork.fitting(DemoScript.of(name).entry(), topology, count);
    }
}
