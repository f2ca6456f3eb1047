package symposium.kernel;

import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where the fault of a {@link Variant} shows: small surroundings in which the variant violates a law and the algorithm as it should be
 * violates none. What is left open is as the paper assumes. Tests hold every exhibit to be true.
 *
 * @param law the law that is violated there, by its name, and no other by a shorter way
 * @param processes on how many processes, from 0
 * @param holder where the token starts
 * @param topology how they are linked
 * @param initiators whose users ask at all; nobody for everyone
 * @param requests how often each of them asks, at most
 * @param channels in which order links deliver
 * @param misfortunes how often what may go wrong does, at most; each at least once
 * @param partition the processes from which the others are cut off, once; nobody for no partition
 */
public record Scenario(
        String law,
        int processes,
        int holder,
        Optional<Topology> topology,
        SortedSet<ProcessId> initiators,
        OptionalInt requests,
        Optional<Channels> channels,
        SortedMap<Misfortune, Integer> misfortunes,
        SortedSet<ProcessId> partition) {

    /** What may go wrong, or change, a number of times. */
    public enum Misfortune {
        /** A message is lost. */
        LOSS,
        /** A message arrives twice. */
        DUPLICATE,
        /** A process crashes. */
        CRASH,
        /** A link fails. */
        LINK_FAILURE,
        /** A link that has failed recovers. */
        LINK_RECOVERY,
        /** A process comes; those with the highest numbers are not there at the start. */
        JOIN,
        /** A process is asked to leave. */
        LEAVE;

        /** The name in small letters and hyphens. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** @throws IllegalArgumentException when a number is too small, or one that is named is not there */
    public Scenario {
        misfortunes = Collections.unmodifiableSortedMap(new TreeMap<>(misfortunes));
        initiators = Collections.unmodifiableSortedSet(new TreeSet<>(initiators));
        partition = Collections.unmodifiableSortedSet(new TreeSet<>(partition));
        SortedSet<ProcessId> everyone = Start.of(processes, holder).processes();
        if (!everyone.containsAll(initiators) || !everyone.containsAll(partition)) {
            throw new IllegalArgumentException(
                    "of " + processes + " processes " + initiators + " and " + partition + " are not all there");
        }
        if (requests.orElse(1) < 1 || misfortunes.values().stream().anyMatch(times -> times < 1)) {
            throw new IllegalArgumentException("what happens, happens at least once: " + requests + ", " + misfortunes);
        }
    }

    /** So many processes, under what the paper assumes, violate that law. */
    public static Scenario of(int processes, String law) {
        return new Scenario(
                law,
                processes,
                0,
                Optional.empty(),
                Collections.emptySortedSet(),
                OptionalInt.empty(),
                Optional.empty(),
                Collections.emptySortedMap(),
                Collections.emptySortedSet());
    }

    /** The same surroundings, in which another law is violated. */
    public Scenario violating(String other) {
        return new Scenario(other, processes, holder, topology, initiators, requests, channels, misfortunes, partition);
    }

    /** The same with the token starting elsewhere. */
    public Scenario holdingAt(int other) {
        return new Scenario(law, processes, other, topology, initiators, requests, channels, misfortunes, partition);
    }

    /** The same on that topology. */
    public Scenario on(Topology other) {
        return new Scenario(
                law, processes, holder, Optional.of(other), initiators, requests, channels, misfortunes, partition);
    }

    /** The same with the users of these processes alone asking. */
    public Scenario initiatedBy(int... numbers) {
        SortedSet<ProcessId> some = new TreeSet<>();
        for (int number : numbers) {
            some.add(ProcessId.of(number));
        }
        return new Scenario(law, processes, holder, topology, some, requests, channels, misfortunes, partition);
    }

    /** The same with each user asking at most so often. */
    public Scenario requesting(int each) {
        return new Scenario(
                law, processes, holder, topology, initiators, OptionalInt.of(each), channels, misfortunes, partition);
    }

    /** The same over other links. */
    public Scenario over(Channels other) {
        return new Scenario(
                law, processes, holder, topology, initiators, requests, Optional.of(other), misfortunes, partition);
    }

    /** The same with one more thing that may happen so often. */
    public Scenario suffering(Misfortune misfortune, int times) {
        SortedMap<Misfortune, Integer> all = new TreeMap<>(misfortunes);
        all.put(misfortune, times);
        return new Scenario(law, processes, holder, topology, initiators, requests, channels, all, partition);
    }

    /** The same with these processes cut off from the others, once. */
    public Scenario parting(int... numbers) {
        SortedSet<ProcessId> side = new TreeSet<>();
        for (int number : numbers) {
            side.add(ProcessId.of(number));
        }
        return new Scenario(law, processes, holder, topology, initiators, requests, channels, misfortunes, side);
    }

    /** How it starts; a majority is a quorum. */
    public Start start() {
        return Start.of(processes, holder);
    }

    /** How often that may happen, from 0. */
    public int times(Misfortune misfortune) {
        return misfortunes.getOrDefault(misfortune, 0);
    }
}
