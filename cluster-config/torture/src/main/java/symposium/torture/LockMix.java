package symposium.torture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import symposium.arbitration.resources.Mode;
import symposium.service.lock.Claims;

/**
 * What the clients of named locks ask for. The seed of the run determines the proportions: how many names there are,
 * and how often they are shared, taken by permits, several at once, with a limit, without waiting, or cancelled.
 */
final class LockMix {

    /** How long a request waits. */
    enum Patience {
        /** Without a limit. */
        UNLIMITED,
        /** With one. */
        LIMITED,
        /** Not at all. */
        NONE,
        /** Without a limit, until it is cancelled. */
        CANCELS;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** A request. */
    record Wish(Claims claims, Patience patience) {

        Optional<Duration> limit() {
            return patience == Patience.LIMITED ? Optional.of(Duration.ofMillis(LIMIT)) : Optional.empty();
        }
    }

    /** The limit of a request, and about when one is cancelled, in milliseconds. */
    static final int LIMIT = 400;

    private static final int MOST_NAMES = 6;
    private static final int MOST_AT_ONCE = 3;
    private static final int MOST_PERMITS = 3;

    private final List<String> names = new ArrayList<>();
    private final double shared;
    private final double permits;
    private final double several;
    private final double impatient;
    private final RandomGenerator random = new SplittableRandom();

    /** @param seed determines the proportions, not the requests */
    LockMix(long seed) {
        SplittableRandom mix = new SplittableRandom(seed);
        int count = 1 + mix.nextInt(MOST_NAMES);
        for (int name = 0; name < count; name++) {
            names.add("lock-" + name);
        }
        shared = mix.nextDouble() / 2;
        permits = mix.nextDouble() / 2;
        several = mix.nextDouble() / 2;
        impatient = mix.nextDouble() / 2;
    }

    /** The names that clients ask for. */
    List<String> names() {
        return List.copyOf(names);
    }

    synchronized Wish next() {
        List<String> drawn = new ArrayList<>(names);
        Collections.shuffle(drawn, new Random(random.nextLong()));
        int count = random.nextDouble() < several ? 1 + random.nextInt(MOST_AT_ONCE) : 1;
        TreeMap<String, Mode> modes = new TreeMap<>();
        drawn.stream().limit(count).forEach(name -> modes.put(name, mode()));
        Patience[] all = Patience.values();
        return new Wish(
                new Claims(modes),
                random.nextDouble() < impatient ? all[1 + random.nextInt(all.length - 1)] : Patience.UNLIMITED);
    }

    private Mode mode() {
        double kind = random.nextDouble();
        if (kind < shared) {
            return Mode.SHARED;
        }
        if (kind < shared + permits) {
            int all = 2 + random.nextInt(MOST_PERMITS - 1);
            return Mode.permits(1 + random.nextInt(all), all);
        }
        return Mode.EXCLUSIVE;
    }

    /** From half of this to one and a half, in milliseconds. */
    synchronized int about(int milliseconds) {
        return milliseconds / 2 + random.nextInt(milliseconds);
    }
}
