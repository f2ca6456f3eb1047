package symposium.kernel;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Where the fault of a {@link Variant} shows: small surroundings in which the variant violates a law and the algorithm as it should be
 * violates none. What is left open is as the paper assumes. Tests hold every exhibit to be true.
 *
 * @param invariant the law that is violated there, by its name, and no other by a shorter way
 * @param processes on how many processes, from 0
 * @param holder where the token starts
 * @param topology how they are linked
 * @param initiators whose users ask at all; nobody for everyone
 * @param requests how often each of them asks, at most
 * @param channels in which order links deliver
 * @param faults how often what may go wrong does, at most; each at least once
 * @param partition the processes from which the others are cut off, once; nobody for no partition
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

    /** The name of the property that no state is terminal in which a user waits. */
    public static final String NO_DEADLOCK = "no deadlock";

    /** The name of the property that no user waits forever in a fair execution. */
    public static final String NO_STARVATION = "no fair starvation";

    /** @throws IllegalArgumentException when a number is too small, or one that is named is not there */
    public Scenario {
        faults = Collections.unmodifiableSortedMap(new TreeMap<>(faults));
        initiators = Collections.unmodifiableSortedSet(new TreeSet<>(initiators));
        partition = Collections.unmodifiableSortedSet(new TreeSet<>(partition));
        SortedSet<ProcessId> everyone = Start.of(processes, holder).processes();
        if (!everyone.containsAll(initiators) || !everyone.containsAll(partition)) {
            throw new IllegalArgumentException(
                    "of " + processes + " processes " + initiators + " and " + partition + " are not all there");
        }
        if (requests.orElse(1) < 1 || faults.values().stream().anyMatch(times -> times < 1)) {
            throw new IllegalArgumentException("what happens, happens at least once: " + requests + ", " + faults);
        }
    }

    /** So many processes, under what the paper assumes, violate that law. */
    public static Scenario of(int processes, String invariant) {
        return new Scenario(
                invariant,
                processes,
                0,
                Optional.empty(),
                Collections.emptySortedSet(),
                OptionalInt.empty(),
                Optional.empty(),
                Collections.emptySortedMap(),
                Collections.emptySortedSet());
    }

    /** The same on that topology. */
    public Scenario withTopology(Topology other) {
        return withTopology(Optional.of(other));
    }

    /** The same on a ring in that order of the names. */
    public Scenario onRing(int... names) {
        return withTopology(RelabelledTopology.ring(names));
    }

    /** The same with the users of these processes alone asking. */
    public Scenario withInitiators(int... numbers) {
        return withInitiators(processes(numbers));
    }

    /** The same with each user asking at most so often. */
    public Scenario withRequests(int each) {
        return withRequests(OptionalInt.of(each));
    }

    /** The same over other links. */
    public Scenario withChannels(Channels other) {
        return withChannels(Optional.of(other));
    }

    /** The same with one more fault, at most so often. */
    public Scenario withFault(Fault fault, int times) {
        SortedMap<Fault, Integer> all = new TreeMap<>(faults);
        all.put(fault, times);
        return withFaults(all);
    }

    /** The same with these processes cut off from the others, once. */
    public Scenario withPartition(int... numbers) {
        return withPartition(processes(numbers));
    }

    private static SortedSet<ProcessId> processes(int... numbers) {
        return Arrays.stream(numbers).mapToObj(ProcessId::of).collect(Collectors.toCollection(TreeSet::new));
    }

    /** How it starts; a majority is a quorum. */
    public Start start() {
        return Start.of(processes, holder);
    }

    /** How often that may happen, from 0. */
    public int times(Fault fault) {
        return faults.getOrDefault(fault, 0);
    }
}
