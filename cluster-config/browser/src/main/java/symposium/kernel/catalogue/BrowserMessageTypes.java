package symposium.kernel.catalogue;

import java.lang.reflect.Type;

/** In place of {@link MessageTypes}: nothing is written to the wire here. */
final class BrowserMessageTypes {

    private BrowserMessageTypes() {}

    static void check(String algorithm, Type type) {}
}
