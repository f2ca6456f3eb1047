package symposium.service.member;

import java.util.ServiceLoader;

/**
 * Finds what carries out a service, by the {@link ServiceLoader}. Applications have no use for it.
 *
 * @since 1.0
 */
public final class RuntimeLoader {

    private RuntimeLoader() {}

    /**
     * The one on the class path.
     *
     * @throws IllegalStateException when there is none: a jar that contains that of Symposium lacks its
     *     {@code META-INF/services}
     */
    public static <R> R load(Class<R> type) {
        return ServiceLoader.load(type, type.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the class path has no META-INF/services/" + type.getName()
                        + "; a jar that contains others keeps the services of all"));
    }
}
