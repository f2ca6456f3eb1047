package symposium.eventlog;

import java.util.Optional;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;

/**
 * The first line of an event log.
 *
 * @param algorithm the name of the algorithm in the catalogue
 * @param fences whether it is the form of the algorithm that tells its users fences
 */
public record LogHead(String algorithm, boolean fences) {

    /** What every head says of itself. */
    static final String FORMAT = "symposium-events";

    /** The version that is written and read. */
    static final int VERSION = 1;

    /** The algorithm, when the catalogue has it. */
    public Optional<Algorithm<?, ?, ?, ?, ?>> entry() {
        return Catalogue.named(algorithm, LogHead.class.getClassLoader())
                .map(entry -> fences ? entry.withFences() : entry);
    }
}
