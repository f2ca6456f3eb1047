package symposium.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import symposium.checker.Explorer;
import symposium.checker.FaultBudget;
import symposium.checker.Limits;
import symposium.checker.Model;
import symposium.checker.Property;
import symposium.checker.RandomWalks;
import symposium.checker.Report;
import symposium.checker.Verdict;
import symposium.graph.Topologies;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.Channels;
import symposium.kernel.ProcessId;
import symposium.kernel.Start;
import symposium.kernel.TraceEvent;
import symposium.kernel.Variant;
import symposium.mutex.causal.CausalAlgorithm;
import symposium.trace.SvgDiagram;
import symposium.trace.TextDiagram;
import symposium.trace.Trace;
import symposium.trace.TraceListing;

/** {@code symposium check}: explores every interleaving of an algorithm on a small instance. */
@Command(
        name = "check",
        header = "Explores every interleaving of an algorithm on a small instance.",
        description = {
            "%nEvery reachable state is looked at, and every property judged: the laws of the problem, the paper's own"
                    + " invariants, deadlock, starvation under fairness, and how often others may overtake. What is"
                    + " violated comes with a shortest counterexample.%n",
            "Without an option that says otherwise, the algorithm runs under exactly the assumptions of its paper:"
                    + " see symposium algorithms."
        },
        exitCodeList = {
            "0:every property holds",
            "1:a property is violated",
            "2:not decided: a bound on states, time or memory was reached",
            "64:the command line, or what it names, is not right; one line on standard error says what would be",
            "70:a fault of this program; --debug shows where"
        })
final class CheckCommand implements Callable<Integer> {

    private static final int MOST_PROCESSES = 64;
    private static final int MOST_REQUESTS = 1000;
    private static final int MOST_FAULTS = 100;
    private static final int MOST_WALKS = 1_000_000;
    private static final int MOST_STATES = 1 << 30;
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final int WARM_UP_STATES = 500_000;
    private static final Duration LONGEST = Duration.ofDays(7);

    @Parameters(arity = "0..1", paramLabel = "ALGORITHM", description = "Its name: see symposium algorithms.")
    private String name;

    @Option(
            names = {"-n", "--processes"},
            paramLabel = "N",
            description = "How many processes, from 1. May be left out where --topology or --ids says it.")
    private String processes;

    @Option(names = "--topology", paramLabel = "NAME", description = NetworkOptions.TOPOLOGY)
    private String topology;

    @Option(
            names = "--ids",
            paramLabel = "I,I,...",
            description =
                    "Which process is at which position of the topology: the numbers from 0, each once, in the order"
                            + " of the positions (on a ring, position k+1 is to the left of position k). Default: process k is at"
                            + " position k.")
    private String ids;

    @Option(
            names = "--holder",
            paramLabel = "H",
            description =
                    "The process at which the token starts, by its number from 0, or by the name that a file gives"
                            + " it. Default: the first.")
    private String holder;

    @Option(
            names = "--quorum",
            paramLabel = "Q",
            description = "How many processes must agree where an algorithm that stands crashes asks for it."
                    + " Default: a majority.")
    private String quorum;

    @Option(
            names = "--requests",
            paramLabel = "K",
            description = "How often each user asks, at most. Default: without bound where the state space is finite"
                    + " anyway, once elsewhere.")
    private String requests;

    @Option(
            names = "--initiators",
            paramLabel = "P,P,...",
            description = "Whose users ask at all: 'all', or some by their numbers or names. Default: all.")
    private String initiators;

    @Option(
            names = "--network",
            paramLabel = "ORDER",
            description = "In which order links deliver: fifo, unordered. Default: as the paper assumes.")
    private String network;

    @Option(
            names = "--loss",
            paramLabel = "K",
            defaultValue = "0",
            description = "How many messages may be lost, at any moment. Default: ${DEFAULT-VALUE}.")
    private String losses;

    @Option(
            names = "--crash",
            paramLabel = "K",
            defaultValue = "0",
            description = "How many processes may crash, at any moment. Default: ${DEFAULT-VALUE}.")
    private String crashes;

    @Option(
            names = "--duplicate",
            paramLabel = "K",
            defaultValue = "0",
            description = "How many messages may arrive twice. Default: ${DEFAULT-VALUE}.")
    private String duplications;

    @Option(
            names = "--link-failure",
            paramLabel = "K",
            defaultValue = "0",
            description = "How often a link may fail, at any moment; what is under way on it comes back to its sender."
                    + " Default: ${DEFAULT-VALUE}.")
    private String linkFailures;

    @Option(
            names = "--link-recovery",
            paramLabel = "K",
            defaultValue = "0",
            description = "How often a link that has failed may recover. Default: ${DEFAULT-VALUE}.")
    private String linkRecoveries;

    @Option(
            names = "--join",
            paramLabel = "K",
            defaultValue = "0",
            description =
                    "How many processes, those with the highest numbers, are not there at the start and may come at"
                            + " any moment. Default: ${DEFAULT-VALUE}.")
    private String joins;

    @Option(
            names = "--leave",
            paramLabel = "K",
            defaultValue = "0",
            description = "How many processes may be asked to leave, at any moment. Default: ${DEFAULT-VALUE}.")
    private String leaves;

    @Option(
            names = "--partition",
            paramLabel = "P,P",
            description = "Let the network fall apart once, at any moment, into these processes and the others. A side"
                    + " without a quorum is told that it is cut off, the other that it has departed. Judged by what can"
                    + " still be promised then: one in its critical section per generation.")
    private String partition;

    @Option(
            names = "--variant",
            paramLabel = "NAME",
            description = "A faulty variant instead, by its name or its number: see symposium algorithms --errata.")
    private String variant;

    @Option(
            names = "--causal",
            description = "Ask whether requests are granted in causal order, instead of the paper's own laws; without"
                    + " crashes, and each user asks once unless --requests says otherwise.")
    private boolean causal;

    @Option(
            names = "--safety",
            description = "Leave out starvation and overtaking, which take longer than finding the states.")
    private boolean safety;

    @Option(
            names = "--warm-up",
            description = "Explore for some seconds beforehand, so that the figures of speed leave out the"
                    + " just-in-time compilation.")
    private boolean warmUp;

    @Option(
            names = "--max-states",
            paramLabel = "N",
            defaultValue = "" + MOST_STATES,
            description = "Give up after about so many states. Default: as many as memory holds.")
    private String states;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "3600",
            description =
                    "Give up after so many seconds, the search for starvation included. Default: ${DEFAULT-VALUE}.")
    private String seconds;

    @Option(
            names = "--walks",
            paramLabel = "N",
            description =
                    "Instead of exploring, go through it at random so many times, where it is too large to explore.")
    private String walks;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "The seed of the first walk; each further walk has the next. Default: ${DEFAULT-VALUE}.")
    private String seed;

    @Option(
            names = "--steps",
            paramLabel = "K",
            defaultValue = "300",
            description = "How many steps of a walk are taken at random before all is let come to rest."
                    + " Default: ${DEFAULT-VALUE}.")
    private String walkSteps;

    @Option(names = "--json", description = "Print one JSON object on standard output.")
    private boolean json;

    @Option(
            names = "--diagram",
            description = "Draw the counterexample in space and time; where nothing is violated, the way to a state"
                    + " farthest from the start.")
    private boolean diagram;

    @Option(names = "--stamps", description = "List the same way with the logical and the vector time of each step.")
    private boolean stamps;

    @Option(names = "--svg", paramLabel = "FILE", description = "Write that drawing to FILE, as SVG.")
    private String svg;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<String> names =
                Catalogue.all().stream().<String>map(Algorithm::name).toList();
        if (name == null) {
            throw new BadInput("which algorithm? There are: " + String.join(", ", names));
        }
        Algorithm<?, ?, ?, ?, ?> algorithm = Catalogue.named(
                        Values.algorithm("algorithm", name, names, known -> Catalogue.named(known)
                                .isPresent()))
                .orElseThrow();
        return causal ? check(inCausalOrder(algorithm)) : check(algorithm);
    }

    private CausalAlgorithm<?, ?> inCausalOrder(Algorithm<?, ?, ?, ?, ?> algorithm) {
        if (!crashes.strip().equals("0")) {
            throw new BadInput("--causal goes without --crash: who has crashed is not waited for");
        }
        return CausalAlgorithm.of(algorithm)
                .orElseThrow(() -> new BadInput("--causal is for mutual exclusion, and %s solves another problem: %s"
                        .formatted(algorithm.name(), algorithm.problem().name())));
    }

    private <S, M, U, I, O> int check(Algorithm<S, M, U, I, O> algorithm) {
        Optional<Topologies.Named> named = NetworkOptions.named(topology);
        int count = processes == null && ids != null
                ? NetworkOptions.ids(ids).size()
                : NetworkOptions.processes(named, processes, MOST_PROCESSES);
        NetworkOptions arrangement = seated(NetworkOptions.of(algorithm, named, count));
        Start majority = Start.of(count, arrangement.process("--holder", holder).number());
        Start start = quorum == null ? majority : majority.withQuorum(Values.whole("--quorum", quorum, 1, count));
        Optional<Variant<S, M, I, O>> bent;
        Model<S, M, U, I, O> model;
        try {
            bent = Optional.ofNullable(variant).map(text -> variant(algorithm.name(), text, algorithm.variants(start)));
            model = model(algorithm, start, bent).withTopology(arrangement.topology());
        } catch (IllegalArgumentException undefined) {
            throw new BadInput(
                    "-n %d: %s does not run on so many: %s".formatted(count, algorithm.name(), undefined.getMessage()));
        }
        if (initiators != null && !initiators.strip().equals("all")) {
            model = model.withInitiators(arrangement.several("--initiators", initiators));
        }
        if (model.faults().linkFailures() > 0 && Explorer.sided(model)) {
            throw new BadInput(
                    "--link-failure %d: the links of a %s have sides, and nobody does without either neighbour; a topology without sides is wanted"
                            .formatted(model.faults().linkFailures(), model.topology()));
        }
        Limits limits = new Limits(
                Values.whole("--max-states", states, 1, MOST_STATES), Values.seconds("--seconds", seconds, LONGEST));
        Optional<OutputFile> picture = Optional.ofNullable(svg).map(file -> OutputFile.of("--svg", file));

        if (walks != null) {
            return walk(algorithm.name(), model);
        }
        if (warmUp) {
            warmUp(model);
        }
        Exploration<S, M, U, I, O> exploration = Exploration.of(model, limits, !safety, this::progress);
        boolean ofPaper = bent.isEmpty()
                && model.faults().equals(FaultBudget.NONE)
                && model.requests().equals(Model.of(algorithm, start).requests())
                && model.silent().isEmpty()
                && exploration.report().complete();
        Map<String, Object> findings = ofPaper ? findings(algorithm, start, exploration) : Map.of();
        CheckReport report = new CheckReport(
                algorithm, start, model, bent.map(Variant::name), exploration.report(), exploration.reason(), findings);

        spec.commandLine().getOut().println(json ? Json.of(report.json()) : report.text());
        draw(report, exploration, picture);
        if (json && exploration.reason().isPresent()) {
            note("not decided: " + exploration.reason().get());
        }
        return ExitCode.of(report.verdict());
    }

    private NetworkOptions seated(NetworkOptions arrangement) {
        if (ids == null) {
            return arrangement;
        }
        NetworkOptions seated = arrangement.seating(NetworkOptions.ids(ids));
        if (!seated.processes().equals(arrangement.processes())) {
            throw new BadInput("--ids %s: the numbers from 0 to %d are wanted, each once"
                    .formatted(Values.quoted(ids), arrangement.positions().size() - 1));
        }
        return seated;
    }

    private int walk(String algorithm, Model<?, ?, ?, ?, ?> model) {
        int most = Values.whole("--walks", walks, 1, MOST_WALKS);
        int first = Values.whole("--seed", seed, 0, Integer.MAX_VALUE - MOST_WALKS);
        int steps = Values.whole("--steps", walkSteps, 0, MOST_WALKS);
        RandomWalks<?, ?, ?, ?, ?> walker = RandomWalks.of(model);
        WalkReport report = new WalkReport(algorithm, model, first, steps);
        for (int walk = 0; walk < most && report.broken().isEmpty(); walk++) {
            report.add(walker.walk(first + walk, steps));
        }
        spec.commandLine().getOut().println(json ? Json.of(report.json()) : report.text());
        return ExitCode.of(report.broken().isPresent() ? Verdict.VIOLATED : Verdict.HOLDS);
    }

    private <S, M, U, I, O> Map<String, Object> findings(
            Algorithm<S, M, U, I, O> algorithm, Start start, Exploration<S, M, U, I, O> exploration) {
        try {
            return algorithm.findings(start, exploration.explorer().reachable());
        } catch (OutOfMemoryError exhausted) {
            note("memory was exhausted by what " + algorithm.name()
                    + " reports of all reachable states; it is left out");
            return Map.of();
        }
    }

    private <S, M, U, I, O> Model<S, M, U, I, O> model(
            Algorithm<S, M, U, I, O> algorithm, Start start, Optional<Variant<S, M, I, O>> bent) {
        int count = start.processes().size();
        Model<S, M, U, I, O> model = Model.of(algorithm, start)
                .withFaults(FaultBudget.losses(Values.whole("--loss", losses, 0, MOST_FAULTS))
                        .withDuplications(Values.whole("--duplicate", duplications, 0, MOST_FAULTS))
                        .withCrashes(Values.whole("--crash", crashes, 0, count))
                        .withLinkFailures(Values.whole("--link-failure", linkFailures, 0, MOST_FAULTS))
                        .withLinkRecoveries(Values.whole("--link-recovery", linkRecoveries, 0, MOST_FAULTS))
                        .withJoins(Values.whole("--join", joins, 0, count - 1))
                        .withLeaves(Values.whole("--leave", leaves, 0, count)));
        if (model.faults().joins() > 0) {
            List<ProcessId> all = List.copyOf(start.processes());
            Set<ProcessId> last = Set.copyOf(all.subList(count - model.faults().joins(), count));
            if (last.contains(start.holder())) {
                throw new BadInput(
                        "--join %d: the token starts at %s, which is not there at the start; --holder names one of 0 to %d"
                                .formatted(model.faults().joins(), start.holder(), count - last.size() - 1));
            }
            model = model.withArriving(last);
        }
        if (partition != null) {
            model = model.withFaults(
                            model.faults().withPartition(Values.side("--partition", partition, start.processes())))
                    .withProblem(algorithm.problem().underSuspicion())
                    .withInvariants(algorithm.invariantsUnderSuspicion());
        }
        if (network != null) {
            model = model.withChannels(Values.oneOf("--network", network, List.of(Channels.values())));
        }
        if (model.faults().linkRecoveries() > 0 && model.faults().linkFailures() == 0) {
            throw new BadInput(
                    "--link-recovery %d: no link recovers that has not failed; --link-failure says how often one may"
                            .formatted(model.faults().linkRecoveries()));
        }
        if (requests != null) {
            model = model.withRequests(Values.whole("--requests", requests, 1, MOST_REQUESTS));
        }
        return bent.isPresent() ? model.withProtocol(bent.get().protocol()) : model;
    }

    /** The variant that {@code --variant} names. */
    static <S, M, U, I, O> Variant<S, M, I, O> variant(
            String algorithm, String text, List<Variant<S, M, I, O>> variants) {
        if (variants.isEmpty()) {
            throw new BadInput("--variant %s: %s has no variants".formatted(Values.quoted(text), algorithm));
        }
        if (text.matches("[+-]?[0-9]+")) {
            return variants.get(Values.whole("--variant", text, 1, variants.size()) - 1);
        }
        List<String> names = variants.stream().map(Variant::name).toList();
        for (Variant<S, M, I, O> each : variants) {
            if (each.name().equals(text.strip())) {
                return each;
            }
        }
        throw new BadInput("--variant %s is none of the %d of %s, which symposium algorithms --errata names%s"
                .formatted(Values.quoted(text), variants.size(), algorithm, Values.meant(text, names)));
    }

    private void draw(CheckReport report, Exploration<?, ?, ?, ?, ?> exploration, Optional<OutputFile> picture) {
        if (!diagram && !stamps && picture.isEmpty()) {
            return;
        }
        Optional<Property> violated = report.violated();
        List<TraceEvent> way = new ArrayList<>();
        String title = report.title() + ": ";
        if (violated.isPresent()) {
            way.addAll(violated.get().trace());
            way.addAll(violated.get().cycle());
            title += "\"" + violated.get().name() + "\" is violated";
        } else {
            way.addAll(exploration.farthest());
            title += "the way to a state farthest from the start";
        }
        Trace trace = report.drawable(way);
        if (diagram) {
            String drawing = title + "\n" + TextDiagram.legend() + "\n\n"
                    + TextDiagram.of(trace).stripTrailing();
            show(drawing);
        }
        if (stamps) {
            show(title + "\n\n" + TraceListing.stamped(trace).stripTrailing());
        }
        if (picture.isPresent()) {
            picture.get().write(SvgDiagram.of(trace, title));
        }
    }

    private void show(String text) {
        if (json) {
            note(text);
        } else {
            spec.commandLine().getOut().println("\n" + text);
        }
    }

    private static void warmUp(Model<?, ?, ?, ?, ?> model) {
        long end = System.nanoTime() + WARM_UP.toNanos();
        while (System.nanoTime() < end) {
            Explorer.of(model, new Limits(WARM_UP_STATES, WARM_UP)).explore();
        }
    }

    private void progress(long found) {
        note(String.format(Locale.ROOT, "%,d states", found));
    }

    private void note(String line) {
        spec.commandLine().getErr().println(line);
    }

    /** What came of exploring a model, memory running out included. */
    record Exploration<S, M, U, I, O>(Explorer<S, M, U, I, O> explorer, Report report, Optional<String> reason) {

        static <S, M, U, I, O> Exploration<S, M, U, I, O> of(
                Model<S, M, U, I, O> model, Limits limits, boolean fairness, LongConsumer progress) {
            long begin = System.nanoTime();
            Explorer<S, M, U, I, O> explorer = Explorer.of(model, limits).telling(progress);
            try {
                explorer.explore();
            } catch (OutOfMemoryError exhausted) {
                double seconds = (System.nanoTime() - begin) / 1e9;
                return new Exploration<>(explorer, lasting(seconds, explorer.report(false)), memory(explorer.states()));
            }
            Report safety = explorer.report(false);
            if (!safety.complete()) {
                return new Exploration<>(explorer, safety, limit(safety, limits));
            }
            if (!fairness) {
                return new Exploration<>(explorer, withoutStarvation(safety), Optional.empty());
            }
            try {
                Report full = explorer.report(true);
                return new Exploration<>(
                        explorer,
                        full,
                        full.verdict() == Verdict.UNDECIDED
                                ? Optional.of(String.format(
                                        Locale.ROOT,
                                        "the bound of %s seconds was reached in the search for starvation (--seconds)",
                                        CheckReport.plain(limits.time().toMillis() / 1000.0)))
                                : Optional.empty());
            } catch (OutOfMemoryError exhausted) {
                return new Exploration<>(explorer, safety, memory(explorer.states()));
            }
        }

        private static Optional<String> limit(Report report, Limits limits) {
            if (report.verdict() == Verdict.VIOLATED) {
                return Optional.empty();
            }
            return Optional.of(
                    report.states() > limits.states()
                            ? String.format(
                                    Locale.ROOT, "the bound of %,d states was reached (--max-states)", limits.states())
                            : String.format(
                                    Locale.ROOT,
                                    "the bound of %s seconds was reached (--seconds)",
                                    CheckReport.plain(limits.time().toMillis() / 1000.0)));
        }

        private static Optional<String> memory(long states) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "memory was exhausted at %,d states; the heap is %,d MiB, JAVA_OPTS=-Xmx8g makes it 8 GiB",
                    states,
                    Runtime.getRuntime().maxMemory() >> 20));
        }

        private static Report lasting(double seconds, Report report) {
            return new Report(
                    report.algorithm(),
                    report.processes(),
                    report.states(),
                    report.transitions(),
                    report.depth(),
                    report.complete(),
                    report.rules(),
                    report.properties(),
                    report.overtaking(),
                    seconds);
        }

        private static Report withoutStarvation(Report report) {
            return new Report(
                    report.algorithm(),
                    report.processes(),
                    report.states(),
                    report.transitions(),
                    report.depth(),
                    report.complete(),
                    report.rules(),
                    report.properties().stream()
                            .filter(property -> !property.name().equals(Explorer.NO_STARVATION))
                            .toList(),
                    report.overtaking(),
                    report.seconds());
        }

        List<TraceEvent> farthest() {
            return explorer.pathTo(explorer.states() - 1);
        }
    }
}
