package symposium.kernel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** All algorithms, by name: the registered ones, and those that {@linkplain Family families} make of them. */
public final class Catalogue {

    private static final String WANTED =
            "; each line must be the binary name, such as symposium.mutex.lamport.Lamport$Entry,"
                    + " of a public class with a public constructor without parameters that is a ";

    private Catalogue() {}

    /**
     * Every algorithm on the class path, in the order of names.
     *
     * @throws ServiceConfigurationError when a registered class cannot be loaded; the message names file, class and
     *     reason in one line
     */
    public static List<Algorithm<?, ?, ?, ?, ?>> all() {
        return all(Thread.currentThread().getContextClassLoader());
    }

    /** Every algorithm that this class loader finds, in the order of names. */
    public static List<Algorithm<?, ?, ?, ?, ?>> all(ClassLoader loader) {
        List<Algorithm<?, ?, ?, ?, ?>> found = byThemselves(loader);
        List<Algorithm<?, ?, ?, ?, ?>> single = List.copyOf(found);
        for (Family family : loaded(Family.class, loader)) {
            found.addAll(family.over(single));
        }
        return sorted(found);
    }

    /** The registered algorithms without the members of families, in the order of names. */
    public static List<Algorithm<?, ?, ?, ?, ?>> byThemselves() {
        return sorted(byThemselves(Thread.currentThread().getContextClassLoader()));
    }

    /** The registered families, in no particular order. */
    public static List<Family> families() {
        return loaded(Family.class, Thread.currentThread().getContextClassLoader());
    }

    private static List<Algorithm<?, ?, ?, ?, ?>> byThemselves(ClassLoader loader) {
        List<Algorithm<?, ?, ?, ?, ?>> found = new ArrayList<>();
        for (Algorithm<?, ?, ?, ?, ?> algorithm : loaded(Algorithm.class, loader)) {
            found.add(algorithm);
        }
        return found;
    }

    private static <T> List<T> loaded(Class<T> service, ClassLoader loader) {
        try {
            return ServiceLoader.load(service, loader).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();
        } catch (ServiceConfigurationError wrong) {
            throw new ServiceConfigurationError(
                    "META-INF/services/" + service.getName() + ": "
                            + wrong.getMessage().replace(service.getName() + ": ", "")
                            + (wrong.getCause() == null
                                    ? WANTED + service.getName()
                                    : ": " + wrong.getCause().getMessage()),
                    wrong);
        }
    }

    private static List<Algorithm<?, ?, ?, ?, ?>> sorted(List<Algorithm<?, ?, ?, ?, ?>> some) {
        List<Algorithm<?, ?, ?, ?, ?>> sorted = new ArrayList<>(some);
        sorted.sort(Comparator.comparing(Algorithm::name));
        return List.copyOf(sorted);
    }

    /** The algorithm of that name, even if its family does not list it. */
    public static Optional<Algorithm<?, ?, ?, ?, ?>> named(String name) {
        return named(name, Thread.currentThread().getContextClassLoader());
    }

    /** The algorithm of that name, among those that this class loader finds. */
    public static Optional<Algorithm<?, ?, ?, ?, ?>> named(String name, ClassLoader loader) {
        List<Algorithm<?, ?, ?, ?, ?>> single = byThemselves(loader);
        for (Algorithm<?, ?, ?, ?, ?> algorithm : single) {
            if (algorithm.name().equals(name)) {
                return Optional.of(algorithm);
            }
        }
        for (Family family : loaded(Family.class, loader)) {
            Optional<Algorithm<?, ?, ?, ?, ?>> member = family.named(name, List.copyOf(single));
            if (member.isPresent()) {
                return member;
            }
        }
        return Optional.empty();
    }
}
