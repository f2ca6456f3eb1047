package symposium.simulation;

import java.util.LinkedHashMap;
import java.util.Map;

/** The course of a run without its beginning. */
public final class Courses {

    private Courses() {}

    /** What was counted between two moments of the same run. The longest wait remains that of the whole. */
    public static Metrics between(Metrics earlier, Metrics now) {
        return new Metrics(
                now.algorithm(),
                now.processes(),
                now.seed(),
                now.time() - earlier.time(),
                now.steps() - earlier.steps(),
                difference(now.messages(), earlier.messages()),
                now.announcements() - earlier.announcements(),
                difference(now.rules(), earlier.rules()),
                now.demanded() - earlier.demanded(),
                now.served() - earlier.served(),
                now.longestWait(),
                now.quiet());
    }

    private static Map<String, Long> difference(Map<String, Long> now, Map<String, Long> earlier) {
        Map<String, Long> difference = new LinkedHashMap<>();
        now.forEach((name, count) -> difference.put(name, count - earlier.getOrDefault(name, 0L)));
        return difference;
    }
}
