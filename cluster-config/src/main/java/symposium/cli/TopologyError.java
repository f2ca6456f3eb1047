package symposium.cli;

import java.util.Optional;
import symposium.graph.Fitting;
import symposium.graph.InvalidTopology;
import symposium.graph.Topologies;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.Topology;

/** Says in one line what is wrong with the topology that nodes are to be linked by. */
final class TopologyError {

    private static final String WHERE = "--topology ";

    private TopologyError() {}

    /**
     * The name of a topology on which so many processes of this algorithm run, as configuration takes it.
     *
     * @param text what the user wrote; nothing, if that is null
     * @throws BadInput when there is no such topology, it has not so many nodes, or the algorithm does not run on it
     */
    static Optional<String> by(String text, String algorithm, int processes) {
        if (text == null) {
            return Optional.empty();
        }
        Algorithm<?, ?, ?, ?, ?> entry = Catalogue.named(algorithm).orElseThrow();
        Topology topology;
        try {
            topology = Topologies.named(text).of(processes);
        } catch (InvalidTopology unknown) {
            throw new BadInput(WHERE + unknown.getMessage());
        }
        topology.misfit(processes).ifPresent(why -> {
            throw new BadInput(WHERE + "%s: %s, not %d".formatted(Values.quoted(text), why, processes));
        });
        if (Fitting.of(entry, topology).isEmpty()) {
            throw new BadInput(WHERE
                    + "%s: %s does not run on that; it runs on: %s"
                            .formatted(Values.quoted(text), algorithm, Fitting.wantedBy(entry)));
        }
        return Optional.of(text);
    }
}
