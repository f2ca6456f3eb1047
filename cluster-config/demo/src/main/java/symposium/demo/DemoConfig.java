package symposium.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import symposium.cluster.settings.ClusterCatalogue;
import symposium.demo.script.DemoScript;

/**
 * What a demo is to show.
 *
 * @param algorithm one of {@link ClusterCatalogue#names}, of {@link ClusterCatalogue#elections}, or {@link
 *     DemoScript#TABLE}
 * @param topology how the nodes are linked, as configuration names it; empty for the algorithm's default
 * @param nodes the number of nodes, from 2 to 9
 * @param seed decides how long users think and eat
 * @param length how long the demo lasts, positive; with {@code meals}, at most
 * @param meals the number of grants to all users together; empty for no bound
 * @param death whether a node is killed
 * @param appetite how long users think and eat, on average
 * @param formation how long the cluster may take to form, positive
 * @param events the directory of the nodes' event logs, if they write some
 */
public record DemoConfig(
        String algorithm,
        Optional<String> topology,
        int nodes,
        long seed,
        Duration length,
        OptionalInt meals,
        Death death,
        ThinkTimes appetite,
        Duration formation,
        Optional<Path> events) {

    private static final Duration BY_HAND = Duration.ofSeconds(1);

    /** Whether a node is killed. */
    public enum Death {
        /** The node of a user that has a grant, or of the leader. */
        OF_THE_HOLDER,
        /** One that somebody chooses while the demo runs. */
        BY_HAND,
        /** None. */
        NONE
    }

    /**
     * How long a loss detector stays at each process, so that it does not reach a dead node before the others know of
     * the crash. By hand faults come at any moment, and the detector goes round at a pace to watch.
     */
    Duration rests() {
        return death == Death.BY_HAND
                ? BY_HAND
                : VictimSelector.DETECTION.multipliedBy(2).dividedBy(Math.max(1, nodes - 1));
    }
}
