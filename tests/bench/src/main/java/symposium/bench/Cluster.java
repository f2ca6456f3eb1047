package symposium.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Three JVMs with one contender. */
final class Cluster implements AutoCloseable {

    /** What members measure in a slice of time. */
    record Slice(double grants, double handOffs, Waits waits) {}

    /**
     * What the death of a holder costs, in milliseconds.
     *
     * @param removed until another member is told of its removal
     * @param granted from then until the other is granted
     */
    record Crash(double removed, double granted) {}

    /** How long acquires took, in microseconds. */
    record Waits(double median, double of99) {

        static Waits of(LongStream nanos) {
            long[] sorted = nanos.sorted().toArray();
            return sorted.length == 0
                    ? new Waits(Double.NaN, Double.NaN)
                    : new Waits(sorted[sorted.length / 2] / 1e3, sorted[(int) (sorted.length * 0.99)] / 1e3);
        }
    }

    /** Longer than any answer takes. */
    private static final long PATIENCE_SECONDS = 300;

    /** Enough for an exception with its causes. */
    private static final int ERROR_LINES = 60;

    private final List<DelayProxy> proxies = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();
    private final List<BufferedReader> outs = new ArrayList<>();
    private final List<PrintWriter> ins = new ArrayList<>();
    private final Path directory = Files.createTempDirectory("symposium-bench");

    private final int members;
    private final Usage.Reader usage = new Usage.Reader();
    private int elsewhere;

    /**
     * @param members the number of JVMs, at most
     * @param delay of every byte between two of them, each way
     * @param detection with which settings one of them will be killed, if one will be
     * @param flags of the virtual machines
     */
    Cluster(String contender, int members, Duration delay, Optional<Detection> detection, List<String> flags)
            throws IOException {
        this.members = members;
        List<Integer> free = freePorts(2 * members);
        List<Integer> open = free.subList(0, members);
        List<Integer> own = delay.isZero() ? open : free.subList(members, 2 * members);
        for (int index = 0; index < members && !delay.isZero(); index++) {
            proxies.add(new DelayProxy(open.get(index), own.get(index), delay));
        }
        String ports = open.stream().map(Object::toString).collect(Collectors.joining(","));
        for (int index = 0; index < members; index++) {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx400m",
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Member.class.getName(),
                    contender,
                    String.valueOf(index),
                    ports,
                    own.get(index).toString()));
            command.addAll(1, flags);
            detection.ifPresent(settings -> command.add(settings.name()));
            Process process = new ProcessBuilder(command)
                    .redirectError(errors(index).toFile())
                    .start();
            processes.add(process);
            outs.add(process.inputReader());
            ins.add(new PrintWriter(process.outputWriter(), true));
        }
        for (int index = 0; index < members; index++) {
            answer(index);
        }
    }

    private static List<Integer> freePorts(int members) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        for (int index = 0; index < members; index++) {
            sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        }
        List<Integer> ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return ports;
    }

    /** Some may take each other for dead while they start, and the others would be waited for without end. */
    private String answer(int index) throws IOException {
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> {
            try {
                return read(index);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        });
        try {
            return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof UncheckedIOException read ? read.getCause() : new IOException(failure);
        } catch (TimeoutException late) {
            throw new IOException(
                    "member " + index + " has not answered for " + PATIENCE_SECONDS + " s; see " + directory, late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(interrupted);
        }
    }

    private String read(int index) throws IOException {
        for (String line = outs.get(index).readLine();
                line != null;
                line = outs.get(index).readLine()) {
            if (line.startsWith("=" + Member.FAILED)) {
                throw new IOException("member " + index + " " + line.substring(1) + "; see " + directory);
            }
            if (line.startsWith("=")) {
                return line.substring(1);
            }
        }
        throw new IOException("member " + index + " has ended; see " + directory + lastErrors(index));
    }

    /** The end of what a member has printed to its standard error, in lines that begin with a line break. */
    private String lastErrors(int index) throws IOException {
        List<String> lines = Files.readAllLines(errors(index));
        return lines.subList(Math.max(0, lines.size() - ERROR_LINES), lines.size()).stream()
                .map(line -> "\n    " + line)
                .collect(Collectors.joining());
    }

    private Path errors(int index) {
        return directory.resolve("member" + index + ".err");
    }

    /** Some members acquire and release one lock for a while. */
    Slice pairs(String name, int members, long millis) throws IOException {
        return pairs(index -> name, 1, members, millis);
    }

    /** The processor time of all members since they started. */
    Duration processorTime() {
        return processes.stream()
                .map(each -> each.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** What all members have used since they started. */
    Usage usage() throws IOException {
        return usage.read(processes.stream().map(Process::toHandle).toList());
    }

    /** For how many milliseconds the compilers of all members have been at work. */
    double compiling() throws IOException {
        return sum("compiling");
    }

    /** How many messages all members have sent to each other; 0 where they do not count them. */
    double sent() throws IOException {
        return sum("sent");
    }

    private double sum(String what) throws IOException {
        double sum = 0;
        for (int index = 0; index < processes.size(); index++) {
            ins.get(index).println(what);
            sum += Double.parseDouble(answer(index));
        }
        return sum;
    }

    /** Each member acquires and releases a number of locks of its own, one after the other, for a while. */
    Slice ownNames(int names, int members, long millis) throws IOException {
        return pairs(index -> "own-" + names + "-" + index, names, members, millis);
    }

    private Slice pairs(IntFunction<String> name, int names, int members, long millis) throws IOException {
        long begin = System.currentTimeMillis() + 200;
        long end = begin + millis;
        for (int index = 0; index < members; index++) {
            ins.get(index)
                    .println("pairs " + name.apply(index) + " " + names + " " + begin + " " + end + " " + file(index));
        }
        return slice(members, millis, names == 1 && name.apply(0).equals(name.apply(1)));
    }

    /**
     * So many wait for one lock, of all members alike, while it is passed on.
     *
     * @param filling how long that takes before it is measured, in milliseconds
     */
    Slice waiters(int waiters, long filling, long millis) throws IOException {
        long begin = System.currentTimeMillis() + filling;
        for (int index = 0; index < members; index++) {
            int own = waiters / members + (index < waiters % members ? 1 : 0);
            ins.get(index)
                    .println("wait crowded-" + waiters + " " + own + " " + begin + " " + (begin + millis) + " "
                            + file(index));
        }
        return slice(members, millis, true);
    }

    /** The pairs per second of processor time of the actors of one member, each with a lock of its own. */
    double actors(int actors, long millis) throws IOException {
        ins.get(1).println("actors " + actors + " " + (System.currentTimeMillis() + millis));
        String[] pairsAndNanos = answer(1).split(" ");
        return Long.parseLong(pairsAndNanos[0]) * 1e9 / Long.parseLong(pairsAndNanos[1]);
    }

    /** @param oneLock whether all fences are of one lock, so that none can be granted twice */
    private Slice slice(int members, long millis, boolean oneLock) throws IOException {
        long[][] fences = new long[members][];
        long[][] nanos = new long[members][];
        for (int index = 0; index < members; index++) {
            answer(index);
            long[] written = Member.written(file(index));
            fences[index] = Arrays.copyOf(written, written.length / 2);
            nanos[index] = Arrays.copyOfRange(written, written.length / 2, written.length);
        }
        // A fence and the member that was granted under it.
        long[][] grants = IntStream.range(0, members)
                .boxed()
                .flatMap(index -> Arrays.stream(fences[index]).mapToObj(fence -> new long[] {fence, index}))
                .sorted((one, other) -> Long.compare(one[0], other[0]))
                .toArray(long[][]::new);
        int handOffs = 0;
        for (int grant = 1; grant < grants.length; grant++) {
            if (grants[grant][0] == grants[grant - 1][0] && oneLock) {
                throw new IllegalStateException("fence " + grants[grant][0] + " was granted twice");
            }
            handOffs += grants[grant][1] == grants[grant - 1][1] ? 0 : 1;
        }
        return new Slice(
                grants.length * 1000.0 / millis,
                handOffs * 1000.0 / millis,
                Waits.of(Arrays.stream(nanos).flatMapToLong(Arrays::stream)));
    }

    /** One member acquires and releases each of a number of locks once; all have been used last at another. */
    Waits elsewhere(int locks) throws IOException {
        elsewhere++;
        int user = elsewhere % members;
        ins.get(user).println("once elsewhere " + locks + " " + file(user));
        answer(user);
        return Waits.of(Arrays.stream(Member.written(file(user))));
    }

    private Path file(int index) {
        return directory.resolve("fences" + index);
    }

    /** All members pass a number of locks at once for a while; returns the grants per second. */
    double busy(int locks, long millis) throws IOException {
        long end = System.currentTimeMillis() + millis;
        ins.forEach(in -> in.println("busy 0 " + locks + " " + end));
        long all = 0;
        long longest = 1;
        for (int index = 0; index < members; index++) {
            String[] grantsAndMillis = answer(index).split(" ");
            all += Long.parseLong(grantsAndMillis[0]);
            longest = Math.max(longest, Long.parseLong(grantsAndMillis[1]));
        }
        return all * 1000.0 / longest;
    }

    /** One member is killed while it holds a lock for which another waits. */
    Crash crash() throws IOException {
        ins.get(0).println("hold hot");
        answer(0);
        ins.get(1).println("next hot");
        long killed = System.currentTimeMillis();
        processes.get(0).destroyForcibly();
        String[] grantedAndRemoved = answer(1).split(" ");
        long removed = Long.parseLong(grantedAndRemoved[1]);
        return new Crash(removed - killed, Long.parseLong(grantedAndRemoved[0]) - removed);
    }

    /** The bytes of a member's heap that each lock leaves behind after its use. */
    double idle(int locks) throws IOException {
        ins.get(1).println("idle " + locks);
        return Double.parseDouble(answer(1));
    }

    /** The mean time of a message from one JVM to another, in microseconds. */
    double hop(int messages) throws IOException {
        ins.get(1).println("hop " + messages);
        return Double.parseDouble(answer(1)) / 1000;
    }

    @Override
    public void close() throws IOException {
        ins.forEach(PrintWriter::close);
        for (Process process : processes) {
            try {
                if (!process.waitFor(10, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException interrupted) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
        for (DelayProxy proxy : proxies) {
            proxy.close();
        }
    }
}
