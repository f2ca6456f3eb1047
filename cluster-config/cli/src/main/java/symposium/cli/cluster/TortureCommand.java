package symposium.cli.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import symposium.cli.option.BadInput;
import symposium.cli.option.Bounds;
import symposium.cli.option.Converters;
import symposium.cli.option.OutputDirectory;
import symposium.cli.option.Values;
import symposium.cli.report.ExitCode;
import symposium.cli.report.JsonObject;
import symposium.cli.report.ReportingCommand;
import symposium.cluster.settings.ClusterCatalogue;
import symposium.judge.HistoryEvent;
import symposium.judge.InvalidHistory;
import symposium.judge.Judge;
import symposium.torture.History;
import symposium.torture.Machine;
import symposium.torture.Torture;
import symposium.torture.Torture.Fault;

/** {@code symposium torture}: a real cluster under faults, and the judgement of its history. */
@Command(name = "torture")
public final class TortureCommand extends ReportingCommand {

    private static final int MOST_NODES = 9;
    private static final int MOST_ROUNDS = 100_000;
    private static final int MOST_SECONDS = 3_600;
    private static final int MOST_SESSIONS = 100;
    private static final Duration WITHIN = Duration.ofMinutes(1);

    /** What runs a node: the command {@code symposium node}. */
    private static final List<String> NODE = List.of("symposium.cli.Main", "node");

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            defaultValue = "ewd851-misra",
            converter = HostedName.Converter.class)
    private HostedName algorithm;

    @Option(names = "--voters", paramLabel = "static|dynamic")
    private Optional<String> voters;

    @Option(names = "--nodes", paramLabel = "N")
    @Bounds(least = 2, most = MOST_NODES)
    private int nodes = 3;

    @Option(names = "--rounds", paramLabel = "R")
    @Bounds(least = 1, most = MOST_ROUNDS)
    private int rounds = 10;

    @Option(names = "--seed", paramLabel = "S")
    @Bounds(most = Integer.MAX_VALUE)
    private Optional<Integer> seed;

    @Option(names = "--faults", paramLabel = "FAULT[,FAULT...]")
    private Optional<String> faults;

    @Option(names = "--within", paramLabel = "S")
    @Bounds(most = MOST_SECONDS)
    private Duration within = WITHIN;

    @Option(names = "--sessions", paramLabel = "K")
    @Bounds(most = MOST_SESSIONS)
    private int sessions;

    @Option(names = "--loopback")
    private boolean loopback;

    @Option(names = "--directory", paramLabel = "DIR")
    private Optional<OutputDirectory> directory;

    @Option(names = "--events", paramLabel = "DIR")
    private Optional<OutputDirectory> events;

    @Option(names = "--judge", paramLabel = "FILE")
    private Optional<Path> judged;

    @Override
    public Integer call() throws InterruptedException {
        Path file = judged.isPresent() ? judged.get() : run();
        Judge.Verdict verdict;
        try {
            verdict = Judge.judge(History.read(file));
        } catch (IOException | InvalidHistory unreadable) {
            throw new BadInput("--judge " + Values.quoted(file.toString()) + ": " + unreadable.getMessage());
        }
        print(() -> json(verdict, file), () -> text(verdict, file));
        return verdict.violations().isEmpty() ? ExitCode.DONE : ExitCode.VIOLATED;
    }

    private Path run() throws InterruptedException {
        if (voters.filter(which -> !List.of("static", Torture.DYNAMIC).contains(which))
                        .isPresent()
                || dynamic() && !algorithm.allocates()) {
            throw new BadInput("--voters " + voters.get() + ": must be static, or dynamic with --algorithm resources");
        }
        if (sessions > 0 && !algorithm.allocates()) {
            throw new BadInput("--sessions is for --algorithm resources");
        }
        int chosen = seed.orElseGet(() -> ThreadLocalRandom.current().nextInt(10_000));
        boolean namespaces = !loopback && Machine.canIsolate();
        List<Fault> possible = faults.map(this::named).orElseGet(() -> Arrays.stream(Fault.values())
                .filter(fault -> fault != Fault.CLOCK_JUMP || Machine.canJump())
                .filter(fault -> fault != Fault.MEMBERSHIP || dynamic())
                .toList());
        if (possible.contains(Fault.CLOCK_JUMP) && !Machine.canJump()) {
            throw new BadInput("--faults clock-jump: on this machine that needs libfaketime, which is not installed");
        }
        if (possible.contains(Fault.MEMBERSHIP) && !dynamic()) {
            throw new BadInput(
                    "--faults membership: the voters must be dynamic (--algorithm resources --voters dynamic)");
        }
        if (!namespaces && !loopback) {
            note(command() + ": this user may make no network namespaces; links are cut within the nodes");
        }
        try {
            Path place =
                    directory.isPresent() ? directory.get().path() : Files.createTempDirectory("symposium-torture");
            story().println("%s, %d nodes, seed %d; history and logs in %s; again: %s"
                    .formatted(algorithm.name(), nodes, chosen, place, again(chosen)));
            return Torture.run(
                    new Torture.Settings(
                            NODE,
                            options(chosen),
                            ClusterCatalogue.hasGenerations(algorithm.name()),
                            ClusterCatalogue.servesSurvivors(algorithm.name()),
                            ClusterCatalogue.takesBack(algorithm.name()),
                            nodes,
                            rounds,
                            chosen,
                            possible,
                            within,
                            sessions,
                            namespaces,
                            place),
                    line -> {
                        story().println(line);
                        story().flush();
                    });
        } catch (IOException impossible) {
            throw new BadInput("the cluster cannot be started: " + impossible.getMessage());
        }
    }

    /** The command that repeats the run: every option that what happens depends on. */
    private String again(int chosen) {
        return "%s --algorithm %s --nodes %d --seed %d --rounds %d%s%s%s%s"
                .formatted(
                        command(),
                        algorithm.name()
                                + voters.map(which -> " --voters " + which).orElse(""),
                        nodes,
                        chosen,
                        rounds,
                        sessions == 0 ? "" : " --sessions " + sessions,
                        faults.map(said -> " --faults " + said.replace(" ", "")).orElse(""),
                        within.equals(WITHIN) ? "" : " --within " + Converters.inSeconds(within),
                        loopback ? " --loopback" : "");
    }

    private boolean dynamic() {
        return voters.filter(Torture.DYNAMIC::equals).isPresent();
    }

    private List<String> options(int chosen) {
        List<String> options =
                new ArrayList<>(List.of("--algorithm", algorithm.name(), "--mix", Integer.toString(chosen)));
        voters.ifPresent(which -> options.addAll(List.of("--voters", which)));
        events.ifPresent(log ->
                options.addAll(List.of("--events", log.path().toAbsolutePath().toString())));
        return options;
    }

    private List<Fault> named(String text) {
        List<String> names = Arrays.stream(Fault.values()).map(Fault::toString).toList();
        List<Fault> chosen = new ArrayList<>();
        for (String name : text.split(",", -1)) {
            if (!names.contains(name.strip().toLowerCase(Locale.ROOT))) {
                throw new BadInput(
                        "--faults " + Values.noneOf(Values.quoted(name), name, names, "symposium torture --help"));
            }
            chosen.add(Fault.values()[names.indexOf(name.strip().toLowerCase(Locale.ROOT))]);
        }
        return chosen;
    }

    private static JsonObject json(Judge.Verdict verdict, Path file) {
        Map<String, Integer> counts = new TreeMap<>();
        verdict.counts().forEach((kind, count) -> counts.put(kind.name().toLowerCase(Locale.ROOT), count));
        return new JsonObject()
                .with("history", file.toString())
                .with("violations", verdict.violations())
                .with("slowestMilliseconds", verdict.slowest())
                .with("events", counts);
    }

    private static String text(Judge.Verdict verdict, Path file) {
        StringBuilder text = new StringBuilder();
        verdict.violations()
                .forEach(violation -> text.append("violated ").append(violation).append('\n'));
        return text.append(
                        "%s: %d faults, %d grants, %d writes, %d accesses refused, %d grants lost; slowest service %.1f s; %s"
                                .formatted(
                                        file,
                                        verdict.count(HistoryEvent.Kind.FAULT),
                                        verdict.count(HistoryEvent.Kind.GRANTED),
                                        verdict.count(HistoryEvent.Kind.WRITTEN),
                                        verdict.count(HistoryEvent.Kind.REFUSED),
                                        verdict.count(HistoryEvent.Kind.LOST),
                                        verdict.slowest() / 1e3,
                                        verdict.violations().isEmpty()
                                                ? "everything holds"
                                                : verdict.violations().size() + " violations"))
                .toString();
    }
}
