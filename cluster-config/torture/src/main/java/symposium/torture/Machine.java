package symposium.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** What can be done to nodes on this machine. */
public final class Machine {

    private static final List<Path> FAKETIME = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"));

    private static final int HOUR = 3_600;

    private Machine() {}

    /** Whether clocks of this machine can be made to jump: libfaketime is installed. */
    public static boolean canJump() {
        return faketime().isPresent();
    }

    /** Whether this user may make network namespaces. */
    public static boolean canIsolate() {
        try {
            new Namespaces(1).close();
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    private static Optional<Path> faketime() {
        return FAKETIME.stream().filter(Files::exists).findFirst();
    }

    /** The environment of a process with a clock that is wrong by up to an hour. */
    static Map<String, String> wrongClock(Random random) {
        return Map.of(
                "LD_PRELOAD",
                faketime().orElseThrow().toString(),
                "FAKETIME",
                String.format(Locale.ROOT, "%+d", random.nextInt(2 * HOUR) - HOUR),
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1");
    }

    /** Twice as many threads as processors compute for this time. */
    static void compute(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        List<Thread> threads = Stream.generate(() -> new Thread(() -> {
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                }))
                .limit(2L * Runtime.getRuntime().availableProcessors())
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
