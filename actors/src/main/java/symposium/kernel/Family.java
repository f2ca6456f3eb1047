package symposium.kernel;

import java.util.List;
import java.util.Optional;

/**
 * Algorithms that are made of others, one for each that serves: what is gained by a construction over any algorithm for some problem. Found
 * by {@link java.util.ServiceLoader}, like {@link Algorithm}s, so that whoever adds an algorithm has what is made of it as well, and writes no
 * line for it.
 */
public interface Family {

    /** What its members have in common, in a few words. */
    String name();

    /**
     * The members of this family that a catalogue lists, each another algorithm by name.
     *
     * @param all every algorithm that is named in the catalogue by itself
     */
    List<Algorithm<?, ?, ?, ?, ?>> over(List<Algorithm<?, ?, ?, ?, ?>> all);

    /** What members it has beside those that a catalogue lists, in a few words. */
    default Optional<String> others() {
        return Optional.empty();
    }

    /**
     * The member of that name. A family may have more members than it lists.
     *
     * @param all every algorithm that is named in the catalogue by itself
     */
    default Optional<Algorithm<?, ?, ?, ?, ?>> named(String name, List<Algorithm<?, ?, ?, ?, ?>> all) {
        return over(all).stream()
                .filter(algorithm -> algorithm.name().equals(name))
                .findFirst();
    }
}
