package symposium.cli.cluster;

import static symposium.cli.option.Values.quoted;

import akka.actor.Cancellable;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.javadsl.Adapter;
import akka.management.cluster.bootstrap.ClusterBootstrap;
import akka.management.javadsl.AkkaManagement;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import symposium.arbitration.Seats;
import symposium.cli.option.BadInput;
import symposium.cli.option.Bounds;
import symposium.cli.option.HostAndPort;
import symposium.cli.option.OutputDirectory;
import symposium.cli.option.OutputFile;
import symposium.cli.option.Values;
import symposium.cli.report.ExitCode;
import symposium.cli.report.JsonObject;
import symposium.cli.report.ReportingCommand;
import symposium.cluster.OwnSystem;
import symposium.cluster.SymposiumNode;
import symposium.cluster.execution.AkkaConfiguration;
import symposium.demo.Demo;
import symposium.demo.NodeRunner;
import symposium.demo.ThinkTimes;
import symposium.demo.event.DemoEvent;
import symposium.demo.narration.Page;
import symposium.demo.script.DemoScript;
import symposium.management.ClientRoutes;
import symposium.management.StatusRoutes;
import symposium.service.ReadinessCheck;
import symposium.service.member.InvalidSetting;
import symposium.service.member.Termination;
import symposium.topology.Topologies;
import symposium.torture.StoreClient;
import symposium.torture.TransportCuts;
import symposium.web.RunServer;

/** {@code symposium node}: one member of a cluster of many JVMs. */
@Command(name = "node")
public final class NodeCommand extends ReportingCommand {

    private static final int MOST_PROCESSES = 1000;
    private static final int MOST_MILLISECONDS = 3_600_000;
    private static final Duration GOODBYE = Duration.ofSeconds(20);

    @Option(names = "--process", paramLabel = "K")
    private Optional<String> process;

    @Option(names = "--processes", paramLabel = "N", required = true)
    @Bounds(least = 1, most = MOST_PROCESSES)
    private int processes;

    @Option(names = "--port", paramLabel = "P", required = true)
    @Bounds(most = HostAndPort.HIGHEST_PORT)
    private int port;

    @Mixin
    private MemberOptions member;

    @Option(names = "--bootstrap")
    private boolean bootstrap;

    @Option(names = "--management", paramLabel = "HOST:PORT")
    private Optional<String> management;

    @Option(names = "--clients")
    private boolean clients;

    @Option(names = "--token-file", paramLabel = "FILE")
    private Optional<Path> tokenFile;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            defaultValue = "ewd851-misra",
            converter = HostedName.Converter.class)
    private HostedName algorithm;

    @Option(names = "--voters", paramLabel = "static|dynamic")
    private Optional<String> voters;

    @Option(names = "--elect")
    private boolean elect;

    @Option(names = "--topology", paramLabel = "T")
    private Optional<Topologies.Named> topology;

    @Option(names = "--philosopher")
    private boolean philosopher;

    @Option(names = "--think", paramLabel = "MS")
    @Bounds(least = 1, most = MOST_MILLISECONDS)
    private Optional<Integer> think;

    @Option(names = "--eat", paramLabel = "MS")
    @Bounds(least = 1, most = MOST_MILLISECONDS)
    private Optional<Integer> eat;

    /** A node hosts no philosopher unless --philosopher asks for one; the option remains for old scripts. */
    @Option(names = "--no-meals", hidden = true)
    private boolean withoutPhilosopher;

    @Option(names = "--seed", paramLabel = "S")
    @Bounds(most = Integer.MAX_VALUE)
    private Optional<Integer> seed;

    @Option(names = "--formation-timeout", paramLabel = "S")
    @Bounds(most = 24 * 3600)
    private Optional<Duration> formation;

    /** Where the store of a torture run listens. */
    @Option(names = "--store", paramLabel = "HOST:PORT", hidden = true)
    private Optional<String> store;

    /** The seed of the mix of requests of a torture run. */
    @Option(names = "--mix", paramLabel = "S", hidden = true, defaultValue = "0")
    private int mix;

    /** Where the server of a torture run listens that says which links are cut. */
    @Option(names = "--cuts", paramLabel = "HOST:PORT", hidden = true)
    private Optional<String> cuts;

    @Option(names = "--log", paramLabel = "FILE")
    private Optional<OutputFile> log;

    @Option(names = "--events", paramLabel = "DIR")
    private Optional<OutputDirectory> events;

    @Option(names = "--web", paramLabel = "PORT", arity = "0..1", fallbackValue = "0")
    @Bounds(most = 65535)
    private Optional<Integer> web;

    @Override
    public Integer call() throws InterruptedException {
        Termination ended;
        Optional<RunServer> page = page();
        try (PrintWriter steps =
                log.map(file -> file.writer("--log")).orElseGet(() -> new PrintWriter(Writer.nullWriter()))) {
            ended = run(steps);
            while (ended.cause() == Termination.Cause.ISLAND) {
                note(command() + ": " + ended.why());
                ended = run(steps);
            }
        } finally {
            page.ifPresent(RunServer::close);
        }
        if (ended.cause() == Termination.Cause.REFUSED) {
            throw new BadInput(ended.why());
        }
        if (ended.cause() != Termination.Cause.LEFT) {
            note(command() + ": " + ended.why());
        }
        return ended.cause().exitCode();
    }

    private Optional<RunServer> page() {
        if (web.isEmpty()) {
            return Optional.empty();
        }
        Path logs = events.map(OutputDirectory::path)
                .orElseThrow(() -> new BadInput("--web shows what event logs say: it needs --events DIR"));
        try {
            RunServer server = RunServer.start(
                    logs, Optional.empty(), web.get(), "symposium node: " + algorithm.name(), List.of(), this::note);
            story().println("The page: " + server.address());
            story().flush();
            return Optional.of(server);
        } catch (IOException bound) {
            throw new BadInput(
                    "--web %d: %s; use another one, or none for any free port", web.get(), bound.getMessage());
        }
    }

    private Termination run(PrintWriter steps) throws InterruptedException {
        Config config = config();
        NodeRunner node = new NodeRunner(config, service());
        Instant beginning = node.began();
        CompletableFuture<Termination> over = new CompletableFuture<>();
        AtomicReference<Cancellable> onSignal = new AtomicReference<>();
        // Akka's transport ends at once on a signal, unless it knows of a hook that needs it.
        node.giveTo((host, service) -> onSignal.set(
                CoordinatedShutdown.get(host.system()).addCancellableJvmShutdownHook(() -> leave(node, over))));
        try {
            if (member.isOnlySeed(port) && node.processes() > 1) {
                story().println("The only seed is this node itself. After a crash it could not find the others."
                        + " Name two seeds.");
            }
            management.ifPresent(at -> node.giveTo((host, service) -> serve(host, at)));
            cuts.ifPresent(server -> node.giveTo((host, service) -> TransportCuts.follow(host, server)));
            store.ifPresent(address -> node.giveTo((host, service) -> StoreClient.start(host, service, address, mix)));
            Page page = Page.byTheClock(story(), Page.Colours.of(coloured()), beginning);
            Termination ended = client(node).tell(page, (at, event) -> {
                if (event instanceof DemoEvent.Stepped stepped) {
                    steps.println(beginning.plus(at) + "  " + stepped.event());
                }
            });
            if (json() && ended.cause() != Termination.Cause.ISLAND) {
                out().println(json(ended, node));
            } else if (ended.cause() == Termination.Cause.LEFT) {
                node.tally().table().forEach(story()::println);
            }
            out().flush();
            over.complete(ended);
            return ended;
        } finally {
            over.cancel(false);
            forget(onSignal.get());
        }
    }

    /** Starts Akka Management at the node, and the bootstrap that finds the others by it. */
    private void serve(SymposiumNode node, String at) {
        try {
            AkkaManagement.get(node.system()).start().toCompletableFuture().join();
        } catch (RuntimeException failed) {
            node.kill();
            throw new BadInput(
                    unserved(node.system().settings().config(), failed, at).orElseThrow(() -> failed));
        }
        if (bootstrap) {
            try {
                ClusterBootstrap.get(Adapter.toClassic(node.system())).start();
            } catch (ConfigException | IllegalArgumentException unfit) {
                node.kill();
                throw new BadInput("--bootstrap cannot be used: " + unfit.getMessage());
            }
        }
    }

    /** What is wrong if Akka Management has not started; empty if that is not known. */
    private static Optional<String> unserved(Config config, RuntimeException failed, String at) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidSetting) {
                return Optional.of(cause.getMessage());
            }
        }
        // Akka HTTP does not always say why it could not bind.
        return OwnSystem.missingClass(config, failed)
                .or(() -> AkkaConfiguration.fault("--management " + quoted(at), failed))
                .map(Throwable::getMessage)
                .or(() -> Optional.of("--management " + quoted(at)
                                + ": that port is in use or not available; use another one, or 0 for any free port")
                        .filter(any -> failed instanceof CompletionException));
    }

    private DemoScript.Service service() {
        if (algorithm.allocates()) {
            return DemoScript.Service.RESOURCES;
        }
        return elect || algorithm.elects() ? DemoScript.Service.ELECTION : DemoScript.Service.LOCK;
    }

    /**
     * The node with its philosopher, or the subscriber of its elections; without a philosopher, unless an option asks
     * for one.
     */
    private NodeRunner client(NodeRunner node) {
        return philosopher || service() == DemoScript.Service.ELECTION
                ? node.used(
                        new ThinkTimes(Duration.ofMillis(think.orElse(2000)), Duration.ofMillis(eat.orElse(500))),
                        seed.orElseGet(() -> ThreadLocalRandom.current().nextInt(10_000)))
                : node;
    }

    private static void forget(Cancellable onSignal) {
        try {
            onSignal.cancel();
        } catch (IllegalStateException goingDown) {
            // The virtual machine is about to end, and that is the reason for leaving.
        }
    }

    /** On a signal the virtual machine would end with a code of its own. */
    private static void leave(NodeRunner node, CompletableFuture<Termination> over) {
        node.leave();
        int code = over.completeOnTimeout(
                        new Termination(Termination.Cause.REMOVED, "it has not left in time"),
                        GOODBYE.toSeconds(),
                        TimeUnit.SECONDS)
                .handle((ended, failed) ->
                        failed != null ? ExitCode.UNEXPECTED : ended.cause().exitCode())
                .join();
        Runtime.getRuntime().halt(code);
    }

    private Config config() {
        if (!philosopher && (think.isPresent() || eat.isPresent() || seed.isPresent())) {
            throw new BadInput("--think, --eat and --seed are for a philosopher; they need --philosopher");
        }
        Map<String, Object> said = new HashMap<>();
        said.put("symposium.processes", processes);
        if (algorithm.allocates()) {
            if (elect || topology.isPresent()) {
                throw new BadInput(
                        algorithm.name()
                                + " links every node with every other, and elects no leader: --topology and --elect are for the others");
            }
        } else {
            String section = algorithm.elects() ? "symposium.election." : "symposium.";
            said.put(section + "algorithm", algorithm.name());
            topology.ifPresent(named -> {
                algorithm.on(named, processes);
                said.put(section + "topology", named.name());
            });
        }
        voters.ifPresent(which -> said.put("symposium.voters", which));
        boolean dynamic = voters.filter("dynamic"::equals).isPresent();
        process.ifPresent(named -> said.put("symposium.process", number(named, dynamic ? MOST_PROCESSES : processes)));
        // Long enough for the live nodes to answer a node that comes back, before it forms a cluster of its own.
        said.put("akka.cluster.seed-node-timeout", "5s");
        cuts.ifPresent(server -> said.put("akka.remote.artery.advanced.test-mode", "on"));
        formation.ifPresent(time -> said.put("symposium.formation-timeout", time));
        events.ifPresent(directory -> said.put(Demo.EVENTS, directory.path().toString()));
        said.putAll(management());
        return member.config(
                SymposiumNode.SYSTEM,
                port,
                said,
                Map.of("symposium.services", List.of(service().hosted())));
    }

    private Map<String, Object> management() {
        if (bootstrap == member.seeds().isPresent()) {
            throw new BadInput(
                    "one of --seeds and --bootstrap must be given: the first names nodes that are there, with the"
                            + " other the node finds them by the discovery that its configuration names");
        }
        if (bootstrap && management.isEmpty()) {
            throw new BadInput("--bootstrap needs --management HOST:PORT, by which the nodes find each other");
        }
        if ((clients || tokenFile.isPresent()) && management.isEmpty()) {
            throw new BadInput("--clients and --token-file need --management HOST:PORT, where clients are served");
        }
        if ((clients || tokenFile.isPresent()) && !algorithm.allocates()) {
            throw new BadInput(
                    "--clients and --token-file need --algorithm resources: clients ask for locks, and a node with %s has none",
                    algorithm.name());
        }
        Map<String, Object> said = new HashMap<>();
        if (clients || tokenFile.isPresent()) {
            said.put("akka.management.http.routes.symposium-clients", ClientRoutes.class.getName());
        }
        tokenFile.ifPresent(file -> {
            said.put("symposium.clients.authentication", "token");
            said.put("symposium.clients.token-file", file.toString());
        });
        management.map(at -> HostAndPort.of("--management", at, 0)).ifPresent(at -> {
            said.put("akka.management.http.hostname", at.host());
            said.put("akka.management.http.port", at.port());
            said.put("akka.management.http.routes.symposium", StatusRoutes.class.getName());
            said.put("akka.management.health-checks.readiness-checks.symposium", ReadinessCheck.class.getName());
        });
        return said;
    }

    /**
     * The number of the process, or that of the philosopher of this name: philosophers are placed in the order of their
     * lines.
     */
    private int number(String process, int count) {
        if (topology.isPresent() && topology.get().of(count) instanceof Seats seats) {
            List<String> names = seats.table().names();
            if (names.contains(process)) {
                return names.indexOf(process);
            }
            if (!process.matches("-?[0-9]+")) {
                throw new BadInput(
                        "--process %s: must be a whole number from 0 to %d, or one of %s",
                        quoted(process), count - 1, String.join(", ", names));
            }
        }
        return Values.whole("--process", process, 0, count - 1);
    }

    private static JsonObject json(Termination ended, NodeRunner node) {
        return new JsonObject()
                .with("ended", ended.cause().name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .with("why", ended.why())
                .withAll(node.tally().json());
    }
}
