package symposium.kernel.catalogue;

import java.lang.reflect.Type;
import java.util.List;

/** In place of {@link MessageTypes}: the build has listed the types, and nothing is written to the wire here. */
final class BrowserMessageTypes {

    private BrowserMessageTypes() {}

    static List<Class<?>> forms(Class<?> type) {
        return ListedTypes.forms(type);
    }

    static void check(String algorithm, Type type) {}
}
