package symposium.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the threads of some processes have used since they started, as the operating system counts it.
 *
 * @param nanos of processor time, in user and system mode
 * @param systemNanos of processor time in system mode, in steps of 10 ms for each thread
 * @param switches of context, voluntary or not
 */
record Usage(double nanos, double systemNanos, double switches) {

    private static final Usage NOTHING = new Usage(0, 0, 0);
    private static final double NANOS_OF_TICK = 1e7;

    /** After the name of a thread, which may have blanks and parentheses, in its file {@code stat}. */
    private static final int SYSTEM_TICKS = 12;

    /** Less what has been used before. */
    Usage since(Usage before) {
        return new Usage(nanos - before.nanos, systemNanos - before.systemNanos, switches - before.switches);
    }

    private Usage plus(Usage other) {
        return new Usage(nanos + other.nanos, systemNanos + other.systemNanos, switches + other.switches);
    }

    /** Reads what the threads of some processes use; a thread that has ended counts as when it was last read. */
    static final class Reader {

        private final Map<Path, Usage> threads = new HashMap<>();

        /**
         * What they have used by now.
         *
         * @throws IOException where the operating system has no {@code /proc}
         */
        Usage read(List<ProcessHandle> processes) throws IOException {
            for (ProcessHandle process : processes) {
                Path tasks = Path.of("/proc", Long.toString(process.pid()), "task");
                try (Stream<Path> all = Files.list(tasks)) {
                    for (Path thread : all.toList()) {
                        try {
                            threads.put(thread, of(thread));
                        } catch (IOException ended) {
                            // It has been read before, or was there for an instant.
                        }
                    }
                }
            }
            return threads.values().stream().reduce(NOTHING, Usage::plus);
        }

        private static Usage of(Path thread) throws IOException {
            String nanos = Files.readString(thread.resolve("schedstat")).split(" ")[0];
            String stat = Files.readString(thread.resolve("stat"));
            String ticks = stat.substring(stat.lastIndexOf(')') + 2).split(" ")[SYSTEM_TICKS];
            double switches = Files.readString(thread.resolve("status"))
                    .lines()
                    .filter(line -> line.contains("ctxt_switches"))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1)))
                    .sum();
            return new Usage(Double.parseDouble(nanos), Double.parseDouble(ticks) * NANOS_OF_TICK, switches);
        }
    }
}
