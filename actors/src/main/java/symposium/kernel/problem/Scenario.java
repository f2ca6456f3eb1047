package symposium.kernel.problem;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import symposium.kernel.ProcessId;
import symposium.kernel.Require;
import symposium.kernel.Sorted;
import symposium.kernel.topology.RelabelledTopology;
import symposium.kernel.topology.Topology;

/**
 * A small model in which a {@link Variant} violates an invariant and the correct algorithm violates none. Unspecified
 * parts follow the assumptions of the paper. Tests check every scenario.
 *
 * @param invariant the name of the invariant that the shortest counterexample violates
 * @param processes the number of processes
 * @param holder the process at which the token starts
 * @param topology the topology
 * @param initiators the processes with users that send requests; if empty, all processes
 * @param requests the maximum number of requests of each user
 * @param channels how links deliver
 * @param faults the maximum number of each fault, at least 1
 * @param partition the processes that a partition separates from the others; if empty, there is no partition
 */
@RecordBuilder
public record Scenario(
        String invariant,
        int processes,
        int holder,
        Optional<Topology> topology,
        SortedSet<ProcessId> initiators,
        OptionalInt requests,
        Optional<Channels> channels,
        SortedMap<Fault, Integer> faults,
        SortedSet<ProcessId> partition)
        implements ScenarioBuilder.With {

    /** The name of the property that no user waits in a terminal state. */
    public static final String NO_DEADLOCK = "no deadlock";

    /** The name of the property that no user waits forever in a fair execution. */
    public static final String NO_STARVATION = "no fair starvation";

    /** @throws IllegalArgumentException if a number is too small, or a named process does not exist */
    public Scenario {
        faults = Sorted.map(faults);
        initiators = Sorted.set(initiators);
        partition = Sorted.set(partition);
        SortedSet<ProcessId> everyone = Start.of(processes, holder).processes();
        Require.that(
                everyone.containsAll(initiators) && everyone.containsAll(partition),
                "of " + processes + " processes " + initiators + " and " + partition + " are not all there");
        Require.that(
                requests.orElse(1) >= 1 && faults.values().stream().allMatch(times -> times >= 1),
                "what happens, happens at least once: " + requests + ", " + faults);
    }

    /**
     * Returns a scenario in which this number of processes violates that invariant under the assumptions of the paper.
     */
    public static Scenario of(int processes, String invariant) {
        return new Scenario(
                invariant,
                processes,
                0,
                Optional.empty(),
                Sorted.set(),
                OptionalInt.empty(),
                Optional.empty(),
                Sorted.map(),
                Sorted.set());
    }

    /** Returns a scenario in which the crash of any one of this number of processes violates that invariant. */
    public static Scenario crash(int processes, String invariant) {
        return of(processes, invariant).withFault(Fault.CRASH, 1);
    }

    /**
     * Returns a scenario in which the loss of any one message between this number of processes violates that
     * invariant.
     */
    public static Scenario loss(int processes, String invariant) {
        return of(processes, invariant).withFault(Fault.LOSS, 1);
    }

    /** Returns a copy on that topology. */
    public Scenario withTopology(Topology other) {
        return withTopology(Optional.of(other));
    }

    /** Returns a copy on a ring in that order of the names. */
    public Scenario onRing(int... names) {
        return withTopology(RelabelledTopology.ring(names));
    }

    /** Returns a copy in which only the users of these processes send requests. */
    public Scenario withInitiators(int... numbers) {
        return withInitiators(processes(numbers));
    }

    /** Returns a copy in which each user sends at most this number of requests. */
    public Scenario withRequests(int each) {
        return withRequests(OptionalInt.of(each));
    }

    /** Returns a copy over other links. */
    public Scenario withChannels(Channels other) {
        return withChannels(Optional.of(other));
    }

    /** Returns a copy with one more fault, which occurs at most {@code times} times. */
    public Scenario withFault(Fault fault, int times) {
        SortedMap<Fault, Integer> all = new TreeMap<>(faults);
        all.put(fault, times);
        return withFaults(all);
    }

    /** Returns a copy in which these processes are cut off from the others, once. */
    public Scenario withPartition(int... numbers) {
        return withPartition(processes(numbers));
    }

    private static SortedSet<ProcessId> processes(int... numbers) {
        return Arrays.stream(numbers).mapToObj(ProcessId::of).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the start of its runs, with a majority as quorum. */
    public Start start() {
        return Start.of(processes, holder);
    }

    /** Returns the maximum number of times that a fault occurs, from 0. */
    public int times(Fault fault) {
        return faults.getOrDefault(fault, 0);
    }
}
