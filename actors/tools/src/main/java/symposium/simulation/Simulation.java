package symposium.simulation;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import symposium.kernel.Event;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Require;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Problem;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.RelabelledTopology;
import symposium.kernel.topology.Topology;

/**
 * What is to be run in virtual time, and how. A {@link Run} of it is determined by what is said here.
 *
 * @param name of the algorithm
 * @param protocol of each process; any other protocol with the same messages, such as a faulty variant, may take its
 *     place
 * @param problem that the protocol solves
 * @param network the processes and their links
 * @param channels the order in which links deliver messages
 * @param workload when users ask
 * @param announces tells messages that only spread a result
 * @param delays how long messages travel; one tick by default. Over a link that keeps its order, none arrives before
 *     one that was sent earlier
 * @param timers how long timers run, by their names
 * @param otherTimers how long timers run that are not named; if empty, there must be none
 * @param seed of all randomness; 0 by default
 * @param demands the number of demands that users make in all; unlimited by default. With a limit, each message belongs
 *     to a demand that is served, where the run goes on until nothing more happens. A demand does not count when its
 *     process departs before it is served
 * @param invariants what the run checks, besides the problem's own observer and the exclusion of neighbours: those of
 *     one process after each step of it, those of a message when it arrives, and those of a number after each step.
 *     Invariants of the whole, of a link or of a step are left to the checker
 * @param topology by which the remaining processes find their neighbours after a fault; not used without faults
 * @param cutOff if present, each process starts without neighbours, as with {@link Algorithm#withDynamicMembership},
 *     and is admitted later
 * @param faults of the run. All present processes are notified of a departure and of a join, and both ends of a link
 *     of its failure and recovery, by {@link Event.NeighboursChanged}
 * @param watcher is told of each step, if present
 * @param listener is told all that users are told
 * @param pause is called every thousand events or so, and may ask for what has been counted so far
 * @param <S> the state of one process
 * @param <M> the messages
 * @param <U> where a user stands
 * @param <I> what a user asks
 * @param <O> what a user is told
 */
@RecordBuilder
public record Simulation<S, M, U, I, O>(
        String name,
        Protocol<S, M, I, O> protocol,
        Problem<U, I, O> problem,
        Network network,
        Channels channels,
        Workload<U, I> workload,
        Predicate<M> announces,
        Durations delays,
        Map<String, Durations> timers,
        Optional<Durations> otherTimers,
        long seed,
        long demands,
        List<Invariant<S, M, U>> invariants,
        Topology topology,
        Optional<CutOff> cutOff,
        List<ScheduledFault> faults,
        Optional<Watcher> watcher,
        BiConsumer<ProcessId, O> listener,
        Consumer<Supplier<Metrics>> pause)
        implements SimulationBuilder.With<S, M, U, I, O> {

    /**
     * When a process that starts without neighbours is notified of all present processes.
     *
     * @param quorum only while this many processes are present
     * @param heard after how many ticks; drawn for each process, when it starts and when another joins
     */
    public record CutOff(int quorum, Durations heard) {}

    /** Is told of each step, with the tick at which it was taken. */
    @FunctionalInterface
    public interface Watcher {
        void stepped(long time, TraceEvent event);
    }

    /** @throws IllegalArgumentException when a fault happens to a process that is not in the network */
    public Simulation {
        timers = Map.copyOf(timers);
        invariants = List.copyOf(invariants);
        faults = List.copyOf(faults);
        for (ScheduledFault fault : faults) {
            for (ProcessId process : fault.processes()) {
                Require.that(
                        network.processes().contains(process),
                        "a fault names process " + process + ", which is not in the network");
            }
        }
        Require.that(
                ScheduledFault.arriving(faults).size() < network.processes().size(),
                "all processes join later; at least one is present at the start");
    }

    /** Any protocol on any network, over links without faults. */
    public static <S, M, U, I, O> Simulation<S, M, U, I, O> of(
            Protocol<S, M, I, O> protocol,
            Problem<U, I, O> problem,
            Network network,
            Channels channels,
            Workload<U, I> workload) {
        return new Simulation<>(
                protocol.getClass().getSimpleName(),
                protocol,
                problem,
                network,
                channels,
                workload,
                message -> false,
                Durations.exactly(1),
                Map.of(),
                Optional.empty(),
                0,
                Long.MAX_VALUE,
                List.of(),
                (self, members) -> Neighbours.none(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                (process, told) -> {},
                counted -> {});
    }

    /** An algorithm of the catalogue on the topology that it prefers, over the links that it assumes. */
    public static <S, M, U, I, O> Simulation<S, M, U, I, O> of(
            Algorithm<S, M, U, I, O> algorithm, Start start, Workload<U, I> workload) {
        return of(
                algorithm,
                start,
                algorithm.system().topologies().get(0),
                algorithm.system().channels(),
                workload);
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
        return of(algorithm.protocol(start), algorithm.problem(), network, channels, workload)
                .withName(algorithm.name())
                .withAnnounces(algorithm.messages()::announces);
    }

    /** The same with other timers that are not named. */
    public Simulation<S, M, U, I, O> withOtherTimers(Durations ticks) {
        return withOtherTimers(Optional.of(ticks));
    }

    /** The same with a watcher. */
    public Simulation<S, M, U, I, O> withWatcher(Watcher by) {
        return withWatcher(Optional.of(by));
    }

    /** The same with faults, after which the remaining processes find their neighbours by that topology. */
    public Simulation<S, M, U, I, O> withFaults(Topology by, List<ScheduledFault> these) {
        return withTopology(by).withFaults(these);
    }

    /** The same with a protocol whose processes start without neighbours, and are admitted later. */
    public Simulation<S, M, U, I, O> startingCutOff(Protocol<S, M, I, O> dynamic, int quorum, Durations heard) {
        return withProtocol(dynamic).withCutOff(Optional.of(new CutOff(quorum, heard)));
    }

    /** What {@code use} makes of this, such as a {@link Run}. */
    public <R> R as(Function<Simulation<S, M, U, I, O>, R> use) {
        return use.apply(this);
    }
}
