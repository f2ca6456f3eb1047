package symposium.cli.check;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import symposium.checker.model.Limits;
import symposium.checker.model.Progress;
import symposium.cli.option.BadInput;
import symposium.cli.option.Bounds;
import symposium.cli.option.HostAndPort;
import symposium.distributed.DistributedSearch;
import symposium.distributed.Models;
import symposium.distributed.SearchOutcome;
import symposium.distributed.SearchPlan;

/** How an exploration is spread over several virtual machines. */
final class ClusterOptions {

    private static final int MOST_WORKERS = 256;
    private static final Duration ARRIVAL_HERE = Duration.ofSeconds(60);
    private static final Duration ARRIVAL = Duration.ofMinutes(10);

    @Option(names = "--cluster", paramLabel = "N")
    @Bounds(least = 2, most = MOST_WORKERS)
    private Optional<Integer> workers;

    @Option(names = "--host", paramLabel = "H")
    private Optional<String> host;

    @Option(names = "--port", paramLabel = "P")
    @Bounds(most = HostAndPort.HIGHEST_PORT)
    private Optional<Integer> port;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Whether the user asks for a cluster. */
    boolean asked() {
        if (workers.isEmpty() && (host.isPresent() || port.isPresent())) {
            throw new BadInput("--host and --port are where the workers of --cluster N find this one");
        }
        if (workers.isPresent() && spec.commandLine().getParseResult().hasMatchedOption("--workers")) {
            throw new BadInput("--workers N is for one JVM: with --cluster each JVM explores with one thread");
        }
        return workers.isPresent();
    }

    /** @param models understands the options of this command */
    SearchOutcome search(
            Models models,
            Limits limits,
            Optional<Path> directory,
            Duration every,
            Consumer<Progress> progress,
            Consumer<String> note) {
        boolean here = port.isEmpty() && host.isEmpty();
        SearchPlan plan = new SearchPlan(
                options(),
                workers.get(),
                limits,
                directory.map(path -> path.toAbsolutePath().toString()),
                every,
                here ? ARRIVAL_HERE : ARRIVAL);
        String at = HostAndPort.host("--host", host.orElse("127.0.0.1"));
        DistributedSearch search = begin(plan, models, at, progress, note);
        Thread interrupt = new Thread(() -> note.accept(end(search)), "symposium-end-of-search");
        List<Process> started = new ArrayList<>();
        Runtime.getRuntime().addShutdownHook(interrupt);
        try {
            if (here) {
                start(search, started);
            } else {
                note.accept("waits for workers, %d: symposium check-worker --seed %s:%d"
                        .formatted(workers.get() - 1, at, search.port()));
            }
            return search.await();
        } finally {
            search.close();
            started.forEach(process -> process.onExit().join());
            forget(interrupt);
        }
    }

    private DistributedSearch begin(
            SearchPlan plan, Models models, String at, Consumer<Progress> progress, Consumer<String> note) {
        try {
            return new DistributedSearch(plan, models, at, port.orElse(0), progress, note);
        } catch (BindException unavailable) {
            throw HostAndPort.unavailable(at, port.orElse(0));
        }
    }

    /** The options of this command, without those of all commands. */
    private List<String> options() {
        return spec.root().commandLine().getParseResult().originalArgs().stream()
                .filter(argument -> !argument.equals("--debug"))
                .skip(1)
                .toList();
    }

    private static String end(DistributedSearch search) {
        search.interrupt();
        return "stopped" + goingOn(search.await());
    }

    /** How to go on, if one can. */
    static String goingOn(SearchOutcome outcome) {
        return outcome.kept()
                .map(where -> "; the same command continues after " + where)
                .orElse("");
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // It runs, and ends by itself.
            return;
        }
    }

    /** Starts the other workers on this machine. */
    private void start(DistributedSearch search, List<Process> started) {
        for (int worker = 1; worker < workers.get(); worker++) {
            Process process = start(search.port());
            started.add(process);
            process.onExit()
                    .thenAccept(ended -> search.lost("the JVM of a worker, process %d, has ended with code %d"
                            .formatted(ended.pid(), ended.exitValue())));
        }
    }

    private static Process start(int port) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + Runtime.getRuntime().maxMemory(),
                "-XX:+UseParallelGC"));
        if (Runtime.version().feature() >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                "symposium.cli.program.Laboratory",
                "check-worker",
                "--seed",
                "127.0.0.1:" + port,
                "--with-parent"));
        try {
            return new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException impossible) {
            throw new BadInput("a JVM for a worker cannot be started: %s", impossible.getMessage());
        }
    }
}
