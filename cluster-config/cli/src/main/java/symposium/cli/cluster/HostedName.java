package symposium.cli.cluster;

import static symposium.cli.option.Values.quoted;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import symposium.cli.option.BadInput;
import symposium.cli.option.RunNetwork;
import symposium.cli.option.Values;
import symposium.cluster.settings.ClusterCatalogue;
import symposium.demo.script.DemoScript;
import symposium.kernel.topology.Topology;
import symposium.topology.Topologies;

/**
 * The name of what nodes host: an algorithm, or the allocation of resources.
 *
 * @param name the name
 */
record HostedName(String name) {

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

    boolean elects() {
        return ClusterCatalogue.elections().contains(name);
    }

    /** Whether it allocates resources; these link every node with every other. */
    boolean allocates() {
        return name.equals(DemoScript.TABLE);
    }

    /** The topology as the algorithm runs on it. */
    Topology on(Topologies.Named topology, int count) {
        return RunNetwork.fitting(DemoScript.of(name).entry(), topology, count);
    }

    /** Converts the values of options. */
    static final class Converter implements ITypeConverter<HostedName> {
        @Override
        public HostedName convert(String text) {
            return of(text);
        }
    }
}
