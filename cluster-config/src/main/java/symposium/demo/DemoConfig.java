package symposium.demo;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import symposium.cluster.SymposiumNode;

/**
 * What is to be shown.
 *
 * @param algorithm one of {@link SymposiumNode#algorithms}, or {@link DemoScript#TABLE}
 * @param topology how the nodes are linked, as configuration names it; empty for how the algorithm usually has them
 * @param nodes how many, from 2 to 9
 * @param seed decides how long the philosophers think and eat
 * @param length how long they dine, positive; with {@code meals}, at most
 * @param meals how often they eat, all together; empty for as often as they can
 * @param death whether a node dies
 * @param appetite how long they think and eat, on average
 * @param formation how long the cluster may take to form, positive
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
        Duration formation) {

    /** Whether a node dies. */
    public enum Death {
        /** The one that holds the token is killed. */
        OF_THE_HOLDER,
        /** None. */
        NONE
    }

    /** How long rests at each process what watches over what a death takes away: not to have come to the dead before the others know. */
    Duration rests() {
        return VictimSelector.NEWS.multipliedBy(2).dividedBy(Math.max(1, nodes - 1));
    }
}
