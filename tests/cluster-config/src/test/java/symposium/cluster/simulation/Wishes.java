package symposium.cluster.simulation;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import symposium.service.lock.Claims;

/** Random requests of clients. */
final class Wishes {

    private static final int NAMES = 3;
    private static final int PERMITS = 2;
    /** After a pause a node asks whether it is still a member, and may have to ask again. */
    private static final Duration SLACK = Duration.ofSeconds(6);

    private final Random random;
    private boolean made = true;

    Wishes(Random random) {
        this.random = random;
    }

    /** Whether clients still ask. */
    boolean areMade() {
        return made;
    }

    void end() {
        made = false;
    }

    /** A random number from one to the other. */
    long between(long least, long most) {
        return least + (long) (random.nextDouble() * (most - least + 1));
    }

    boolean oneOf(int cases) {
        return random.nextInt(cases) == 0;
    }

    Claims claims() {
        String name = "name-" + random.nextInt(NAMES);
        return switch (random.nextInt(5)) {
            case 0 -> Claims.shared(name);
            case 1 -> Claims.permits("permits", 1 + random.nextInt(PERMITS), PERMITS);
            case 2 -> Claims.exclusive("name-0", "name-1");
            default -> Claims.exclusive(name);
        };
    }

    Optional<Duration> limit() {
        return oneOf(3) ? Optional.of(Duration.ofMillis(between(1, 3_000))) : Optional.empty();
    }

    /** In what time a request with this limit must have been answered, in nanoseconds. */
    static long latest(Duration limit) {
        return limit.plus(SLACK).toNanos();
    }

    /** How long a client holds what it is granted, in milliseconds. */
    long holding() {
        return oneOf(5) ? between(1_000, 15_000) : between(1, 1_000);
    }

    /** Services show the time of the real clock, and futures the numbers of requests in this JVM. */
    static String withoutClock(Object said) {
        return said.toString()
                .replaceAll("since[ =\":]+\\S+?Z", "since then")
                .replaceAll("\\(request \\d+\\)", "(a request)");
    }
}
