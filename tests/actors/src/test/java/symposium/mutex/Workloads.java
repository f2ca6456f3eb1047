package symposium.mutex;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/** Runs that come to an end: each user asks so often, at random moments. */
public final class Workloads {

    private static final int DAY = 300;

    private Workloads() {}

    /** A run to the end, in which messages travel for up to 20 ticks. The tally names the seed. */
    public static <S, M> Metrics run(
            Algorithm<S, M, User, Input, Output> algorithm, int processes, int requests, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<ProcessId, List<Long>> timetable = new TreeMap<>();
        for (int process = 0; process < processes; process++) {
            timetable.put(
                    ProcessId.of(process),
                    random.longs(requests, 0, DAY).sorted().boxed().toList());
        }
        return Simulation.of(
                        algorithm,
                        Start.of(processes, 0),
                        Workload.scheduled(MutualExclusion.PROBLEM, timetable, Durations.between(0, 9)))
                .withDelays(Durations.between(1, 20))
                .withSeed(seed)
                .as(Run::new)
                .runToTheEnd();
    }
}
