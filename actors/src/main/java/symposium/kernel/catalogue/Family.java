package symposium.kernel.catalogue;

import java.util.List;
import java.util.Optional;

/**
 * A construction that derives an algorithm from each suitable algorithm. {@link java.util.ServiceLoader} finds
 * families in the same way as {@link Algorithm}s, so a new algorithm becomes part of every suitable family without
 * further code.
 */
public interface Family {

    /** Returns the common property of its members, in a few words. */
    String name();

    /**
     * Returns the members of this family that a catalogue lists, each with a different name.
     *
     * @param all every registered algorithm
     */
    List<Algorithm<?, ?, ?, ?, ?>> over(List<Algorithm<?, ?, ?, ?, ?>> all);

    /** Returns the members that a catalogue does not list, in a few words. */
    default Optional<String> others() {
        return Optional.empty();
    }

    /**
     * Returns the member with that name. A family may have more members than it lists.
     *
     * @param all every algorithm that is registered in the catalogue itself
     */
    default Optional<Algorithm<?, ?, ?, ?, ?>> named(String name, List<Algorithm<?, ?, ?, ?, ?>> all) {
        return over(all).stream()
                .filter(algorithm -> algorithm.name().equals(name))
                .findFirst();
    }
}
