package symposium.kernel;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;

/** In place of {@link Platform}, which uses what the compiler does not offer. */
final class BrowserPlatform {

    private BrowserPlatform() {}

    static Map<String, Object> components(Record some) {
        Map<String, Object> components = new LinkedHashMap<>();
        for (Field field : some.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                try {
                    field.setAccessible(true);
                    components.put(field.getName(), field.get(some));
                } catch (ReflectiveOperationException unreadable) {
                    throw new IllegalStateException(unreadable);
                }
            }
        }
        return components;
    }
}
