package symposium.torture;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The nodes of a run, each a virtual machine of its own, which is ended by its own process handle. */
final class Fleet implements AutoCloseable {

    private static final long LEAVING = 60;

    /** How an error begins in the log, and what a virtual machine says of a thread that ends by one. */
    private static final Pattern ERROR = Pattern.compile("^[0-9:.]+ ERROR |^Exception in thread |OutOfMemoryError");

    private static final int MOST_ERRORS = 3;

    /** The launcher's archive of classes, of which nodes start, too. */
    private static final List<String> CLASS_ARCHIVE = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(each -> each.startsWith("-XX:SharedArchiveFile=") || each.startsWith("-Xlog:cds"))
            .toList();

    private final NodeLinks network;
    private final List<String> program;
    private final List<String> options;
    private final String store;
    private final Path directory;
    private final Optional<Clients> clients;
    private final int[] lives;
    private final Process[] processes;
    private final Set<Integer> suspended = new TreeSet<>();

    /**
     * Nodes that are not started yet.
     *
     * @param program a main class, and the arguments that come before the options of a node
     * @param options those that say what the nodes host
     * @param directory for a file with all that each of them prints
     * @param clients how clients over HTTP are served, if they are
     */
    Fleet(
            NodeLinks network,
            int nodes,
            List<String> program,
            List<String> options,
            String store,
            Path directory,
            Optional<Clients> clients) {
        this.clients = clients;
        this.network = network;
        this.program = List.copyOf(program);
        this.options = List.copyOf(options);
        this.store = store;
        this.directory = directory;
        this.lives = new int[nodes];
        this.processes = new Process[nodes];
    }

    /**
     * How nodes serve clients over HTTP.
     *
     * @param ports by node
     * @param token the file with the token
     */
    record Clients(List<Integer> ports, Path token) {

        /** At free ports. */
        static Clients at(int nodes, Path token) throws IOException {
            return new Clients(Arrays.stream(Loopback.freePorts(nodes)).boxed().toList(), token);
        }

        List<String> options(NodeLinks network, int node) {
            return List.of(
                    "--management", network.host(node) + ":" + ports.get(node), "--token-file", token.toString());
        }

        List<URI> urls(NodeLinks network) {
            return IntStream.range(0, ports.size())
                    .mapToObj(node -> URI.create("http://" + network.host(node) + ":" + ports.get(node)))
                    .toList();
        }
    }

    int size() {
        return processes.length;
    }

    /** Starts a node that is not running. */
    void start(int node, Map<String, String> environment) throws IOException {
        List<String> command = new ArrayList<>(network.launcher(node));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m"));
        if (Runtime.version().feature() >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        // Clients read the status of a node in a network namespace of its own.
        clients.ifPresent(served -> command.add("-Dsymposium.management.beyond-loopback=on"));
        command.addAll(CLASS_ARCHIVE);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(program);
        command.addAll(List.of("--process", Integer.toString(node), "--processes", Integer.toString(size())));
        command.addAll(List.of("--host", network.host(node), "--port", Integer.toString(network.port(node))));
        // Where nodes leave for good, any of them may be the one that is left.
        // After a partition one of them is on the side that continues, so those of the other side find it.
        int majority = size() / 2 + 1;
        int seeds = options.contains("dynamic") ? size() : majority;
        command.addAll(List.of(
                "--seeds",
                IntStream.range(0, seeds)
                        .mapToObj(seed -> network.host(seed) + ":" + network.port(seed))
                        .collect(Collectors.joining(","))));
        command.addAll(List.of("--store", store));
        clients.ifPresent(served -> command.addAll(served.options(network, node)));
        command.addAll(network.options());
        command.addAll(options);
        lives[node]++;
        suspended.remove(node);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log(node, lives[node]).toFile());
        builder.environment().putAll(environment);
        processes[node] = builder.start();
    }

    boolean runs(int node) {
        return processes[node] != null && processes[node].isAlive();
    }

    /** The nodes that run. */
    List<Integer> running() {
        return IntStream.range(0, size()).filter(this::runs).boxed().toList();
    }

    /** Kills these nodes at once, without goodbye, and waits until they have ended. */
    void kill(List<Integer> nodes) throws InterruptedException {
        nodes.forEach(node -> processes[node].toHandle().destroyForcibly());
        for (int node : nodes) {
            processes[node].waitFor();
        }
    }

    /**
     * Asks a node to leave, and waits until it has ended; one that does not in a minute is killed. Whether it ended by
     * itself.
     */
    boolean leave(int node) throws InterruptedException {
        processes[node].toHandle().destroy();
        boolean ended = processes[node].waitFor(LEAVING, TimeUnit.SECONDS);
        kill(List.of(node));
        return ended;
    }

    /** Asks a node to leave, and goes on. */
    void askToLeave(int node) {
        processes[node].toHandle().destroy();
    }

    /** Suspends all threads of a node. */
    void suspend(int node) throws IOException, InterruptedException {
        signal("STOP", node);
        suspended.add(node);
    }

    /** Lets a suspended node go on. */
    void resume(int node) throws IOException, InterruptedException {
        signal("CONT", node);
        suspended.remove(node);
    }

    /** Lets all suspended nodes go on. */
    void resume() throws IOException, InterruptedException {
        for (int node : List.copyOf(suspended)) {
            if (runs(node)) {
                resume(node);
            }
        }
    }

    private void signal(String name, int node) throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", String.format(Locale.ROOT, "kill -%s %d", name, processes[node].pid()))
                .start()
                .waitFor();
    }

    /** By node, the lines in which its virtual machines have told of errors. */
    SortedMap<Integer, List<String>> loggedErrors() throws IOException {
        SortedMap<Integer, List<String>> errors = new TreeMap<>();
        for (int node = 0; node < size(); node++) {
            for (int life = 1; life <= lives[node]; life++) {
                errors.computeIfAbsent(node, any -> new ArrayList<>()).addAll(errors(log(node, life)));
            }
        }
        return errors;
    }

    /** The first lines of a log that tell of errors. A node that was killed may have left half a character. */
    static List<String> errors(Path log) throws IOException {
        return new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> ERROR.matcher(line).find())
                .limit(MOST_ERRORS)
                .toList();
    }

    private Path log(int node, int life) {
        return directory.resolve(String.format(Locale.ROOT, "node-%d-%d.log", node, life));
    }

    @Override
    public void close() {
        List<Process> started =
                Arrays.stream(processes).filter(Objects::nonNull).toList();
        started.forEach(process -> process.toHandle().destroyForcibly());
        started.forEach(process -> process.onExit().join());
    }
}
