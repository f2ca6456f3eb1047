package symposium.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import symposium.election.Election;
import symposium.election.terms.Leadership;
import symposium.graph.Topologies;
import symposium.kernel.Algorithm;
import symposium.kernel.Catalogue;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.Start;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.ScheduledFault;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/** {@code symposium simulate}: one run in virtual time, with its messages counted. */
@Command(
        name = "simulate",
        header = "Runs an algorithm in virtual time, on any number of processes, and counts its messages.",
        description = {
            "%nThe run is held to the laws of the problem: mutual exclusion, fences that grow, one leader.%n",
            "Users of mutual exclusion ask again as soon as they are out, until as many have entered as --entries says."
                    + " An election is held once. With several numbers behind -n there is a table, a line for each.%n",
            "What happens at the same tick happens in the order of the processes that cause it, so that messages that"
                    + " arrive together are taken in the order of their senders."
        },
        exitCodeList = {
            "0:done",
            "1:a law is violated, or somebody waits and nothing more happens",
            "64:the command line, or what it names, is not right; one line on standard error says what would be",
            "70:a fault of this program; --debug shows where"
        })
final class SimulateCommand implements Callable<Integer> {

    private static final int MOST_PROCESSES = 10_000_000;
    private static final int LEAST_ENTRIES = 100;
    private static final long MOST = 1_000_000_000_000L;
    private static final long BETWEEN_LINES = 1_000_000_000L;
    private static final long WARM_UP = 2_000_000_000L;
    private static final int SLOWEST = 10;
    private static final String NOBODY_WAITS = "whoever asks is answered in the end";
    private static final String ONE_LEADER = "all are told of the same leader";

    private enum Schedule {
        SYNCHRONOUS,
        RANDOM;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }

        Durations travelling() {
            return this == SYNCHRONOUS ? Durations.exactly(1) : Durations.between(1, SLOWEST);
        }
    }

    @Parameters(arity = "0..1", paramLabel = "ALGORITHM", description = "Its name: see symposium algorithms.")
    private String name;

    @Option(
            names = {"-n", "--processes"},
            paramLabel = "N[,N...]",
            description = "How many processes, from 1. May be left out where --topology or --ids says it.")
    private String processes;

    @Option(names = "--topology", paramLabel = "NAME", description = NetworkOptions.TOPOLOGY)
    private String topology;

    @Option(
            names = "--ids",
            paramLabel = "I,I,...",
            description =
                    "Their identifiers, in the order of their positions (on a ring, position k+1 is to the left of"
                            + " position k), or 'random' for the numbers from 0 in an order made at random. Default: position"
                            + " k has identifier k.")
    private String ids;

    @Option(
            names = "--initiators",
            paramLabel = "P,P,...",
            description = "Who asks, or calls for an election, at tick 0: 'all', or some by their identifiers or"
                    + " names. Default: all.")
    private String initiators;

    @Option(
            names = "--schedule",
            paramLabel = "TIME",
            defaultValue = "synchronous",
            description = "How long a message travels: one tick (synchronous), or 1 to " + SLOWEST
                    + " ticks (random). Default: ${DEFAULT-VALUE}.")
    private String schedule;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "0",
            description = "From where all randomness comes; the same seed gives the same run. Default:"
                    + " ${DEFAULT-VALUE}.")
    private String seed;

    @Option(
            names = "--network",
            paramLabel = "ORDER",
            description = "In which order links deliver: fifo, unordered. Default: as the paper assumes.")
    private String network;

    @Option(
            names = "--holder",
            paramLabel = "H",
            description = "The process at which the token starts. Default: the one at the first position.")
    private String holder;

    @Option(
            names = "--requester",
            paramLabel = "R",
            description = "Only this one asks, and only once: the run ends when nothing more happens after its entry.")
    private String requester;

    @Option(
            names = "--requests",
            paramLabel = "K",
            description = "How often each of the initiators asks. Default: again and again; for elections, once.")
    private String requests;

    @Option(
            names = "--entries",
            paramLabel = "E",
            description = "End after so many entries. Default, where users ask again and again: as many as there are"
                    + " processes, but at least " + LEAST_ENTRIES + ".")
    private String entries;

    @Option(
            names = "--length",
            paramLabel = "TICKS",
            description = "End after so many ticks. Default, where nobody asks for anything: 100 for each process.")
    private String length;

    @Option(
            names = "--quorum",
            paramLabel = "Q",
            description = "How many processes must agree where an algorithm that stands crashes asks for it."
                    + " Default: a majority.")
    private String quorum;

    @Option(
            names = "--timer",
            paramLabel = "NAME=T[..T2],...",
            description = "How many ticks a timer runs. Default: 10 for each process.")
    private String timer;

    @Option(
            names = "--crash",
            paramLabel = "P@T,...",
            description = "Process P crashes at tick T. The others are told, if the algorithm stands it.")
    private String crash;

    @Option(
            names = "--leave",
            paramLabel = "P@T,...",
            description = "Process P is asked to leave at tick T, where an algorithm stands that.")
    private String leave;

    @Option(
            names = "--fail",
            paramLabel = "A-B@T[..T2],...",
            description = "The link between A and B fails at tick T, and works again at T2. What is sent over it"
                    + " meanwhile comes back to its sender. Both ends are told, if the algorithm stands it.")
    private String fail;

    @Option(
            names = "--heard",
            paramLabel = "T[..T2]",
            defaultValue = "1",
            description = "After how many ticks others hear of a crash, a departure, a failed or recovered link."
                    + " Default: ${DEFAULT-VALUE}.")
    private String heard;

    @Option(
            names = "--spread",
            paramLabel = "TICKS",
            defaultValue = "0",
            description = "The initiators ask for the first time not all at tick 0, but each at a tick from 0 to this,"
                    + " drawn at random. Default: ${DEFAULT-VALUE}.")
    private String spread;

    @Option(
            names = "--variant",
            paramLabel = "NAME",
            description = "A faulty variant instead, by its name or its number: see symposium algorithms --errata.")
    private String variant;

    @Option(
            names = "--laws",
            description = "Hold the run to all the paper's laws that can be followed step by step, not only to those"
                    + " that add up, such as mutual exclusion, or that forbid neighbours something. It takes longer.")
    private boolean everyLaw;

    @Option(names = "--json", description = "Print one JSON object on standard output.")
    private boolean json;

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
        Optional<Topologies.Named> named = NetworkOptions.named(topology);
        List<Integer> counts = counts(named);
        List<SimulateReport> reports = new ArrayList<>();
        boolean several = counts.size() > 1;
        if (several) {
            warmUp(algorithm, named, counts.get(0));
        }
        for (int count : counts) {
            reports.add(run(algorithm, arrangement(algorithm, named, count), true));
        }
        print(reports, several);
        boolean violated = reports.stream().anyMatch(report -> report.violated().isPresent());
        return violated ? ExitCode.VIOLATED : ExitCode.DONE;
    }

    private void print(List<SimulateReport> reports, boolean several) {
        String text;
        if (!several) {
            text = json ? Json.of(reports.get(0).json()) : reports.get(0).text();
        } else if (json) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("algorithm", reports.get(0).algorithm().name());
            object.put("runs", reports.stream().map(SimulateReport::json).toList());
            text = Json.of(object);
        } else {
            text = SimulateReport.table(reports);
        }
        spec.commandLine().getOut().println(text);
    }

    private List<Integer> counts(Optional<Topologies.Named> named) {
        if (processes != null && processes.contains(",")) {
            if (ids != null && !ids.equals("random")) {
                throw new BadInput(
                        "-n %s: with --ids, one number of processes is wanted".formatted(Values.quoted(processes)));
            }
            return Stream.of(processes.split(",", -1))
                    .map(each -> Values.whole("-n", each.strip(), 1, MOST_PROCESSES))
                    .toList();
        }
        if (processes == null && ids != null && !ids.equals("random")) {
            return List.of(NetworkOptions.ids(ids).size());
        }
        return List.of(NetworkOptions.processes(named, processes, MOST_PROCESSES));
    }

    private NetworkOptions arrangement(
            Algorithm<?, ?, ?, ?, ?> algorithm, Optional<Topologies.Named> named, int count) {
        NetworkOptions arrangement = NetworkOptions.of(algorithm, named, count);
        if (ids == null) {
            return arrangement;
        }
        return arrangement.seating(
                ids.equals("random") ? NetworkOptions.shuffledIds(count, seed()) : NetworkOptions.ids(ids));
    }

    private void warmUp(Algorithm<?, ?, ?, ?, ?> algorithm, Optional<Topologies.Named> named, int count) {
        long end = System.nanoTime() + WARM_UP;
        while (System.nanoTime() < end) {
            run(algorithm, arrangement(algorithm, named, count), false);
        }
    }

    private long seed() {
        return Values.large("--seed", seed, 0, Long.MAX_VALUE);
    }

    // --- one run

    private <S, M, U, I, O> SimulateReport run(
            Algorithm<S, M, U, I, O> algorithm, NetworkOptions arrangement, boolean telling) {
        boolean election = algorithm.problem() instanceof Election;
        int count = arrangement.positions().size();
        Schedule time = Values.oneOf("--schedule", schedule, List.of(Schedule.values()));
        Channels channels = channels(algorithm);
        Bounds bounds = bounds(algorithm, arrangement, election || algorithm.problem() instanceof Leadership);
        ProcessId holding = arrangement.process("--holder", holder);
        int agreeing = quorum == null ? count / 2 + 1 : Values.whole("--quorum", quorum, 1, count);
        List<ScheduledFault> mishaps = mishaps(algorithm, arrangement);

        TreeSet<ProcessId> leaders = new TreeSet<>();
        Simulation<S, M, U, I, O> simulation;
        try {
            Start start = new Start(arrangement.processes(), holding, agreeing);
            Workload<U, I> users = Workload.demanding(
                            algorithm.problem(),
                            bounds.who(),
                            bounds.requests(),
                            Durations.exactly(0),
                            time == Schedule.SYNCHRONOUS ? Durations.exactly(1) : Durations.between(1, SLOWEST))
                    .beginning(Durations.between(0, Values.whole("--spread", spread, 0, Integer.MAX_VALUE)));
            simulation = Simulation.of(algorithm, start, arrangement.topology(), channels, users)
                    .withDelays(time.travelling())
                    .withTimers(timers())
                    .withOtherTimers(Durations.exactly(10L * count))
                    .withSeed(seed())
                    .withInvariants(invariants(algorithm))
                    .withFaults(arrangement.topology(), mishaps)
                    .heardBy((process, told) -> {
                        if (told instanceof Election.Leader leader) {
                            leaders.add(leader.leader());
                        }
                    });
        } catch (IllegalArgumentException undefined) {
            throw new BadInput(
                    "-n %d: %s does not run on so many: %s".formatted(count, algorithm.name(), undefined.getMessage()));
        }
        if (variant != null) {
            simulation.withProtocol(
                    CheckCommand.variant(algorithm.name(), variant, algorithm.variants(Start.of(count, 0)))
                            .protocol());
        }
        if (telling) {
            simulation.pausing(new Progress<>(simulation, bounds));
        }
        simulation.prepared();

        long begin = System.nanoTime();
        Optional<SimulateReport.Violation> violated = Optional.empty();
        Metrics tally;
        try {
            tally = bounds.run(simulation);
        } catch (InvariantViolation refuted) {
            tally = simulation.metrics();
            String why =
                    refuted.getCause() == null ? "" : "; " + refuted.getCause().getMessage();
            violated = Optional.of(new SimulateReport.Violation(refuted.invariant(), refuted.getMessage() + why));
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        long waiting = simulation.waiting();
        if (violated.isEmpty()) {
            violated = judged(tally, leaders, waiting, mishaps);
        }
        return new SimulateReport(
                algorithm,
                arrangement,
                channels,
                time.toString(),
                conditions(arrangement, holding, TokenHolder.matter(algorithm)),
                tally,
                election,
                leaders,
                waiting,
                seed(),
                seconds,
                violated);
    }

    private <S, M, U> List<Invariant<S, M, U>> invariants(Algorithm<S, M, U, ?, ?> algorithm) {
        return algorithm.invariants().stream()
                .filter(invariant -> everyLaw || invariant instanceof Invariant.Count)
                .toList();
    }

    private static Optional<SimulateReport.Violation> judged(
            Metrics tally, Set<ProcessId> leaders, long waiting, List<ScheduledFault> mishaps) {
        if (leaders.size() > 1) {
            return Optional.of(new SimulateReport.Violation(ONE_LEADER, "they are " + CheckReport.listed(leaders)));
        }
        if (tally.quiet() && waiting > 0 && mishaps.isEmpty()) {
            return Optional.of(new SimulateReport.Violation(
                    NOBODY_WAITS, "%d wait, and nothing more happens after tick %d".formatted(waiting, tally.time())));
        }
        return Optional.empty();
    }

    private Map<String, Object> conditions(NetworkOptions arrangement, ProcessId holding, boolean holderMatters) {
        Map<String, Object> conditions = new LinkedHashMap<>();
        if (holderMatters) {
            conditions.put("holder", shown(arrangement, holding));
        }
        if (requester != null) {
            conditions.put("requester", shown(arrangement, arrangement.process("--requester", requester)));
        }
        if (initiators != null && !initiators.equals("all")) {
            conditions.put(
                    "initiators",
                    arrangement.several("--initiators", initiators).stream()
                            .map(each -> shown(arrangement, each))
                            .toList());
        }
        return conditions;
    }

    private static Object shown(NetworkOptions arrangement, ProcessId process) {
        return arrangement.hasNames() ? arrangement.name(process) : (Object) process.number();
    }

    private Channels channels(Algorithm<?, ?, ?, ?, ?> algorithm) {
        if (network == null) {
            return algorithm.channels();
        }
        Channels wanted = Values.oneOf("--network", network, List.of(Channels.values()));
        if (wanted == Channels.UNORDERED && algorithm.channels() == Channels.FIFO) {
            throw new BadInput("--network %s: %s needs links that keep their order; fifo is wanted, or symposium check,"
                            .formatted(Values.quoted(network), algorithm.name())
                    + " which shows what breaks");
        }
        return wanted;
    }

    private Map<String, Durations> timers() {
        Map<String, Durations> timers = new HashMap<>();
        if (timer != null) {
            for (String each : timer.split(",", -1)) {
                String[] parts = each.split("=", -1);
                if (parts.length != 2 || parts[0].isBlank()) {
                    throw new BadInput("--timer %s: NAME=T or NAME=T..T2 is wanted".formatted(Values.quoted(each)));
                }
                timers.put(
                        parts[0].strip().toUpperCase(Locale.ROOT).replace('-', '_'),
                        FaultOptions.ticks("--timer", parts[1]));
            }
        }
        return timers;
    }

    private List<ScheduledFault> mishaps(Algorithm<?, ?, ?, ?, ?> algorithm, NetworkOptions arrangement) {
        FaultOptions faults = new FaultOptions(algorithm, arrangement, heard);
        Optional.ofNullable(crash).ifPresent(faults::crashes);
        Optional.ofNullable(leave).ifPresent(faults::departures);
        Optional.ofNullable(fail).ifPresent(faults::failures);
        return faults.all();
    }

    // --- how long a run is

    /**
     * Who asks how often, and when the run ends.
     *
     * @param who who asks at all
     * @param requests how often each
     * @param entries how many are to be served
     * @param ticks how long at most
     * @param aftermath how long to wait, once all are served, for what they have set going to come to rest
     */
    private record Bounds(Predicate<ProcessId> who, int requests, long entries, long ticks, long aftermath) {

        /** What circulates for ever never comes to rest; then it is what was counted before that matters. */
        Metrics run(Simulation<?, ?, ?, ?, ?> simulation) {
            Metrics served = entries == 0 ? simulation.runUntil(ticks) : simulation.runUntilServed(entries, ticks);
            if (aftermath == 0 || served.quiet() || served.time() >= ticks) {
                return served;
            }
            Metrics rested = simulation.runUntilServed(Long.MAX_VALUE, Math.min(ticks, simulation.now() + aftermath));
            return rested.quiet() ? rested : served;
        }
    }

    private <U, I> Bounds bounds(Algorithm<?, ?, U, I, ?> algorithm, NetworkOptions arrangement, boolean election) {
        int count = arrangement.positions().size();
        long ticks = length == null ? MOST : Values.large("--length", length, 1, MOST);
        long aftermath = 100L + 2L * SLOWEST * count;
        if (requester != null) {
            for (String other : new String[] {initiators, requests, entries}) {
                if (other != null) {
                    throw new BadInput("--requester: one asks, and once; --initiators, --requests and --entries are not"
                            + " wanted with it");
                }
            }
            ProcessId only = arrangement.process("--requester", requester);
            return new Bounds(only::equals, 1, 1, ticks, aftermath);
        }
        boolean everyone = initiators == null || initiators.equals("all");
        Set<ProcessId> some = everyone ? Set.of() : arrangement.several("--initiators", initiators);
        Predicate<ProcessId> who = everyone ? process -> true : some::contains;
        if (algorithm.problem().mayAsk(algorithm.problem().initial()).isEmpty()) {
            return new Bounds(who, 0, 0, length == null ? 100L * count : ticks, 0);
        }
        long wanted = entries == null ? 0 : Values.large("--entries", entries, 1, MOST);
        if (election || requests != null) {
            int each = requests == null ? 1 : Values.whole("--requests", requests, 1, Integer.MAX_VALUE);
            long all = election ? (long) count * each : (long) each * (everyone ? count : some.size());
            return new Bounds(who, each, wanted == 0 ? all : wanted, ticks, wanted == 0 ? aftermath : 0);
        }
        long least = length == null ? Math.max(count, LEAST_ENTRIES) : 0;
        return new Bounds(who, Integer.MAX_VALUE, wanted == 0 ? least : wanted, ticks, 0);
    }

    // --- progress

    /** Tells how far a long run is, about once a second. */
    private final class Progress<S, M, U, I, O> implements Runnable {
        private final Simulation<S, M, U, I, O> simulation;
        private final Bounds bounds;
        private long next = System.nanoTime() + BETWEEN_LINES;

        Progress(Simulation<S, M, U, I, O> simulation, Bounds bounds) {
            this.simulation = simulation;
            this.bounds = bounds;
        }

        @Override
        public void run() {
            if (System.nanoTime() < next) {
                return;
            }
            next = System.nanoTime() + BETWEEN_LINES;
            String of = bounds.entries() > 0 ? String.format(Locale.ROOT, " of %,d", bounds.entries()) : "";
            spec.commandLine()
                    .getErr()
                    .println(String.format(
                            Locale.ROOT,
                            "tick %,d: %,d messages, %,d%s served",
                            simulation.now(),
                            simulation.messages(),
                            simulation.served(),
                            of));
        }
    }
}
