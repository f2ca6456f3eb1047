package symposium.cli.check;

import static symposium.cli.option.Values.quoted;
import static symposium.cli.report.ReportText.listed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import symposium.checker.Explorer;
import symposium.checker.ProblemDecorator;
import symposium.checker.RandomWalks;
import symposium.checker.StateWalk;
import symposium.checker.WalkShrinker;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.search.ModelIdentity;
import symposium.checker.search.SearchWorker;
import symposium.cli.option.BadInput;
import symposium.cli.option.Bounds;
import symposium.cli.option.FormulaOptions;
import symposium.cli.option.InstanceOptions;
import symposium.cli.option.MemorySize;
import symposium.cli.option.OptionRules;
import symposium.cli.option.OutputDirectory;
import symposium.cli.option.ResponseOptions;
import symposium.cli.option.RunNetwork;
import symposium.cli.report.ExitCode;
import symposium.cli.report.ReportingCommand;
import symposium.distributed.Models;
import symposium.distributed.SearchOutcome;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Response;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.mutex.causal.Causal;

/** {@code symposium check}: explores every interleaving of an algorithm on a small instance. */
@Command(name = "check")
public final class CheckCommand extends ReportingCommand {

    private static final int MOST_PROCESSES = 64;
    private static final int MOST_WORKERS = 256;
    private static final int MOST_WALKS = 1_000_000;
    private static final int MOST_STATES = 1 << 30;
    private static final long LONGEST_SECONDS = 7 * 24 * 3600;
    private static final Limits WARM_UP = new Limits(500_000, Duration.ofSeconds(3));

    @Mixin
    private final InstanceOptions instance = new InstanceOptions(MOST_PROCESSES);

    @Mixin
    private FaultBudgetOptions faults;

    @Mixin
    private DrawingOptions drawing;

    @Option(names = "--requests", paramLabel = "K")
    @Bounds(least = 1, most = 1000)
    private Optional<Integer> requests;

    @Option(names = "--unbounded")
    private boolean unbounded;

    @Mixin
    private FormulaOptions formulas;

    @Mixin
    private SpecificationOption specification;

    @Mixin
    private ResponseOptions responses;

    @Option(names = "--reach", paramLabel = "RULE[@P]")
    private Optional<String> reach;

    @Option(names = "--reach-state", paramLabel = "FORMULA")
    private Optional<String> reachedState;

    @Option(names = "--only")
    private boolean only;

    @Option(names = "--causal")
    private boolean causal;

    @Option(names = "--safety")
    private boolean safety;

    @Option(names = "--warm-up")
    private boolean warmUp;

    @Option(names = "--max-states", paramLabel = "N")
    @Bounds(least = 1, most = MOST_STATES)
    private int states = MOST_STATES;

    @Option(names = "--seconds", paramLabel = "S")
    @Bounds(most = LONGEST_SECONDS)
    private Duration seconds = Duration.ofHours(1);

    @Option(names = "--workers", paramLabel = "N")
    @Bounds(least = 1, most = MOST_WORKERS)
    private int workers = Math.min(Runtime.getRuntime().availableProcessors(), MOST_WORKERS);

    @Option(names = "--memory", paramLabel = "SIZE")
    private Optional<MemorySize> memory;

    @Option(names = "--dir", paramLabel = "DIR")
    private Optional<OutputDirectory> directory;

    @Option(names = "--every", paramLabel = "S")
    @Bounds(most = LONGEST_SECONDS)
    private Duration every = Duration.ofMinutes(1);

    @Option(names = "--walks", paramLabel = "N")
    @Bounds(least = 1, most = MOST_WALKS)
    private Optional<Integer> walks;

    @Option(names = "--seed", paramLabel = "S")
    @Bounds(most = Integer.MAX_VALUE - MOST_WALKS)
    private int seed = 1;

    @Option(names = "--steps", paramLabel = "K")
    @Bounds(most = MOST_WALKS)
    private int steps = 300;

    @Mixin
    private ClusterOptions cluster;

    @Override
    public Integer call() {
        return check(algorithm());
    }

    private Algorithm<?, ?, ?, ?, ?> algorithm() {
        return causal ? inCausalOrder(instance.algorithm()) : instance.algorithm();
    }

    /** What options ask for. */
    static Models.Subject subject(List<String> options) {
        CheckCommand command = new CheckCommand();
        OptionRules.apply(new CommandLine(command), OptionRules.help())
                .setExpandAtFiles(false)
                .parseArgs(options.toArray(new String[0]));
        return command.question(command.algorithm()).subject();
    }

    /**
     * What is asked.
     *
     * @param start how the algorithm starts
     * @param model what is explored
     * @param variant the faulty variant, if it is one
     */
    private record Question<S, M, U, I, O>(
            Algorithm<S, M, U, I, O> algorithm,
            RunNetwork network,
            Start start,
            Model<S, M, U, I, O> model,
            Optional<String> variant) {

        Question<S, M, U, I, O> with(Model<S, M, U, I, O> other) {
            return new Question<>(algorithm, network, start, other, variant);
        }

        Models.Subject subject() {
            return new Models.Subject(model, identity());
        }

        /** What is explored, without the limits: a checkpoint serves that alone. */
        ModelIdentity identity() {
            return ModelIdentity.of(
                    "%s, the token at %s"
                            .formatted(
                                    algorithm.name()
                                            + variant.map(name -> ", " + name).orElse(""),
                                    start.holder()),
                    model,
                    algorithm.getClass(),
                    SearchWorker.class);
        }
    }

    private <S, M, U, I, O> Question<S, M, U, I, O> question(Algorithm<S, M, U, I, O> algorithm) {
        RunNetwork network = network();
        Start start = instance.start(network);
        Optional<Variant<S, M, I, O>> variant =
                InstanceOptions.defined(algorithm, network.count(), () -> instance.variant(algorithm, start));
        return new Question<>(
                algorithm, network, start, model(algorithm, network, start, variant), variant.map(Variant::name));
    }

    private Algorithm<?, ?, ?, ?, ?> inCausalOrder(Algorithm<?, ?, ?, ?, ?> algorithm) {
        if (faults.allowsCrashes()) {
            throw new BadInput("--causal cannot be combined with --crash: no process waits for one that has crashed");
        }
        return Causal.of(algorithm)
                .orElseThrow(() -> new BadInput(
                        "--causal is for mutual exclusion, and %s solves another problem: %s",
                        algorithm.name(), algorithm.problem().name()));
    }

    private <S, M, U, I, O> int check(Algorithm<S, M, U, I, O> algorithm) {
        specification.requireWithout(reach.isPresent() || reachedState.isPresent(), "--reach and --reach-state");
        specification.requireWithout(cluster.asked(), "--cluster");
        specification.requireWithout(directory.isPresent(), "--dir");
        specification.requireWithout(causal, "--causal");
        specification.requireWithout(instance.ids().isPresent(), "--ids");
        specification.requireWithout(only, "--only");
        if (only && causal) {
            throw new BadInput("--only cannot be combined with --causal, which is a question itself");
        }
        if (only && !formulas.asked() && !responses.asked() && reachedState.isEmpty() && reach.isEmpty()) {
            throw new BadInput(
                    "--only needs a question: --never, --always, --leads, --until, --reach or --reach-state");
        }
        responses.requireWithout(safety, "--safety");
        responses.requireWithout(walks.isPresent(), "--walks");
        responses.requireWithout(cluster.asked(), "--cluster");
        responses.requireWithout(reach.isPresent() || reachedState.isPresent(), "--reach and --reach-state");
        Question<S, M, U, I, O> question = question(algorithm);
        if (reach.isPresent() || reachedState.isPresent()) {
            return reach(question);
        }
        if (cluster.asked()) {
            return checkOnCluster(question);
        }
        Model<S, M, U, I, O> model = question.model();
        Start start = question.start();
        Optional<String> variant = question.variant();
        if (walks.isPresent()) {
            return walk(algorithm.name(), model);
        }
        if (variant.isEmpty() && !safety && !only && model.faults().equals(FaultBudget.NONE)) {
            model = model.withInvariants(Stream.concat(
                            model.invariants().stream(),
                            algorithm
                                    .checks()
                                    .fairnessArgument()
                                    .apply(question.network().count())
                                    .stream())
                    .toList());
        }
        if (warmUp) {
            warmUp(model);
        }
        if (responses.asked()) {
            model = model.withoutQuotient();
        }
        List<Response> responding =
                responses.asked() ? responses.responses(formulas, algorithm, initial(model)) : List.of();
        Exploration<S, M, U, I, O> explored = explore(question.with(model), !safety);
        Exploration<S, M, U, I, O> exploration = formulas.evaluated(() -> explored.with(responding));
        if (specification.undecided().isPresent()) {
            note("not decided: " + specification.undecided().get());
            return ExitCode.UNDECIDED;
        }
        boolean ofPaper = variant.isEmpty()
                && model.faults().equals(FaultBudget.NONE)
                && model.requests().equals(Model.of(algorithm, start).requests())
                && model.silent().isEmpty()
                && !specification.asked()
                && exploration.report().complete();
        CheckReport report = new CheckReport(
                algorithm,
                start,
                model,
                variant,
                exploration.report(),
                exploration.reason(),
                ofPaper ? findings(algorithm, start, exploration) : Map.of(),
                new RunRequirements(specification.specification(), responding));

        print(report::json, report::text);
        drawing.draw(report, exploration, text -> story().println(json() ? text : "\n" + text));
        if (json()) {
            exploration.reason().ifPresent(reason -> note("not decided: " + reason));
        }
        return ExitCode.of(report.verdict());
    }

    /** Searches for a shortest run to a rule; on the way deadlock and the invariants of the problem are checked. */
    private <S, M, U, I, O> int reach(Question<S, M, U, I, O> question) {
        String option = reach.isPresent() ? Goal.OPTION : Goal.OPTION_OF_STATE;
        if (cluster.asked() || walks.isPresent() || warmUp) {
            throw new BadInput("%s cannot be combined with --cluster, --walks and --warm-up", option);
        }
        if (formulas.asked() || reach.isPresent() && reachedState.isPresent()) {
            throw new BadInput(
                    "%s cannot be combined with --never, --always and %s",
                    option, reach.isPresent() ? Goal.OPTION_OF_STATE : Goal.OPTION);
        }
        Goal goal = reach.isPresent()
                ? Goal.of(
                        reach.get(),
                        question.network(),
                        question.model().protocol().rules())
                : new Goal.True(formulas.reached(
                        Goal.OPTION_OF_STATE, reachedState.get(), question.algorithm(), initial(question.model())));
        List<Invariant<S, M, U>> avoided = List.of(goal.avoided());
        Model<S, M, U, I, O> avoiding = only
                ? ProblemDecorator.judging(avoided, question.model())
                : question.model().withInvariants(avoided);
        Model<S, M, U, I, O> model = reachedState.isPresent() ? avoiding.withoutQuotient() : avoiding;
        Exploration<S, M, U, I, O> exploration = explore(question.with(model), false);
        CheckReport check = new CheckReport(
                question.algorithm(),
                question.start(),
                model,
                question.variant(),
                exploration.report(),
                exploration.reason(),
                Map.of(),
                RunRequirements.NOTHING);
        Optional<String> violated = exploration.report().violated().map(Property::name);
        if (violated.isPresent() && !violated.get().equals(goal.toString())) {
            print(check::json, check::text);
            return ExitCode.VIOLATED;
        }
        ReachReport report = new ReachReport(check, goal);
        print(report::json, report::text);
        drawing.draw(check, report.caption(), text -> story().println(json() ? text : "\n" + text));
        return report.exitCode();
    }

    /** Explores on several virtual machines, safety alone. */
    private int checkOnCluster(Question<?, ?, ?, ?, ?> question) {
        if (walks.isPresent() || warmUp) {
            throw new BadInput("--cluster cannot be combined with --walks and --warm-up");
        }
        memory.ifPresent(size -> size.requireHeap());
        Limits limits = new Limits(states, seconds);
        SearchProgress told = new SearchProgress();
        SearchOutcome outcome = cluster.search(
                CheckCommand::subject,
                limits,
                directory.map(OutputDirectory::path),
                every,
                reached -> progress(() -> told.line(reached)),
                this::note);
        if (outcome.report().isEmpty()) {
            String why = outcome.reason().orElse("the search has failed");
            if (!outcome.begun()) {
                throw new BadInput(why);
            }
            note(command() + ": " + why + ClusterOptions.goingOn(outcome));
            return ExitCode.UNDECIDED;
        }
        outcome.reason().ifPresent(why -> note("not decided: " + why + ClusterOptions.goingOn(outcome)));
        outcome.report().get().violated().ifPresent(property -> evaluated(question.model(), property.trace()));
        CheckReport report = new CheckReport(
                question.algorithm(),
                question.start(),
                question.model(),
                question.variant(),
                asRuns(question.model(), outcome.report().get()),
                outcome.reason(),
                Map.of(),
                RunRequirements.NOTHING);
        print(report::json, report::text);
        drawing.draw(report, text -> story().println(json() ? text : "\n" + text));
        return ExitCode.of(report.verdict());
    }

    /** Follows what other machines have found, for they do not say that a formula is wrong. */
    private void evaluated(Model<?, ?, ?, ?, ?> model, List<TraceEvent> trace) {
        if (formulas.asked()) {
            new StateWalk<>(model).follow(trace);
            formulas.requireEvaluated();
        }
    }

    /** A report of several machines, which have its counterexample as they store it. */
    private static Report asRuns(Model<?, ?, ?, ?, ?> model, Report report) {
        return report.withProperties(report.properties().stream()
                .map(property -> new Property(
                        property.name(),
                        property.verdict(),
                        property.tested(),
                        StateWalk.asRun(model, property.trace()),
                        property.cycle()))
                .toList());
    }

    private <S, M, U, I, O> Exploration<S, M, U, I, O> explore(Question<S, M, U, I, O> question, boolean fairness) {
        memory.ifPresent(size -> size.requireHeap());
        Limits limits = new Limits(states, seconds);
        SearchProgress told = new SearchProgress();
        Explorer<S, M, U, I, O> explorer = Explorer.of(question.model(), limits, workers)
                .withProgress(reached -> progress(() -> told.line(reached)));
        Exploration<S, M, U, I, O> exploration;
        if (directory.isEmpty()) {
            exploration = Exploration.of(explorer, limits, fairness);
        } else {
            try (KeptSearch kept = new KeptSearch(directory.get().path(), question.identity(), every, this::note)) {
                exploration = Exploration.of(explorer.withCheckpoints(kept.checkpoints()), limits, fairness);
            }
        }
        formulas.requireEvaluated();
        return exploration;
    }

    /** The identifiers are a permutation: they say which process is at which position. */
    private RunNetwork network() {
        RunNetwork network = instance.network(instance.network().count(instance.ids()), 0);
        int count = network.count();
        if (!network.processes().equals(Start.of(count, 0).processes())) {
            throw new BadInput(
                    "--ids %s: must be the numbers from 0 to %d, each once",
                    quoted(listed(network.positions()).replace(" ", "")), count - 1);
        }
        return network;
    }

    private <S, M, U, I, O> Model<S, M, U, I, O> model(
            Algorithm<S, M, U, I, O> algorithm,
            RunNetwork network,
            Start start,
            Optional<Variant<S, M, I, O>> variant) {
        Model<S, M, U, I, O> model = InstanceOptions.defined(
                algorithm,
                network.count(),
                () -> faults.applyTo(
                        Model.of(algorithm, start).withTopology(network.topology()), algorithm, network, start));
        model = instance.channels().map(model::withChannels).orElse(model);
        if (unbounded && requests.isPresent()) {
            throw new BadInput("--unbounded: users ask without a bound; it excludes --requests");
        }
        model = unbounded
                ? model.withRequests(OptionalInt.empty())
                : requests.map(model::withRequests).orElse(model);
        model = instance.initiators(network).map(model::withInitiators).orElse(model);
        // A variant is one of the protocol whose processes start with their neighbours.
        Model<S, M, U, I, O> correct = model;
        model = variant.map(Variant::protocol)
                .map(protocol -> correct.withProtocol(protocol).withStartsCutOff(false))
                .orElse(correct);
        Model<S, M, U, I, O> asked = asked(algorithm, specification.constrain(model, start));
        if (unbounded && asked.quotient().isEmpty() && !algorithm.checks().finiteStateSpace()) {
            note("--unbounded: " + algorithm.name()
                    + " has infinitely many states here, so the search ends at a bound");
        }
        return asked;
    }

    /** With the statements of the user. Symmetric states may differ in them, so none is left out. */
    private <S, M, U, I, O> Model<S, M, U, I, O> asked(Algorithm<S, M, U, I, O> algorithm, Model<S, M, U, I, O> model) {
        if (!formulas.asked() && !only) {
            return model;
        }
        List<Invariant<S, M, U>> invariants = new ArrayList<>(only ? List.of() : model.invariants());
        formulas.statements(algorithm, Optional.of(initial(model))).forEach(each -> invariants.add(each.invariant()));
        Model<S, M, U, I, O> asked =
                only ? ProblemDecorator.judging(invariants, model) : model.withInvariants(invariants);
        return asked.withoutQuotient();
    }

    /** The state in which the names of a formula are looked up. */
    private static <S, M, U, I, O> Configuration<S, M, U> initial(Model<S, M, U, I, O> model) {
        StateWalk<S, M, U, I, O> walk = new StateWalk<>(model);
        if (walk.ended()) {
            throw new BadInput(
                    "no formula can be read: %s has no initial state: %s",
                    model.name(), walk.trace().get(0));
        }
        return walk.configuration();
    }

    private <S, M, U, I, O> int walk(String algorithm, Model<S, M, U, I, O> model) {
        RandomWalks<S, M, U, I, O> walker = new RandomWalks<>(model);
        WalkReport report = new WalkReport(algorithm, model, seed, steps);
        for (int walk = 0; walk < walks.get() && report.broken().isEmpty(); walk++) {
            report.add(walker.walk(seed + walk, steps));
        }
        formulas.requireEvaluated();
        report.broken().ifPresent(walk -> report.shrunk(new WalkShrinker<>(model).shrink(walk)));
        formulas.requireEvaluated();
        print(report::json, report::text);
        return ExitCode.of(report.verdict());
    }

    private <S, M, U, I, O> Map<String, Object> findings(
            Algorithm<S, M, U, I, O> algorithm, Start start, Exploration<S, M, U, I, O> exploration) {
        try {
            return algorithm
                    .checks()
                    .findings()
                    .apply(start, exploration.explorer().reachable());
        } catch (OutOfMemoryError exhausted) {
            note("memory was exhausted by what " + algorithm.name()
                    + " reports of all reachable states; it is left out");
            return Map.of();
        }
    }

    private void warmUp(Model<?, ?, ?, ?, ?> model) {
        long end = System.nanoTime() + WARM_UP.time().toNanos();
        while (System.nanoTime() < end) {
            Explorer.of(model, WARM_UP, workers).explore();
        }
    }
}
