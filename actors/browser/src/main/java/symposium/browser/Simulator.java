package symposium.browser;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import symposium.election.Election;
import symposium.election.terms.LeadershipInTerms;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Topology;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Run;
import symposium.simulation.RunLength;
import symposium.simulation.Simulation;
import symposium.trace.SvgDiagram;
import symposium.trace.Trace;

/** A run of an algorithm in virtual time, with its messages counted: that of {@code symposium simulate}. */
public final class Simulator {

    static final int MOST_PROCESSES = 2_000;
    static final int MOST_ENTRIES = 100_000;

    /** As much as a diagram shows at one look. */
    private static final int MOST_COLUMNS = 12;

    private static final int MOST_DRAWN = 150;

    /** Where nobody asks, a run has as many ticks for each process. */
    private static final long TICKS = 100;

    /** Timers that have no time of their own run as many ticks for each process. */
    private static final long TIMER = 10;

    private Simulator() {}

    /**
     * Simulates an algorithm. The answer has what was counted: {@code total} is the number of messages without {@code
     * announcements}, {@code entries} how often users were served; {@code diagram} shows the first events of a small
     * run as an SVG document.
     *
     * @param entries how many entries end the run; 0 for as many as usual
     * @param random whether messages travel and users stay for 1 to {@value RunLength#SLOWEST} ticks, or all for one
     * @throws IllegalArgumentException when the algorithm does not run so
     */
    public static <S, M, U, I, O> Map<String, Object> run(
            Algorithm<S, M, U, I, O> algorithm,
            int processes,
            Topology topology,
            int entries,
            boolean random,
            long seed) {
        if (processes < 1 || processes > MOST_PROCESSES) {
            throw new IllegalArgumentException("from 1 to " + MOST_PROCESSES + " processes are simulated here, not "
                    + processes + "; symposium simulate takes millions");
        }
        if (entries < 0 || entries > MOST_ENTRIES) {
            throw new IllegalArgumentException("up to " + MOST_ENTRIES + " entries are simulated here, not " + entries);
        }
        Start start = Start.of(processes, 0);
        Durations durations = random ? Durations.between(1, RunLength.SLOWEST) : Durations.exactly(1);
        RunLength length = length(algorithm, processes, entries, random);
        TreeSet<ProcessId> leaders = new TreeSet<>();
        List<TraceEvent> happened = new ArrayList<>();
        Run<S, M, U, I, O> run = Simulation.of(
                        algorithm,
                        start,
                        topology,
                        algorithm.system().channels(),
                        length.<U, I>users(algorithm.problem(), durations))
                .withDelays(durations)
                .withOtherTimers(Durations.exactly(TIMER * processes))
                .withSeed(seed)
                .withDemands(length.demands())
                .withInvariants(algorithm.checks().invariants().stream()
                        .filter(Invariant.Count.class::isInstance)
                        .toList())
                .withListener((process, told) -> {
                    if (told instanceof Election.Leader leader) {
                        leaders.add(leader.leader());
                    }
                })
                .withWatcher((time, event) -> {
                    if (happened.size() < MOST_DRAWN) {
                        happened.add(event);
                    }
                })
                .as(Run::new);
        Optional<String> violated = Optional.empty();
        Metrics metrics;
        try {
            metrics = length.run(run);
        } catch (InvariantViolation violation) {
            metrics = run.metrics();
            violated = Optional.of(violation.getMessage());
        }
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("processes", processes);
        shown.put("topology", topology.toString());
        shown.put("messages", metrics.messages());
        shown.put("total", metrics.total() - metrics.announcements());
        shown.put("announcements", metrics.announcements());
        shown.put("entries", metrics.served());
        shown.put("demanded", metrics.demanded());
        shown.put("waiting", run.waiting());
        shown.put("longestWait", metrics.longestWait());
        shown.put("ticks", metrics.time());
        shown.put("steps", metrics.steps());
        shown.put("rules", metrics.rules());
        shown.put("quiet", metrics.quiet());
        shown.put("election", once(algorithm));
        shown.put("leaders", leaders.stream().map(ProcessId::toString).toList());
        shown.put("violated", violated.orElse(null));
        shown.put("diagram", processes > MOST_COLUMNS ? null : diagram(algorithm, start, topology, happened, metrics));
        return shown;
    }

    private static String diagram(
            Algorithm<?, ?, ?, ?, ?> algorithm,
            Start start,
            Topology topology,
            List<TraceEvent> happened,
            Metrics metrics) {
        String part = metrics.steps() > happened.size() ? ", its first " + happened.size() + " events" : "";
        return SvgDiagram.of(
                new Trace(start.processes(), happened),
                algorithm.name() + ", " + topology + " of " + start.processes().size() + part,
                algorithm.problem());
    }

    private static boolean once(Algorithm<?, ?, ?, ?, ?> algorithm) {
        return algorithm.problem() instanceof Election || algorithm.problem() instanceof LeadershipInTerms;
    }

    private static RunLength length(Algorithm<?, ?, ?, ?, ?> algorithm, int processes, int entries, boolean random) {
        if (!RunLength.asks(algorithm.problem())) {
            return RunLength.ticks(TICKS * processes);
        }
        return once(algorithm)
                ? RunLength.once(processes)
                : RunLength.entries(
                        entries == 0 ? Math.max(processes, RunLength.LEAST_ENTRIES) : entries,
                        random ? RunLength.SLOWEST : 1,
                        processes);
    }
}
