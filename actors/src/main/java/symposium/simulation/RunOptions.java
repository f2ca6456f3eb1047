package symposium.simulation;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.ObjLongConsumer;
import symposium.kernel.Channels;
import symposium.kernel.Invariant;
import symposium.kernel.Problem;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Timer;
import symposium.kernel.Topology;
import symposium.kernel.TraceEvent;

/**
 * What a run is made of, with the default of each option. The watcher, the listener and the pause may change while it
 * runs.
 */
final class RunOptions<S, M, U, I, O> {

    final Problem<U, I, O> problem;
    final Network network;
    final Channels channels;
    final Workload<U, I> workload;
    String name;
    Protocol<S, M, I, O> protocol;
    Durations delays = Durations.exactly(1);
    Map<String, Durations> timers = Map.of();
    Durations otherTimers;
    long seed;
    long mostDemands = Long.MAX_VALUE;
    List<Invariant<S, M, U>> invariants = List.of();
    Topology topologyAfterFaults;
    List<ScheduledFault> faults = List.of();
    ObjLongConsumer<TraceEvent> watcher;
    BiConsumer<ProcessId, O> listener;
    Runnable pause;

    RunOptions(
            Protocol<S, M, I, O> protocol,
            Problem<U, I, O> problem,
            Network network,
            Channels channels,
            Workload<U, I> workload) {
        this.name = protocol.getClass().getSimpleName();
        this.protocol = protocol;
        this.problem = problem;
        this.network = network;
        this.channels = channels;
        this.workload = workload;
    }

    /** How long a timer runs. */
    Durations duration(Timer timer) {
        Durations duration = timers.getOrDefault(timer.name(), otherTimers);
        if (duration == null) {
            throw new IllegalStateException("the duration of the timer " + timer.name() + " is not set");
        }
        return duration;
    }
}
