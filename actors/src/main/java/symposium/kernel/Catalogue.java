package symposium.kernel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Every algorithm there is, by name. */
public final class Catalogue {

    private Catalogue() {}

    /**
     * Every algorithm on the class path, in the order of names.
     *
     * @throws java.util.ServiceConfigurationError when one is named there that cannot be loaded
     */
    public static List<Algorithm<?, ?, ?, ?, ?>> all() {
        List<Algorithm<?, ?, ?, ?, ?>> found = new ArrayList<>();
        for (Algorithm<?, ?, ?, ?, ?> algorithm : ServiceLoader.load(Algorithm.class)) {
            found.add(algorithm);
        }
        found.sort(Comparator.comparing(Algorithm::name));
        return List.copyOf(found);
    }

    /** The algorithm of that name. */
    public static Optional<Algorithm<?, ?, ?, ?, ?>> named(String name) {
        return all().stream().filter(algorithm -> algorithm.name().equals(name)).findFirst();
    }
}
