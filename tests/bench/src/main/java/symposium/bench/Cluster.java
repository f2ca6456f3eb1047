package symposium.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Three JVMs with one contender. */
final class Cluster implements AutoCloseable {

    /** What members measure in a slice of time. */
    record Slice(double grants, double handOffs) {}

    private final List<Process> processes = new ArrayList<>();
    private final List<BufferedReader> outs = new ArrayList<>();
    private final List<PrintWriter> ins = new ArrayList<>();
    private final Path directory = Files.createTempDirectory("symposium-bench");

    private final int members;

    /**
     * @param members at most so many JVMs
     * @param detection with which settings one of them will be killed, if one will be
     */
    Cluster(String contender, int members, Optional<Detection> detection) throws IOException {
        this.members = members;
        String ports = freePorts(members).stream().map(Object::toString).collect(Collectors.joining(","));
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
                    ports));
            detection.ifPresent(settings -> command.add(settings.name()));
            Process process = new ProcessBuilder(command)
                    .redirectError(directory.resolve("member" + index + ".err").toFile())
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

    private String answer(int index) throws IOException {
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
        throw new IOException("member " + index + " has ended; see " + directory);
    }

    /** Some members acquire and release one lock for a while. */
    Slice pairs(String name, int members, long millis) throws IOException {
        long begin = System.currentTimeMillis() + 200;
        long end = begin + millis;
        for (int index = 0; index < members; index++) {
            ins.get(index).println("pairs " + name + " " + begin + " " + end + " " + file(index));
        }
        long[][] fences = new long[members][];
        for (int index = 0; index < members; index++) {
            answer(index);
            fences[index] = Member.fences(file(index));
        }
        // A fence and the member that was granted under it.
        long[][] grants = IntStream.range(0, members)
                .boxed()
                .flatMap(index -> Arrays.stream(fences[index]).mapToObj(fence -> new long[] {fence, index}))
                .sorted((one, other) -> Long.compare(one[0], other[0]))
                .toArray(long[][]::new);
        int handOffs = 0;
        for (int grant = 1; grant < grants.length; grant++) {
            if (grants[grant][0] == grants[grant - 1][0]) {
                throw new IllegalStateException("fence " + grants[grant][0] + " was granted twice");
            }
            handOffs += grants[grant][1] == grants[grant - 1][1] ? 0 : 1;
        }
        return new Slice(grants.length * 1000.0 / millis, handOffs * 1000.0 / millis);
    }

    private Path file(int index) {
        return directory.resolve("fences" + index);
    }

    /** All members pass so many locks at once for a while; returns the grants per second. */
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

    /**
     * One member is killed while it holds a lock for which another waits.
     *
     * @return the milliseconds until the other is told of its removal, and from then until the other is granted
     */
    long[] crash() throws IOException {
        ins.get(0).println("hold hot");
        answer(0);
        ins.get(1).println("next hot");
        long killed = System.currentTimeMillis();
        processes.get(0).destroyForcibly();
        String[] grantedAndRemoved = answer(1).split(" ");
        long removed = Long.parseLong(grantedAndRemoved[1]);
        return new long[] {removed - killed, Long.parseLong(grantedAndRemoved[0]) - removed};
    }

    /** The bytes of a member's heap that each of so many locks leaves behind that have been used. */
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
    }
}
