package symposium.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One JVM of the benchmark: reads commands from its standard input, one per line, and answers each with a line that
 * begins with an equals sign. Times are in milliseconds since 1970.
 */
final class Member {

    /** Begins the answer to a command that has failed. */
    static final String FAILED = "failed: ";

    private static final int FENCES = 1 << 22;

    private static final PrintStream ANSWERS = System.out;

    private final Contender contender;

    /** Otherwise, with two processors, Java starts a thread for each request. */
    private final Executor next = Executors.newSingleThreadExecutor();

    private Member(Contender contender) {
        this.contender = contender;
    }

    /** Arguments: the contender, this member's index, the ports to which others connect, and that of this member. */
    public static void main(String[] args) throws Exception {
        // What is logged stays in the file for errors.
        System.setOut(System.err);
        // A benchmark that is ended leaves no member behind, not even one that waits for a lock.
        ProcessHandle.current().parent().orElseThrow().onExit().thenRun(() -> Runtime.getRuntime()
                .halt(1));
        int index = Integer.parseInt(args[1]);
        List<Integer> ports =
                Arrays.stream(args[2].split(",")).map(Integer::valueOf).toList();
        String what = args[0];
        int own = Integer.parseInt(args[3]);
        Optional<Detection> detection = args.length > 4 ? Optional.of(Detection.valueOf(args[4])) : Optional.empty();
        Contender contender = what.equals(Benchmark.HAZELCAST)
                ? new HazelcastContender(index, ports, own)
                : new SymposiumContender(what, detection, index, ports, own);
        new Member(contender).serve();
    }

    private void serve() throws Exception {
        contender.acquire("warm");
        contender.release("warm");
        answer("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] said = line.split(" ");
            try {
                answer(obey(said));
            } catch (Exception failed) {
                answer(FAILED + failed);
            }
        }
        // The benchmark has ended.
        Runtime.getRuntime().halt(0);
    }

    private Object obey(String[] said) throws Exception {
        return switch (said[0]) {
            case "pairs" ->
                pairs(said[1], Integer.parseInt(said[2]), Long.parseLong(said[3]), Long.parseLong(said[4]), said[5]);
            case "once" -> once(said[1], Integer.parseInt(said[2]), said[3]);
            case "busy" -> busy(Integer.parseInt(said[1]), Integer.parseInt(said[2]), Long.parseLong(said[3]));
            case "wait" ->
                wait(said[1], Integer.parseInt(said[2]), Long.parseLong(said[3]), Long.parseLong(said[4]), said[5]);
            case "actors" -> actors(Integer.parseInt(said[1]), Long.parseLong(said[2]));
            case "next" -> next(said[1]);
            case "hold" -> contender.acquire(said[1]);
            case "idle" -> idle(Integer.parseInt(said[1]));
            case "compiling" -> ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
            case "sent" -> contender.sent();
            case "hop" -> contender.hop(Integer.parseInt(said[1]));
            default -> throw new IllegalArgumentException(String.join(" ", said));
        };
    }

    private static void answer(Object what) {
        ANSWERS.println("=" + what);
    }

    /**
     * Acquires and releases a number of locks, one after the other, from begin to end; writes to a file the fences, and
     * then the nanoseconds that each took to be acquired. Returns how many.
     */
    private int pairs(String name, int names, long begin, long end, String file) throws Exception {
        String[] locks = names(name, names);
        long[] fences = new long[FENCES];
        long[] nanos = new long[FENCES];
        int count = 0;
        for (int lock = 0; System.currentTimeMillis() < end; lock = (lock + 1) % names) {
            long asked = System.nanoTime();
            long fence = contender.acquire(locks[lock]);
            if (System.currentTimeMillis() >= begin && count < FENCES) {
                nanos[count] = System.nanoTime() - asked;
                fences[count++] = fence;
            }
            contender.release(locks[lock]);
        }
        write(file, Arrays.copyOf(fences, count), Arrays.copyOf(nanos, count));
        return count;
    }

    private static String[] names(String name, int names) {
        return names == 1
                ? new String[] {name}
                : IntStream.range(0, names).mapToObj(each -> name + "-" + each).toArray(String[]::new);
    }

    /** Acquires and releases each of these locks once; writes to a file the nanoseconds that each took. */
    private int once(String name, int names, String file) throws Exception {
        long[] nanos = new long[names];
        String[] locks = names(name, names);
        for (int lock = 0; lock < names; lock++) {
            long asked = System.nanoTime();
            contender.acquire(locks[lock]);
            nanos[lock] = System.nanoTime() - asked;
            contender.release(locks[lock]);
        }
        write(file, nanos);
        return names;
    }

    private static void write(String file, long[]... all) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(
                Arrays.stream(all).mapToInt(each -> each.length).sum() * Long.BYTES);
        LongBuffer longs = bytes.asLongBuffer();
        Arrays.stream(all).forEach(longs::put);
        Files.write(Path.of(file), bytes.array());
    }

    /** Waits for a lock; returns when it was granted, and when the member that held it was removed. */
    private String next(String name) throws Exception {
        contender.acquire(name);
        long granted = System.currentTimeMillis();
        contender.release(name);
        while (contender.removedAt() == 0) {
            Thread.onSpinWait();
        }
        return granted + " " + contender.removedAt();
    }

    /** Uses a number of locks, each once; returns the bytes of the heap that are left for each. */
    private double idle(int locks) throws Exception {
        use("first", locks);
        long before = heap();
        use("second", locks);
        return (heap() - before) / (double) locks;
    }

    private void use(String prefix, int locks) throws Exception {
        for (int lock = 0; lock < locks; lock++) {
            contender.acquire(prefix + lock);
            contender.release(prefix + lock);
        }
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** The numbers that a member has written. */
    static long[] written(Path file) throws IOException {
        LongBuffer buffer = ByteBuffer.wrap(Files.readAllBytes(file)).asLongBuffer();
        long[] numbers = new long[buffer.remaining()];
        buffer.get(numbers);
        return numbers;
    }

    /**
     * Passes the locks from {@code from} to {@code to}, each again and again, until the end, and then what has been
     * asked for by then. Returns the number of grants and the milliseconds that they took.
     */
    private String busy(int from, int to, long end) {
        LongAdder passed = new LongAdder();
        long begin = System.currentTimeMillis();
        Stream<CompletableFuture<Void>> all =
                IntStream.range(from, to).mapToObj(lock -> keep("lock-" + lock, end, fence -> passed.increment()));
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
        return passed.sum() + " " + (System.currentTimeMillis() - begin);
    }

    private CompletableFuture<Void> keep(String name, long end, LongConsumer passed) {
        return contender.pass(name).thenCompose(fence -> {
            passed.accept(fence);
            if (System.currentTimeMillis() >= end) {
                return CompletableFuture.completedFuture(null);
            }
            return CompletableFuture.supplyAsync(() -> keep(name, end, passed), next)
                    .thenCompose(again -> again);
        });
    }

    /**
     * Keeps a number of requests waiting for one lock, each of which passes it on as soon as it has it, until the end;
     * writes to a file the fences from begin to end, and then as many zeros. Returns how many.
     */
    private int wait(String name, int waiters, long begin, long end, String file) throws Exception {
        Queue<Long> fences = new ConcurrentLinkedQueue<>();
        LongConsumer passed = fence -> {
            long now = System.currentTimeMillis();
            if (now >= begin && now < end) {
                fences.add(fence);
            }
        };
        Stream<CompletableFuture<Void>> all = IntStream.range(0, waiters).mapToObj(each -> keep(name, end, passed));
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
        write(file, fences.stream().mapToLong(Long::longValue).toArray(), new long[fences.size()]);
        return fences.size();
    }

    /** So many actors take and release until the end: the pairs, and the nanoseconds of processor time for all. */
    private String actors(int actors, long end) throws Exception {
        OperatingSystemMXBean self = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long before = self.getProcessCpuTime();
        return contender.actors(actors, end) + " " + (self.getProcessCpuTime() - before);
    }
}
