package symposium.cli.simulate;

import static symposium.cli.option.Values.quoted;
import static symposium.cli.report.ReportText.counted;
import static symposium.cli.report.ReportText.listed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import symposium.cli.option.BadInput;
import symposium.cli.option.Bounds;
import symposium.cli.option.Converters;
import symposium.cli.option.FormulaOptions;
import symposium.cli.option.InstanceOptions;
import symposium.cli.option.OutputFile;
import symposium.cli.option.ResponseOptions;
import symposium.cli.option.RunNetwork;
import symposium.cli.option.TokenHolder;
import symposium.cli.option.Values;
import symposium.cli.report.ExitCode;
import symposium.cli.report.JsonObject;
import symposium.cli.report.ReportingCommand;
import symposium.cli.report.RunLogs;
import symposium.election.Election;
import symposium.election.terms.LeadershipInTerms;
import symposium.eventlog.LogHead;
import symposium.eventlog.reading.EventLog;
import symposium.eventlog.reading.InvalidLog;
import symposium.eventlog.reading.LogVerifier;
import symposium.eventlog.reading.MergedLog;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Problem;
import symposium.kernel.problem.Start;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Run;
import symposium.simulation.RunLength;
import symposium.simulation.ScheduledFault;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;
import symposium.topology.Topologies;
import symposium.trace.SvgDiagram;
import symposium.trace.Trace;

/** {@code symposium simulate}: one run in virtual time, with its messages counted. */
@Command(name = "simulate")
public final class SimulateCommand extends ReportingCommand {

    private static final int MOST_PROCESSES = 10_000_000;
    private static final int MOST_TICKS = 1_000_000_000;
    private static final long MOST = RunLength.MOST_TICKS;
    private static final long WARM_UP_NANOS = 2_000_000_000L;
    private static final int MOST_EVENTS = 1_000_000;
    private static final int MOST_SEEDS = 100_000;
    private static final String EVERY_REQUEST_IS_GRANTED = "every request is granted in the end";
    private static final String THE_USERS = "what the formulas say";
    private static final String ONE_LEADER = "all learn of the same leader";

    private enum Schedule {
        SYNCHRONOUS(1),
        RANDOM(RunLength.SLOWEST);

        private final int slowest;
        private final Durations duration;

        Schedule(int slowest) {
            this.slowest = slowest;
            this.duration = Durations.between(1, slowest);
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Mixin
    private final InstanceOptions instance = new InstanceOptions(MOST_PROCESSES);

    @Mixin
    private FaultOptions faults;

    @Option(names = "--schedule", paramLabel = "TIME")
    private Schedule schedule = Schedule.SYNCHRONOUS;

    @Option(names = "--seed", paramLabel = "S")
    @Bounds(most = Long.MAX_VALUE)
    private long seed;

    @Option(names = "--seeds", paramLabel = "K")
    @Bounds(least = 2, most = MOST_SEEDS)
    private Optional<Integer> seeds;

    @Option(names = "--plot", paramLabel = "FILE")
    private Optional<OutputFile> plot;

    @Option(names = "--requester", paramLabel = "R")
    private Optional<String> requester;

    @Option(names = "--requests", paramLabel = "K")
    @Bounds(least = 1, most = Integer.MAX_VALUE)
    private Optional<Integer> requests;

    @Option(names = "--entries", paramLabel = "E")
    @Bounds(least = 1, most = MOST)
    private Optional<Long> entries;

    @Option(names = "--ticks", paramLabel = "T")
    @Bounds(least = 1, most = MOST)
    private Long ticks;

    @Option(names = "--timer", paramLabel = "NAME=T[..T2],...")
    private Optional<String> timer;

    @Option(names = "--spread", paramLabel = "TICKS")
    @Bounds(most = Integer.MAX_VALUE)
    private int spread;

    @Option(names = "--think", paramLabel = "MEAN")
    @Bounds(least = 1, most = MOST_TICKS)
    private Optional<Integer> think;

    @Option(names = "--invariants")
    private boolean everyInvariant;

    @Mixin
    private FormulaOptions formulas;

    @Mixin
    private ResponseOptions responses;

    @Option(names = "--events", paramLabel = "FILE")
    private Optional<OutputFile> events;

    @Option(names = "--svg", paramLabel = "FILE")
    private Optional<OutputFile> svg;

    @Override
    public Integer call() {
        Algorithm<?, ?, ?, ?, ?> algorithm = instance.algorithm();
        List<Integer> counts = instance.network().counts(instance.ids());
        boolean several = counts.size() > 1;
        if (asks() && instance.namesVariant()) {
            throw new BadInput("a formula cannot be combined with --variant: use symposium check");
        }
        responses.requireWithout(seeds.isPresent(), "--seeds");
        if (several && logs() && seeds.isEmpty()) {
            throw new BadInput("--events, --svg and formulas are for one run: -n must be one number");
        }
        if (seeds.isPresent()) {
            return sweep(algorithm, counts, seeds.get());
        }
        if (plot.isPresent()) {
            throw new BadInput("--plot draws means of several runs: --seeds gives their number");
        }
        if (several) {
            long end = System.nanoTime() + WARM_UP_NANOS;
            while (System.nanoTime() < end) {
                run(algorithm, instance.network(counts.get(0), seed), seed, false);
            }
        }
        List<SimulateReport> reports = new ArrayList<>();
        for (int count : counts) {
            reports.add(run(algorithm, instance.network(count, seed), seed, true));
        }
        SimulateReport first = reports.get(0);
        if (several) {
            print(
                    () -> JsonObject.runs("algorithm", algorithm.name(), reports, SimulateReport::json),
                    () -> SimulateReport.table(reports));
        } else {
            print(first::json, first::text);
        }
        if (reports.stream().anyMatch(report -> report.violated().isPresent())) {
            return ExitCode.VIOLATED;
        }
        return first.replayed().filter(LogVerifier.Verdict::isPending).isPresent() ? ExitCode.UNDECIDED : ExitCode.DONE;
    }

    /** Runs each number of processes with several seeds. */
    private int sweep(Algorithm<?, ?, ?, ?, ?> algorithm, List<Integer> counts, int runs) {
        if (events.isPresent() || svg.isPresent()) {
            throw new BadInput("--events and --svg are for one run: they exclude --seeds");
        }
        if (seed > Long.MAX_VALUE - runs) {
            throw new BadInput("--seed %d: with --seeds %d, the last seed would be too great", seed, runs);
        }
        List<SeedSweep> sweeps = new ArrayList<>();
        for (int count : counts) {
            SimulateReport first = run(algorithm, instance.network(count, seed), seed, false);
            List<SeedSweep.Outcome> outcomes = new ArrayList<>(List.of(SeedSweep.Outcome.of(first)));
            for (long each = seed + 1; each < seed + runs; each++) {
                outcomes.add(SeedSweep.Outcome.of(run(algorithm, instance.network(count, each), each, false)));
                progress(() -> counted("n = %,d: %,d of %,d runs", count, outcomes.size(), runs));
            }
            sweeps.add(new SeedSweep(first, outcomes));
        }
        plot.ifPresent(file -> SeedSweep.plot(sweeps)
                .ifPresentOrElse(
                        drawn -> file.write("--plot", drawn),
                        () -> note("--plot: nothing is drawn, as fewer than two runs ended without a violation")));
        print(
                () -> JsonObject.runs("algorithm", algorithm.name(), sweeps, SeedSweep::json),
                () -> SeedSweep.table(sweeps));
        return sweeps.stream().anyMatch(SeedSweep::isViolated) ? ExitCode.VIOLATED : ExitCode.DONE;
    }

    // --- one run

    private <S, M, U, I, O> SimulateReport run(
            Algorithm<S, M, U, I, O> algorithm, RunNetwork network, long seed, boolean telling) {
        Channels channels = channels(algorithm);
        RunLength length = length(algorithm, network);
        Start start = instance.start(network);
        List<ScheduledFault> scheduled = faults.of(algorithm, network);
        Map<String, Durations> timers = timers();
        TreeSet<ProcessId> leaders = new TreeSet<>();
        List<TraceEvent> happened = new ArrayList<>();
        Simulation<S, M, U, I, O> simulation = InstanceOptions.defined(algorithm, network.count(), () -> {
            return Simulation.of(algorithm, start, network.topology(), channels, users(algorithm.problem(), length))
                    .withDelays(schedule.duration)
                    .withTimers(timers)
                    .withOtherTimers(Durations.exactly(10L * network.count()))
                    .withSeed(seed)
                    .withDemands(length.demands())
                    .withInvariants(invariants(algorithm))
                    .withFaults(network.topology(), scheduled)
                    .withListener((process, told) -> {
                        if (told instanceof Election.Leader leader) {
                            leaders.add(leader.leader());
                        }
                    })
                    .withWatcher(logs() ? Optional.of((time, event) -> watched(event, happened)) : Optional.empty())
                    .withPause(counted -> {
                        if (telling) {
                            progress(() -> progress(counted.get(), length));
                        }
                    });
        });
        Run<S, M, U, I, O> run = instance.variant(algorithm, Start.of(network.count(), 0))
                .map(mutated -> simulation.withProtocol(mutated.protocol()))
                .orElseGet(() -> faults.joining(algorithm, start, simulation))
                .as(Run::new);

        long begin = System.nanoTime();
        Optional<SimulateReport.Violation> violated = Optional.empty();
        Metrics metrics;
        try {
            metrics = length.run(run);
        } catch (InvariantViolation violation) {
            metrics = run.metrics();
            violated = Optional.of(SimulateReport.Violation.of(violation));
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        boolean quiet = metrics.quiet();
        Optional<LogVerifier.Verdict> replayed = Optional.empty();
        if (logs()) {
            EventLog log = log(algorithm, network, start, scheduled, happened);
            write(algorithm, network, start, log, happened);
            replayed = replayed(algorithm, log);
        }
        if (violated.isEmpty()) {
            violated = replayed.flatMap(LogVerifier.Verdict::deviation)
                    .map(how -> new SimulateReport.Violation(THE_USERS, how));
        }
        if (violated.isEmpty()
                && quiet
                && replayed.filter(LogVerifier.Verdict::isPending).isPresent()) {
            violated = Optional.of(
                    new SimulateReport.Violation(THE_USERS, "nothing more happens, and what is pending does not come"));
        }
        return new SimulateReport(
                algorithm,
                network,
                channels,
                schedule.toString(),
                conditions(algorithm, network, start),
                metrics,
                leaders,
                run.waiting(),
                seed,
                seconds,
                replayed,
                violated.isPresent() ? violated : violation(metrics, leaders, run.waiting(), scheduled.isEmpty()));
    }

    private boolean logs() {
        return events.isPresent() || svg.isPresent() || asks();
    }

    private boolean asks() {
        return formulas.asked() || responses.asked();
    }

    private static void watched(TraceEvent event, List<TraceEvent> happened) {
        if (happened.size() == MOST_EVENTS) {
            throw new BadInput(
                    "--events, --svg and formulas: the run has more than %,d events; use a shorter one", MOST_EVENTS);
        }
        happened.add(event);
    }

    private EventLog log(
            Algorithm<?, ?, ?, ?, ?> algorithm,
            RunNetwork network,
            Start start,
            List<ScheduledFault> scheduled,
            List<TraceEvent> happened) {
        List<ProcessId> joining = scheduled.stream()
                .filter(fault -> fault.kind() == Fault.JOIN)
                .flatMap(fault -> fault.processes().stream())
                .toList();
        return RunLogs.of(
                new LogHead(algorithm.name(), false),
                start,
                network.topology(),
                Sorted.without(Sorted.set(start.processes()), joining),
                faults.joins(),
                happened);
    }

    /** The verdict on the user's statements, from a replay of the run. */
    private Optional<LogVerifier.Verdict> replayed(Algorithm<?, ?, ?, ?, ?> algorithm, EventLog log) {
        if (!asks()) {
            return Optional.empty();
        }
        MergedLog merged;
        try {
            merged = MergedLog.of(List.of(log));
        } catch (InvalidLog impossible) {
            throw new IllegalStateException("a run is not in the order of its causes", impossible);
        }
        LogVerifier.Verdict verdict = LogVerifier.verify(
                merged,
                new LogVerifier.Requirements(
                        formulas.statements(algorithm, Optional.empty()),
                        responses.responses(formulas, algorithm, log.trace().processes())));
        formulas.requireEvaluated();
        return Optional.of(verdict);
    }

    private void write(
            Algorithm<?, ?, ?, ?, ?> algorithm,
            RunNetwork network,
            Start start,
            EventLog log,
            List<TraceEvent> happened) {
        events.ifPresent(file -> file.write("--events", log.text()));
        svg.ifPresent(file -> file.write(
                "--svg",
                SvgDiagram.of(
                        new Trace(start.processes(), happened, Topologies.names(network.topology())),
                        algorithm.name() + ", " + network.topology() + " of " + network.count() + ", seed " + seed,
                        algorithm.problem())));
    }

    private <U, I> Workload<U, I> users(Problem<U, I, ?> problem, RunLength length) {
        Workload<U, I> users = length.users(problem, schedule.duration).beginning(Durations.between(0, spread));
        return think.isPresent() ? users.thinking(problem, think.get()) : users;
    }

    private static String progress(Metrics now, RunLength length) {
        String all = length.entries() > 0 ? counted(" of %,d", length.entries()) : "";
        return counted("tick %,d: %,d messages, %,d%s served", now.time(), now.total(), now.served(), all);
    }

    private <S, M, U> List<Invariant<S, M, U>> invariants(Algorithm<S, M, U, ?, ?> algorithm) {
        return algorithm.checks().invariants().stream()
                .filter(invariant -> everyInvariant || invariant instanceof Invariant.Count)
                .toList();
    }

    private static Optional<SimulateReport.Violation> violation(
            Metrics metrics, TreeSet<ProcessId> leaders, long waiting, boolean withoutFaults) {
        if (leaders.size() > 1) {
            return Optional.of(new SimulateReport.Violation(ONE_LEADER, "they are " + listed(leaders)));
        }
        if (metrics.quiet() && waiting > 0 && withoutFaults) {
            return Optional.of(new SimulateReport.Violation(
                    EVERY_REQUEST_IS_GRANTED,
                    "%d wait, and nothing more happens after tick %d".formatted(waiting, metrics.time())));
        }
        return Optional.empty();
    }

    private Map<String, Object> conditions(Algorithm<?, ?, ?, ?, ?> algorithm, RunNetwork network, Start start) {
        Map<String, Object> conditions = new LinkedHashMap<>();
        if (TokenHolder.matter(algorithm)) {
            conditions.put("holder", network.shown(start.holder()));
        }
        requester.ifPresent(name -> conditions.put("requester", network.shown(network.process("--requester", name))));
        instance.initiators(network)
                .ifPresent(some -> conditions.put(
                        "initiators", some.stream().map(network::shown).toList()));
        think.ifPresent(mean -> conditions.put("think", mean));
        return conditions;
    }

    private Channels channels(Algorithm<?, ?, ?, ?, ?> algorithm) {
        Channels channels = instance.channels().orElse(algorithm.system().channels());
        if (instance.channels().isPresent() && channels != Channels.FIFO && channels != Channels.UNORDERED) {
            throw new BadInput("--network '%s': use fifo, unordered, or symposium check", channels);
        }
        if (channels == Channels.UNORDERED && algorithm.system().channels() == Channels.FIFO) {
            throw new BadInput("--network '%s': %s needs links that keep their order; use fifo, or symposium check,"
                            .formatted(channels, algorithm.name())
                    + " which shows what breaks");
        }
        return channels;
    }

    private Map<String, Durations> timers() {
        Map<String, Durations> timers = new HashMap<>();
        for (String each : timer.map(text -> text.split(",", -1)).orElse(new String[0])) {
            String[] parts = each.split("=", -1);
            if (parts.length != 2 || parts[0].isBlank()) {
                throw new BadInput("--timer %s: must be NAME=T or NAME=T..T2", quoted(each));
            }
            String name = parts[0].strip().toUpperCase(Locale.ROOT).replace('-', '_');
            timers.put(name, Values.of("--timer", () -> Converters.ticks(parts[1])));
        }
        return timers;
    }

    // --- the length of a run

    private <U, I> RunLength length(Algorithm<?, ?, U, I, ?> algorithm, RunNetwork network) {
        int count = network.count();
        long most = ticks == null ? MOST : ticks;
        long rest = RunLength.rest(RunLength.SLOWEST, count);
        if (requester.isPresent()) {
            if (instance.namesInitiators() || requests.isPresent() || entries.isPresent()) {
                throw new BadInput(
                        "--requester: one process asks, once; it excludes --initiators, --requests and --entries");
            }
            if (!RunLength.asks(algorithm.problem())) {
                throw new BadInput("--requester: the processes of " + algorithm.name() + " have no users that ask");
            }
            ProcessId only = network.process("--requester", requester.get());
            return new RunLength(only::equals, 1, 1, 1, most, rest);
        }
        Optional<SortedSet<ProcessId>> some = instance.initiators(network);
        Predicate<ProcessId> who =
                some.<Predicate<ProcessId>>map(set -> set::contains).orElse(process -> true);
        if (!RunLength.asks(algorithm.problem())) {
            return new RunLength(who, 0, 0, 0, ticks == null ? 100L * count : ticks, 0);
        }
        boolean election = algorithm.problem() instanceof Election || algorithm.problem() instanceof LeadershipInTerms;
        if (election || requests.isPresent()) {
            int each = requests.orElse(1);
            long all =
                    (long) each * (election ? count : some.map(SortedSet::size).orElse(count));
            long demands = election ? Long.MAX_VALUE : entries.orElse(Long.MAX_VALUE);
            return new RunLength(
                    who, each, demands, entries.orElse(all), most, election && entries.isPresent() ? 0 : rest);
        }
        if (entries.isEmpty() && ticks != null) {
            return new RunLength(who, Integer.MAX_VALUE, Long.MAX_VALUE, 0, ticks, 0);
        }
        long all = entries.orElse((long) Math.max(count, RunLength.LEAST_ENTRIES));
        return new RunLength(who, Integer.MAX_VALUE, all, all, most, RunLength.rest(schedule.slowest, count));
    }
}
