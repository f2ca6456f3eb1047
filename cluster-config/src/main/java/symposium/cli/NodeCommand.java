package symposium.cli;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import symposium.arbitration.Seats;
import symposium.cluster.Hocon;
import symposium.cluster.InvalidSetting;
import symposium.cluster.SymposiumNode;
import symposium.cluster.Termination;
import symposium.demo.DemoScript;
import symposium.demo.ElectionStatistics;
import symposium.demo.NodeRunner;
import symposium.demo.Page;
import symposium.demo.ThinkTimes;
import symposium.graph.Topologies;

/** {@code symposium node}: one member of a cluster of many JVMs. */
@Command(
        name = "node",
        header =
                "Runs one member of a cluster of many JVMs, and a philosopher who eats at it, or a voter who is told who leads.",
        description = {
            "%nThe node joins the cluster that one of the seeds is a member of, and keeps trying. The first seed forms the"
                    + " cluster when none of the others is a member of one. A node that has been killed and is started"
                    + " again with the same command joins again, provided that one of the seeds it names lives.%n",
            "What happens at this node is told line by line: the time of day, the process, what happened. SIGTERM or"
                    + " ctrl-C make it leave in good order."
        },
        exitCodeList = {
            "0:it was asked to leave, and has left in good order",
            "1:violated: its process was asked for a step that no rule admits",
            "2:the cluster did not form in time, or the node was removed from it, or cut off for good",
            "64:the command line, or what it names, is not right, a port is in use, its number is taken, or the cluster is"
                    + " configured otherwise; one line on standard error says what",
            "70:a fault of this program; --debug shows where"
        })
final class NodeCommand implements Callable<Integer> {

    private static final int MOST_PROCESSES = 1000;
    private static final int MOST_MILLISECONDS = 3_600_000;
    private static final int HIGHEST_PORT = 65535;
    private static final Duration GOODBYE = Duration.ofSeconds(20);

    @Option(
            names = "--process",
            paramLabel = "K",
            required = true,
            description =
                    "Its number, from 0; one for each node. Where --topology is a table, the name of its philosopher will do.")
    private String process;

    @Option(
            names = "--processes",
            paramLabel = "N",
            required = true,
            description =
                    "How many nodes there are when all are up; the same for all. Nothing is granted without a majority"
                            + " of these.")
    private String processes;

    @Option(
            names = "--port",
            paramLabel = "P",
            required = true,
            description = "The TCP port at which the others find it; 0 for any that is free.")
    private String port;

    @Option(
            names = "--host",
            paramLabel = "H",
            defaultValue = "127.0.0.1",
            description = "The address or name of this machine by which the others find it. Default: ${DEFAULT-VALUE}.")
    private String host;

    @Option(
            names = "--seeds",
            paramLabel = "HOST:PORT[,HOST:PORT...]",
            required = true,
            description = "Where to look for the cluster; the same for all, two at least if nodes are to come back.")
    private String seeds;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            defaultValue = "ewd851-misra",
            description =
                    "How they share the critical section; the same for all. With an algorithm for elections, how they elect,"
                            + " and --elect is meant. With resources, an application takes now these, now those of five"
                            + " resources from the node's table. Default: ${DEFAULT-VALUE}.")
    private String algorithm;

    @Option(
            names = "--elect",
            description = "There is no philosopher; it is told who leads. Default for how they elect: chang-roberts.")
    private boolean elect;

    @Option(
            names = "--topology",
            paramLabel = "T",
            description = "How they are linked; the same for all: ring, complete, line, star, tree, petersen, grid:RxC,"
                    + " random:D:SEED, or a file with a graph. Default: the first that the catalogue names.")
    private String topology;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings in HOCON, which go before all but those of the command line.")
    private String file;

    @Option(
            names = "--think",
            paramLabel = "MS",
            defaultValue = "2000",
            description = "How long the philosopher thinks on average, in milliseconds. Default: ${DEFAULT-VALUE}.")
    private String think;

    @Option(
            names = "--eat",
            paramLabel = "MS",
            defaultValue = "500",
            description = "How long it eats on average, in milliseconds. Default: ${DEFAULT-VALUE}.")
    private String eat;

    @Option(names = "--no-meals", description = "There is no philosopher; the node serves the others.")
    private boolean fasting;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Decides how long it thinks and eats. Default: another one each time.")
    private String seed;

    @Option(
            names = "--formation-timeout",
            paramLabel = "S",
            description = "Give up when there is no majority after so many seconds. Default: 120.")
    private String formation;

    @Option(
            names = "--log",
            paramLabel = "FILE",
            description = "Write every step of the node's process to FILE: the time of day, rule, event and effects.")
    private String log;

    @Option(
            names = "--json",
            description = "Print one JSON object on standard output at the end; the story goes to standard error.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Termination ended;
        try {
            ended = run();
        } catch (InvalidSetting invalid) {
            throw new BadInput(invalid.getMessage());
        }
        if (ended.cause() == Termination.Cause.REFUSED) {
            throw new BadInput(ended.why());
        }
        if (ended.cause() != Termination.Cause.LEFT) {
            spec.commandLine().getErr().println(spec.qualifiedName() + ": " + ended.why());
        }
        return ended.cause().exitCode();
    }

    private Termination run() throws InterruptedException {
        ThinkTimes appetite = new ThinkTimes(milliseconds("--think", think), milliseconds("--eat", eat));
        long chance = seed != null
                ? Values.whole("--seed", seed, 0, Integer.MAX_VALUE)
                : ThreadLocalRandom.current().nextInt(10_000);
        Config config = config();
        Optional<Path> file = Optional.ofNullable(log)
                .map(name -> OutputFile.of("--log", name).path());
        PrintWriter ground = ConsoleOutput.of(spec, json);
        NodeRunner guest = atTable() ? NodeRunner.arrivingAtTable(config) : NodeRunner.arriving(config);
        Instant beginning = guest.began();
        CompletableFuture<Termination> over = new CompletableFuture<>();
        Thread onSignal = new Thread(() -> leave(guest, over), "goodbye");
        Runtime.getRuntime().addShutdownHook(onSignal);
        try (StepLog ledger = StepLog.in(file, beginning)) {
            if (seeds.equals(host + ":" + port) && guest.processes() > 1) {
                ground.println(
                        "The only seed is this node itself: killed and started again, it could not find the others."
                                + " Name two of them.");
            }
            Page page = Page.byTheClock(ground, ConsoleOutput.colours(), beginning);
            Termination ended;
            if (electing()) {
                ended = guest.voting().tellWhoLeads(page, ledger);
            } else {
                ended = (fasting ? guest : guest.dining(appetite, chance)).tell(page, ledger);
            }
            if (json) {
                spec.commandLine().getOut().println(Json.of(json(ended, guest)));
            } else if (ended.cause() == Termination.Cause.LEFT) {
                guest.returns()
                        .map(ElectionStatistics::table)
                        .orElseGet(() -> guest.tally().table())
                        .forEach(ground::println);
            }
            spec.commandLine().getOut().flush();
            over.complete(ended);
            return ended;
        } finally {
            over.cancel(false);
            forget(onSignal);
        }
    }

    /** Every node has a table, and an algorithm for its lock besides. */
    private boolean atTable() {
        return algorithm.equals(DemoScript.TABLE);
    }

    private boolean electing() {
        return elect || SymposiumNode.elections().contains(algorithm);
    }

    private static void forget(Thread onSignal) {
        try {
            Runtime.getRuntime().removeShutdownHook(onSignal);
        } catch (IllegalStateException goingDown) {
            // Then it is what brought this about, and ends the virtual machine.
        }
    }

    /** On a signal the virtual machine would end with a code of its own. */
    private static void leave(NodeRunner guest, CompletableFuture<Termination> over) {
        guest.leave();
        int code = over.completeOnTimeout(
                        new Termination(Termination.Cause.REMOVED, "it has not left in time"),
                        GOODBYE.toSeconds(),
                        TimeUnit.SECONDS)
                .handle((ended, failed) ->
                        failed != null ? ExitCode.UNEXPECTED : ended.cause().exitCode())
                .join();
        Runtime.getRuntime().halt(code);
    }

    private static Duration milliseconds(String where, String text) {
        return Duration.ofMillis(Values.whole(where, text, 1, MOST_MILLISECONDS));
    }

    private Config config() {
        Map<String, Object> said = new HashMap<>();
        int count = Values.whole("--processes", processes, 1, MOST_PROCESSES);
        said.put("symposium.processes", count);
        List<String> known = new ArrayList<>(SymposiumNode.algorithms());
        known.add(DemoScript.TABLE);
        known.addAll(SymposiumNode.elections());
        String name = Values.algorithm("--algorithm", algorithm, known, SymposiumNode::runs);
        if (atTable()) {
            if (elect || topology != null) {
                throw new BadInput(
                        name
                                + " links everybody with everybody, and elects nobody: --topology and --elect are for the others");
            }
        } else {
            String section = SymposiumNode.elections().contains(name) ? "symposium.election." : "symposium.";
            said.put(section + "algorithm", name);
            TopologyError.by(topology, name, count).ifPresent(linked -> said.put(section + "topology", linked));
        }
        said.put("symposium.process", number(count));
        said.put("akka.remote.artery.canonical.port", Values.whole("--port", port, 0, HIGHEST_PORT));
        said.put("akka.remote.artery.canonical.hostname", host("--host", host));
        said.put("akka.cluster.seed-nodes", seeds());
        // Long enough for those who live to answer a node that comes back, before it thinks that it is the first.
        said.put("akka.cluster.seed-node-timeout", "5s");
        // This command leaves by itself, and waits until it has.
        said.put("akka.coordinated-shutdown.run-by-jvm-shutdown-hook", "off");
        if (formation != null) {
            said.put(
                    "symposium.formation-timeout",
                    Values.seconds("--formation-timeout", formation, Duration.ofDays(1)));
        }
        return Hocon.nodeWith(said, file == null ? ConfigFactory.empty() : Hocon.file(path(file)), true);
    }

    /** The number of the process, or that of the philosopher of this name: philosophers are placed in the order of their lines. */
    private int number(int count) {
        if (topology != null && Topologies.named(topology).of(count) instanceof Seats seats) {
            List<String> names = seats.table().names();
            if (names.contains(process)) {
                return names.indexOf(process);
            }
            if (!process.matches("-?[0-9]+")) {
                throw new BadInput("--process %s: a whole number from 0 to %d is wanted, or one of %s"
                        .formatted(Values.quoted(process), count - 1, String.join(", ", names)));
            }
        }
        return Values.whole("--process", process, 0, count - 1);
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException unfit) {
            throw new BadInput("--config " + Values.quoted(text) + ": the name of a file is wanted");
        }
    }

    private static String host(String where, String text) {
        if (!text.matches("[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")) {
            throw new BadInput(
                    "%s %s: the name or the IPv4 address of a machine is wanted".formatted(where, Values.quoted(text)));
        }
        return text;
    }

    private List<String> seeds() {
        List<String> addresses = new ArrayList<>();
        for (String seed : seeds.split(",", -1)) {
            int colon = seed.lastIndexOf(':');
            if (colon < 0) {
                throw new BadInput("--seeds %s: HOST:PORT is wanted, several of them parted by commas"
                        .formatted(Values.quoted(seed)));
            }
            addresses.add("akka://%s@%s:%d"
                    .formatted(
                            SymposiumNode.SYSTEM,
                            host("--seeds", seed.substring(0, colon)),
                            Values.whole("--seeds", seed.substring(colon + 1), 1, HIGHEST_PORT)));
        }
        return addresses;
    }

    private static Map<String, Object> json(Termination ended, NodeRunner guest) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("ended", ended.cause().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        json.put("why", ended.why());
        json.putAll(guest.returns().map(ElectionStatistics::json).orElseGet(() -> guest.tally()
                .json()));
        return json;
    }
}
