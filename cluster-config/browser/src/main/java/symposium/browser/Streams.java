package symposium.browser;

import java.util.HashSet;
import java.util.stream.Stream;

/** What {@link StreamRepair} puts in the place of methods of streams. */
final class Streams {

    private Streams() {}

    /** The different elements. */
    static <T> Stream<T> distinct(Stream<T> some) {
        return some.filter(new HashSet<>()::add);
    }
}
