package symposium.service.member;

import java.util.ServiceLoader;

/**
 * Finds the implementation of a service with the {@link ServiceLoader}; applications do not use it.
 *
 * @since 1.0
 */
public final class RuntimeLoader {

    private RuntimeLoader() {}

    /**
     * Returns the implementation on the class path.
     *
     * @throws IllegalStateException if there is none, because a JAR that contains Symposium's classes lacks its {@code
     *     META-INF/services}
     */
    public static <R> R load(Class<R> type) {
        return ServiceLoader.load(type, type.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the class path has no META-INF/services/" + type.getName()
                        + "; a jar that contains others keeps the services of all"));
    }
}
