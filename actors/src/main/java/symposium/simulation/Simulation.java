package symposium.simulation;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import symposium.kernel.Algorithm;
import symposium.kernel.Channels;
import symposium.kernel.Event;
import symposium.kernel.Invariant;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.RelabelledTopology;
import symposium.kernel.Start;
import symposium.kernel.Topology;
import symposium.kernel.TraceEvent;

/**
 * One run in virtual time. Say first what is to be run, and how; the run begins with the first of the {@code run} methods and may be
 * carried on by further ones.
 *
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> where a user stands
 * @param <I> what a user asks
 * @param <O> what a user is told
 */
public final class Simulation<S, M, U, I, O> {

    /** Is told of each step, with the tick at which it was taken. */
    @FunctionalInterface
    public interface Watcher {
        void stepped(long time, TraceEvent event);
    }

    private final RunOptions<S, M, U, I, O> options;
    private final Counters<M> counters = new Counters<>();
    /** Null until the run begins. */
    private Run<S, M, U, I, O> run;

    private Simulation(RunOptions<S, M, U, I, O> options) {
        this.options = options;
    }

    /** Any protocol on any network; a message travels for one tick, until said otherwise. */
    public static <S, M, U, I, O> Simulation<S, M, U, I, O> of(
            Protocol<S, M, I, O> protocol,
            Problem<U, I, O> problem,
            Network network,
            Channels channels,
            Workload<U, I> workload) {
        return new Simulation<>(new RunOptions<>(protocol, problem, network, channels, workload));
    }

    /** An algorithm of the catalogue on the topology that it prefers, over the links that it assumes. */
    public static <S, M, U, I, O> Simulation<S, M, U, I, O> of(
            Algorithm<S, M, U, I, O> algorithm, Start start, Workload<U, I> workload) {
        return of(algorithm, start, algorithm.topologies().get(0), algorithm.channels(), workload);
    }

    /** An algorithm of the catalogue on any topology and links. */
    public static <S, M, U, I, O> Simulation<S, M, U, I, O> of(
            Algorithm<S, M, U, I, O> algorithm,
            Start start,
            Topology topology,
            Channels channels,
            Workload<U, I> workload) {
        Network network = topology instanceof RelabelledTopology relabelled
                ? Network.of(relabelled)
                : Network.of(topology, start.processes());
        Simulation<S, M, U, I, O> simulation =
                of(algorithm.protocol(start), algorithm.problem(), network, channels, workload);
        simulation.options.name = algorithm.name();
        simulation.counters.announcing(algorithm::announces);
        return simulation;
    }

    /** Another protocol instead, such as a faulty variant. */
    public Simulation<S, M, U, I, O> withProtocol(Protocol<S, M, I, O> other) {
        requireNotBegun();
        options.protocol = other;
        return this;
    }

    /** How long messages travel. Over a link that keeps its order, none arrives before one that was sent earlier. */
    public Simulation<S, M, U, I, O> withDelays(Durations ticks) {
        requireNotBegun();
        options.delays = ticks;
        return this;
    }

    /** How long timers run, by their names. */
    public Simulation<S, M, U, I, O> withTimers(Map<String, Durations> ticks) {
        requireNotBegun();
        options.timers = Map.copyOf(ticks);
        return this;
    }

    /** How long timers run that are not named. */
    public Simulation<S, M, U, I, O> withOtherTimers(Durations ticks) {
        requireNotBegun();
        options.otherTimers = ticks;
        return this;
    }

    /** The seed of all randomness; 0 until said otherwise. */
    public Simulation<S, M, U, I, O> withSeed(long from) {
        requireNotBegun();
        options.seed = from;
        return this;
    }

    /**
     * The number of demands that users make in all; unlimited by default. With a limit, each message belongs to a
     * demand that is served,
     * where the run goes on until nothing more happens. A demand does not count when its process departs before it is
     * served.
     */
    public Simulation<S, M, U, I, O> withDemands(long most) {
        requireNotBegun();
        options.mostDemands = most;
        return this;
    }

    /** Tells {@code by} of each step. */
    public Simulation<S, M, U, I, O> watchedBy(Watcher by) {
        options.watcher = (event, time) -> by.stepped(time, event);
        return this;
    }

    /** Tells {@code by} all that users are told. */
    public Simulation<S, M, U, I, O> heardBy(BiConsumer<ProcessId, O> by) {
        options.listener = by;
        return this;
    }

    /**
     * Holds the run to invariants, besides those of the problem's own observer and the exclusion of neighbours: those of one process are looked at
     * after each step of it, those of a message when it arrives, and those of a number after each step. Invariants of the whole, of a link or of a
     * step are left to the checker.
     */
    public Simulation<S, M, U, I, O> withInvariants(List<Invariant<S, M, U>> these) {
        requireNotBegun();
        options.invariants = these.stream().filter(InvariantMonitor::follows).toList();
        return this;
    }

    /**
     * The faults of the run. All processes that are still there are notified of a departure, and both ends of a link of its failure
     * and recovery, by {@link Event.NeighboursChanged}.
     *
     * @param topology by which the remaining processes find their neighbours
     * @throws IllegalArgumentException when a process is not in the network
     */
    public Simulation<S, M, U, I, O> withFaults(Topology topology, List<ScheduledFault> these) {
        requireNotBegun();
        for (ScheduledFault fault : these) {
            for (ProcessId process : fault.processes()) {
                if (!options.network.processes().contains(process)) {
                    throw new IllegalArgumentException("there is no process " + process + " for anything to befall");
                }
            }
        }
        options.topologyAfterFaults = topology;
        options.faults = List.copyOf(these);
        return this;
    }

    /** Runs {@code to} every thousand events or so: a look at the clock, say. */
    public Simulation<S, M, U, I, O> pausing(Runnable to) {
        options.pause = to;
        return this;
    }

    private void requireNotBegun() {
        if (run != null) {
            throw new IllegalStateException("the run has begun");
        }
    }

    // --- running

    /** Makes the processes, and lets users and timers begin; the first of the {@code run} methods does so, too. */
    public Simulation<S, M, U, I, O> prepared() {
        begin();
        return this;
    }

    /**
     * Runs until nothing more happens; forever, when users ask again and again.
     *
     * @throws InvariantViolation when no rule admits an event, or an invariant to which the run is held does not hold
     */
    public Metrics runToTheEnd() {
        return runUntilServed(Long.MAX_VALUE);
    }

    /**
     * Runs until all that happens up to and including this tick has happened.
     *
     * @throws InvariantViolation when no rule admits an event, or an invariant to which the run is held does not hold
     */
    public Metrics runUntil(long time) {
        runUntilServed(Long.MAX_VALUE, time);
        run.idleUntil(time);
        return metrics();
    }

    /**
     * Runs until this many demands in all have been served, or nothing more happens.
     *
     * @throws InvariantViolation when no rule admits an event, or an invariant to which the run is held does not hold
     */
    public Metrics runUntilServed(long servings) {
        return runUntilServed(servings, Long.MAX_VALUE);
    }

    /**
     * Runs until this many demands in all have been served, nothing more happens, or all that happens up to and including this tick has
     * happened.
     *
     * @throws InvariantViolation when no rule admits an event, or an invariant to which the run is held does not hold
     */
    public Metrics runUntilServed(long servings, long time) {
        begin();
        while (counters.served() < servings && run.advance(time)) {
            continue;
        }
        return metrics();
    }

    /** What has been counted so far. */
    public Metrics metrics() {
        boolean quiet = run != null && run.quiet();
        int processes = options.network.processes().size();
        return counters.metrics(options.name, processes, options.seed, now(), options.protocol.rules(), quiet);
    }

    /** The tick that has been reached. */
    public long now() {
        return run == null ? 0 : run.now();
    }

    /** The number of steps taken so far. */
    public long steps() {
        return counters.steps();
    }

    /** The number of messages sent so far. */
    public long messages() {
        return counters.sent();
    }

    /** The number of demands served so far. */
    public long served() {
        return counters.served();
    }

    /** The state of a process. */
    public S state(ProcessId process) {
        begin();
        return run.state(run.places().of(process));
    }

    /** Where the user of a process stands. */
    public U user(ProcessId process) {
        begin();
        return run.users().at(run.places().of(process));
    }

    /** The number of users that wait, of processes that are still there. */
    public long waiting() {
        begin();
        return run.users().waiting();
    }

    /** Whether a process has crashed or left. */
    public boolean departed(ProcessId process) {
        return run != null && run.departed(process);
    }

    private void begin() {
        if (run == null) {
            run = new Run<>(options, counters);
            run.begin();
        }
    }
}
