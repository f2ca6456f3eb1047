package symposium.kernel.catalogue;

import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The catalogue of all algorithms, by name: the registered algorithms, and those that {@linkplain Family families}
 * derive from them.
 */
public final class Catalogue {

    private static final String WANTED =
            "; each line must be the binary name, such as symposium.mutex.lamport.Lamport$Entry,"
                    + " of a public class with a public constructor without parameters that is a ";

    /** The providers of the most recently used class loader. */
    private static final Map<Class<?>, Latest> LATEST = new ConcurrentHashMap<>();

    /** References that prevent neither the class loader nor its classes from being collected. */
    private record Latest(WeakReference<ClassLoader> loader, SoftReference<List<?>> providers) {}

    private Catalogue() {}

    /**
     * Returns every algorithm on the class path, in the order of names.
     *
     * @throws ServiceConfigurationError if a registered class cannot be loaded; the message names file, class and
     *     reason in one line
     */
    public static List<Algorithm<?, ?, ?, ?, ?>> all() {
        return all(Thread.currentThread().getContextClassLoader());
    }

    /** Returns every algorithm that this class loader finds, in the order of names. */
    public static List<Algorithm<?, ?, ?, ?, ?>> all(ClassLoader loader) {
        List<Algorithm<?, ?, ?, ?, ?>> single = byThemselves(loader);
        Stream<Algorithm<?, ?, ?, ?, ?>> members =
                loaded(Family.class, loader).stream().flatMap(family -> family.over(single).stream());
        return sorted(Stream.concat(single.stream(), members));
    }

    /** Returns the registered algorithms without the members of families, in the order of names. */
    public static List<Algorithm<?, ?, ?, ?, ?>> byThemselves() {
        return byThemselves(Thread.currentThread().getContextClassLoader());
    }

    /** Returns the registered families, in no particular order. */
    public static List<Family> families() {
        return loaded(Family.class, Thread.currentThread().getContextClassLoader());
    }

    private static List<Algorithm<?, ?, ?, ?, ?>> byThemselves(ClassLoader loader) {
        return sorted(loaded(Algorithm.class, loader).stream().map(algorithm -> algorithm));
    }

    private static List<Algorithm<?, ?, ?, ?, ?>> sorted(Stream<Algorithm<?, ?, ?, ?, ?>> some) {
        return some.sorted(Comparator.comparing(Algorithm::name)).toList();
    }

    private static <T> List<T> loaded(Class<T> service, ClassLoader loader) {
        Latest latest = LATEST.get(service);
        List<?> known = latest == null || latest.loader().get() != loader
                ? null
                : latest.providers().get();
        if (known != null && loader != null) {
            return known.stream().map(service::cast).toList();
        }
        List<T> providers = load(service, loader);
        LATEST.put(service, new Latest(new WeakReference<>(loader), new SoftReference<>(providers)));
        return providers;
    }

    private static <T> List<T> load(Class<T> service, ClassLoader loader) {
        try {
            List<T> providers = new ArrayList<>();
            ServiceLoader.load(service, loader).forEach(providers::add);
            return providers;
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

    /** Returns the algorithm with that name, even if its family does not list it. */
    public static Optional<Algorithm<?, ?, ?, ?, ?>> named(String name) {
        return named(name, Thread.currentThread().getContextClassLoader());
    }

    /** Returns the algorithm with that name among those that this class loader finds. */
    public static Optional<Algorithm<?, ?, ?, ?, ?>> named(String name, ClassLoader loader) {
        List<Algorithm<?, ?, ?, ?, ?>> single = byThemselves(loader);
        return single.stream()
                .filter(algorithm -> algorithm.name().equals(name))
                .findFirst()
                .or(() -> loaded(Family.class, loader).stream()
                        .flatMap(family -> family.named(name, single).stream())
                        .findFirst());
    }
}
