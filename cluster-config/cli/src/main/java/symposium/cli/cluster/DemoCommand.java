package symposium.cli.cluster;

import static symposium.cli.option.Values.quoted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import symposium.arbitration.Danger;
import symposium.arbitration.Seats;
import symposium.cli.option.BadInput;
import symposium.cli.option.Bounds;
import symposium.cli.option.OutputDirectory;
import symposium.cli.option.OutputFile;
import symposium.cli.option.RunNetwork;
import symposium.cli.option.Values;
import symposium.cli.report.ExitCode;
import symposium.cli.report.JsonObject;
import symposium.cli.report.ReportingCommand;
import symposium.cli.trace.LogFiles;
import symposium.demo.Demo;
import symposium.demo.DemoConfig;
import symposium.demo.ThinkTimes;
import symposium.demo.narration.DemoOutcome;
import symposium.demo.narration.Line;
import symposium.demo.narration.Page;
import symposium.eventlog.reading.MergedLog;
import symposium.kernel.Event;
import symposium.kernel.TraceEvent;
import symposium.kernel.topology.Topology;
import symposium.topology.Topologies;
import symposium.topology.TopologyFile;
import symposium.web.RunServer;

/**
 * {@code symposium demo}: a real cluster in this JVM, whose processes share a critical section, and one of which dies.
 */
@Command(name = "demo")
public final class DemoCommand extends ReportingCommand {

    private static final String DEFAULT = "ewd851-misra";
    private static final int USUAL_NODES = 5;
    private static final int MOST_NODES = 9;
    private static final long LONGEST_SECONDS = 24 * 3600;
    private static final Duration LONGEST = Duration.ofSeconds(LONGEST_SECONDS);
    private static final Duration USUAL = Duration.ofSeconds(18);
    private static final Duration FORMATION = Duration.ofSeconds(90);
    private static final ThinkTimes APPETITE = new ThinkTimes(Duration.ofMillis(2000), Duration.ofMillis(400));
    private static final int FEWEST_WITH_DEATH = 3;
    private static final int MOST_ENTRIES = 100_000;
    private static final int DRAWN = 200;

    @Parameters(
            arity = "0..1",
            paramLabel = "ALGORITHM",
            descriptionKey = "algorithm",
            defaultValue = DEFAULT,
            converter = HostedName.Converter.class)
    private HostedName algorithm;

    @Option(names = "--topology", paramLabel = "T")
    private Optional<Topologies.Named> topology;

    @Option(names = "--table", paramLabel = "FILE")
    private Optional<String> table;

    @Option(names = "--nodes", paramLabel = "N")
    @Bounds(least = 2, most = MOST_NODES)
    private Optional<Integer> nodes;

    @Option(names = "--seconds", paramLabel = "S")
    @Bounds(most = LONGEST_SECONDS)
    private Optional<Duration> seconds;

    @Option(names = "--entries", paramLabel = "K")
    @Bounds(least = 1, most = MOST_ENTRIES)
    private Integer entries;

    @Option(names = "--seed", paramLabel = "S")
    @Bounds(most = Integer.MAX_VALUE)
    private Optional<Integer> seed;

    @Option(names = "--events", paramLabel = "DIR")
    private Optional<OutputDirectory> events;

    @Option(names = "--svg", paramLabel = "FILE")
    private Optional<OutputFile> svg;

    @Option(names = "--faults", negatable = true, defaultValue = "true", fallbackValue = "true")
    private boolean faults;

    @Option(names = "--web", paramLabel = "PORT", arity = "0..1", fallbackValue = "0")
    @Bounds(most = 65535)
    private Optional<Integer> web;

    @Override
    public Integer call() throws InterruptedException {
        Optional<Topologies.Named> named = algorithm.elects() ? Optional.empty() : network();
        DemoConfig plan = plan(named);
        story().printf(
                        "symposium demo: %s%s, %d nodes%s%s%n",
                        plan.algorithm(),
                        plan.topology().map(linked -> " on " + linked).orElse(""),
                        plan.nodes(),
                        algorithm.elects() ? "" : ", seed " + plan.seed(),
                        story(plan.death()));
        Optional<Topology> linked = named.map(each -> each.of(plan.nodes()));
        linked.flatMap(this::warning).ifPresent(story()::println);
        linked.flatMap(RunNetwork::legend).ifPresent(story()::println);
        Page page = Page.sinceTheBeginning(story(), Page.Colours.of(coloured()));
        DemoOutcome outcome = run(plan, page);
        svg.ifPresent(file -> file.write("--svg", diagram(plan)));
        story().println();
        outcome.tally().table().forEach(story()::println);
        outcome.tally().recovery().ifPresent(span -> story().printf(
                        "From the death to the next %s: %s.%n",
                        algorithm.elects() ? "leader" : "grant", Line.seconds(span)));
        story().printf(
                        algorithm.elects()
                                ? "All followed the first leader after %s; all of it took %s.%n%n"
                                : "The cluster formed in %s; all of it took %s.%n%n",
                        Line.seconds(outcome.formed()),
                        Line.seconds(outcome.lasted()));
        story().println(verdict(outcome));
        story().flush();
        if (json()) {
            out().println(json(plan, outcome));
        }
        return ExitCode.of(outcome.verdict());
    }

    private String story(DemoConfig.Death death) {
        return switch (death) {
            case OF_THE_HOLDER -> "; " + victim() + " will be killed; --no-faults spares it";
            case BY_HAND -> "; the page has buttons for faults";
            case NONE -> ", no faults";
        };
    }

    /** Runs it, with its page if that is requested. */
    private DemoOutcome run(DemoConfig plan, Page page) throws InterruptedException {
        if (web.isEmpty()) {
            return Demo.of(plan, page, (at, event) -> {}).run();
        }
        AtomicReference<Optional<RunServer>> server = new AtomicReference<>(Optional.empty());
        Demo demo = Demo.of(plan, page, (at, event) -> server.get().ifPresent(there -> {
            LiveFaults.show(event, there);
        }));
        try (RunServer there = RunServer.start(
                plan.events().orElseThrow(),
                Optional.empty(),
                web.get(),
                "symposium demo: " + plan.algorithm(),
                faults ? LiveFaults.of(demo) : List.of(),
                this::note)) {
            server.set(Optional.of(there));
            story().println("The page: " + there.address());
            story().flush();
            return demo.run();
        } catch (IOException bound) {
            throw new BadInput(
                    "--web %d: %s; use another one, or none for any free port", web.get(), bound.getMessage());
        }
    }

    /** What happened when the others had been told of the death; without one, the beginning. */
    private static String diagram(DemoConfig plan) {
        MergedLog log = LogFiles.merged(LogFiles.inDirectory(plan.events().orElseThrow()))
                .values()
                .iterator()
                .next();
        List<TraceEvent> events = log.log().trace().events();
        int told = IntStream.range(0, events.size())
                .filter(at -> tellsOfADeath(events.get(at)))
                .findFirst()
                .orElse(0);
        return LogFiles.diagram(log, Math.max(0, told - DRAWN / 2) + 1, DRAWN);
    }

    private static boolean tellsOfADeath(TraceEvent event) {
        return event instanceof TraceEvent.Stepped stepped
                && stepped.event() instanceof Event.NeighboursChanged<?, ?> changed
                && !changed.departed().isEmpty();
    }

    /** Where the event logs go that the page follows, or that are drawn. */
    private Optional<Path> logs() {
        Optional<Path> given = events.map(OutputDirectory::path);
        if (given.isPresent() || web.isEmpty() && svg.isEmpty()) {
            return given;
        }
        try {
            Path own = Files.createTempDirectory("symposium-demo");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> OutputDirectory.delete(own)));
            return Optional.of(own);
        } catch (IOException full) {
            throw new BadInput(
                    "no directory can be made for event logs: %s; --events DIR names one", full.getMessage());
        }
    }

    private DemoConfig.Death death() {
        return !faults
                ? DemoConfig.Death.NONE
                : web.isPresent() ? DemoConfig.Death.BY_HAND : DemoConfig.Death.OF_THE_HOLDER;
    }

    private String victim() {
        if (algorithm.elects()) {
            return "the leader";
        }
        return "the node of one who " + (algorithm.allocates() ? "has three resources" : "eats");
    }

    private static String verdict(DemoOutcome outcome) {
        return switch (outcome.verdict()) {
            case HOLDS -> "Verdict of the observer: " + outcome.why() + ".";
            case VIOLATED -> "Violated: " + outcome.why();
            case UNDECIDED -> "Not decided: " + outcome.why();
        };
    }

    /** The number of nodes, when the survivors of a death are a majority. */
    private int withMajority(int count) {
        if (faults && count < FEWEST_WITH_DEATH) {
            throw new BadInput(
                    "--nodes '%s': the survivor of two is not a majority, and %s; use %d or more, or --no-faults",
                    count, algorithm.elects() ? "elects no leader" : "is granted nothing", FEWEST_WITH_DEATH);
        }
        return count;
    }

    private DemoConfig plan(Optional<Topologies.Named> named) {
        boolean ofSharing = Stream.of(seconds, Optional.ofNullable(entries), seed, topology, table)
                .anyMatch(Optional::isPresent);
        if (algorithm.elects() && ofSharing) {
            throw new BadInput(
                    "%s elects: --seconds, --entries, --seed, --topology and --table are for mutual exclusion",
                    algorithm.name());
        }
        if (algorithm.allocates() && named.isPresent()) {
            throw new BadInput(
                    "%s links every node with every other: --topology and --table are for the others",
                    algorithm.name());
        }
        int count = withMajority(nodes.orElseGet(() -> count(named)));
        if (seconds.isPresent() && entries != null) {
            throw new BadInput("--seconds and --entries are both given; give only one of them");
        }
        named.ifPresent(linked -> algorithm.on(linked, count));
        return new DemoConfig(
                algorithm.name(),
                named.map(Topologies.Named::name),
                count,
                seed.orElseGet(() -> ThreadLocalRandom.current().nextInt(10_000)),
                entries != null ? LONGEST : seconds.orElse(web.isPresent() ? LONGEST : USUAL),
                entries != null ? OptionalInt.of(entries) : OptionalInt.empty(),
                death(),
                APPETITE,
                FORMATION,
                logs());
    }

    /** The topology that --topology names, or that of the table that --table names. */
    private Optional<Topologies.Named> network() {
        if (table.isEmpty()) {
            return topology;
        }
        if (topology.isPresent()) {
            throw new BadInput("--table and --topology are both given; give only one of them");
        }
        String file = table.get();
        Topology read = Values.of("--table", () -> TopologyFile.read(file));
        if (read instanceof Seats) {
            return Optional.of(Topologies.Named.fixed(file, read));
        }
        throw new BadInput("--table %s is a graph; use a table, or --topology", quoted(file));
    }

    private static int count(Optional<Topologies.Named> named) {
        int count = named.map(Topologies.Named::processes)
                .orElse(OptionalInt.empty())
                .orElse(USUAL_NODES);
        if (count < 2 || count > MOST_NODES) {
            throw new BadInput(
                    "--topology %s: has %d nodes; from 2 to 9 are allowed here",
                    quoted(named.orElseThrow().name()), count);
        }
        return count;
    }

    /** The warning that the orders of a table may lead to deadlock. */
    private Optional<String> warning(Topology linked) {
        return linked instanceof Seats seats
                        && !algorithm.name().equals("chandy-misra")
                        && Danger.of(seats.table()) instanceof Danger.Present
                ? Optional.of("These orders may lead to deadlock: symposium table analyse shows how, and"
                        + " symposium table plan gives others.")
                : Optional.empty();
    }

    private JsonObject json(DemoConfig plan, DemoOutcome outcome) {
        JsonObject json = new JsonObject().with("algorithm", plan.algorithm()).withPresent("topology", plan.topology());
        json.with("nodes", plan.nodes());
        if (!algorithm.elects()) {
            json.with("seed", plan.seed());
        }
        json.with("faults", faults).with("verdict", outcome.verdict()).with("why", outcome.why());
        if (algorithm.elects()) {
            json.with("terms", outcome.tally().leaders());
        }
        return json.withAll(outcome.tally().json())
                .with(
                        algorithm.elects() ? "secondsToFirstLeader" : "secondsToForm",
                        outcome.formed().toMillis() / 1000.0)
                .with("seconds", outcome.lasted().toMillis() / 1000.0);
    }
}
