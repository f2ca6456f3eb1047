package symposium.arbitration.resources;

import java.util.Collection;
import java.util.SortedMap;
import symposium.kernel.Sorted;

/**
 * What a user may ask for.
 *
 * @param waits whether it waits for what is not free
 */
public record Choice(SortedMap<String, Mode> modes, boolean waits) {
    public Choice {
        modes = Sorted.map(modes);
    }

    /** All of these exclusively, waiting for them. */
    public static Choice exclusively(Collection<String> resources) {
        return new Choice(Mode.exclusively(resources), true);
    }
}
