package symposium.cli.option;

import static symposium.cli.option.Values.quoted;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import symposium.kernel.catalogue.Algorithm;
import symposium.topology.Topologies;

/** How many processes there are, and how they are linked: {@code -n} and {@code --topology}. */
public final class NetworkOptions {

    private final int most;

    @Option(
            names = {"-n", "--processes"},
            paramLabel = "N")
    private Optional<String> processes;

    @Option(names = "--topology", paramLabel = "NAME")
    private Optional<Topologies.Named> topology;

    /** @param most the greatest number of processes that the command takes */
    public NetworkOptions(int most) {
        this.most = most;
    }

    /** The number of processes: as -n says, or the identifiers, or the topology. */
    public int count(Optional<Ids> ids) {
        return processes
                .map(text -> Values.whole("-n", text, 1, most))
                .or(() ->
                        ids.map(Ids::listed).filter(listed -> !listed.isEmpty()).map(List::size))
                .orElseGet(this::ofTopology);
    }

    /** The numbers of processes, where -n may say several. */
    public List<Integer> counts(Optional<Ids> ids) {
        String text = processes.orElse("");
        if (!text.contains(",")) {
            return List.of(count(ids));
        }
        if (ids.isPresent() && !ids.get().listed().isEmpty()) {
            throw new BadInput("-n %s: must be one number of processes with --ids", quoted(text));
        }
        return Stream.of(text.split(",", -1))
                .map(each -> Values.whole("-n", each.strip(), 1, most))
                .toList();
    }

    /** An algorithm on the topology with this number of processes. */
    public RunNetwork of(Algorithm<?, ?, ?, ?, ?> algorithm, int count) {
        return RunNetwork.of(algorithm, topology, count);
    }

    private int ofTopology() {
        int count = topology.map(Topologies.Named::processes)
                .filter(found -> found.isPresent())
                .map(found -> found.getAsInt())
                .orElseThrow(() -> new BadInput("how many processes? -n must be a whole number from 1 to " + most));
        if (count > most) {
            throw new BadInput(
                    "--topology %s: has %d nodes; at most %d are allowed",
                    quoted(topology.get().name()), count, most);
        }
        return count;
    }
}
