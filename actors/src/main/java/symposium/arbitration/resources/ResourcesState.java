package symposium.arbitration.resources;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/**
 * A process with the sessions of its user.
 *
 * @param self its name
 * @param generation in which it numbers its T0's: greater than those in which anyone numbered whom it knows to have departed
 * @param latest the greatest fence that it knows of
 * @param ties all others that are there, as far as it knows, and how it stands with each
 * @param departed all that it knows to have departed
 * @param waiting the sessions before T0, in the order of asking
 * @param tabled the sessions after T0, by their fences
 */
public record ResourcesState(
        ProcessId self,
        long generation,
        Fence latest,
        SortedMap<ProcessId, Tie> ties,
        SortedSet<ProcessId> departed,
        List<Wish.Take> waiting,
        SortedMap<Fence, Sitting> tabled) {

    /**
     * How a process stands with another.
     *
     * @param linked whether there is a link to it
     * @param greeted whether it has said hello in this life of the link
     * @param fork whether the fork of the first stage lies here
     * @param asked whether the fork is asked for
     * @param blocked whether the other one has asked for the fork, and not got it
     * @param generation the greatest in which the other one is known to be
     * @param tabled what is tabled there, as far as known
     */
    public record Tie(
            boolean linked,
            boolean greeted,
            boolean fork,
            boolean asked,
            boolean blocked,
            long generation,
            SortedMap<Fence, SortedSet<String>> tabled) {

        static final Tie UNLINKED = new Tie(false, false, false, false, false, 0, Collections.emptySortedMap());

        public Tie {
            tabled = Collections.unmodifiableSortedMap(new TreeMap<>(tabled));
        }

        Tie unlink() {
            return new Tie(false, false, false, false, false, 0, tabled);
        }

        Tie link() {
            return new Tie(true, false, false, false, false, 0, tabled);
        }

        Tie greet(boolean forkHere, long in, SortedMap<Fence, SortedSet<String>> there) {
            return new Tie(true, true, forkHere, false, false, in, there);
        }

        Tie in(long other) {
            return new Tie(linked, greeted, fork, asked, blocked, Math.max(generation, other), tabled);
        }

        Tie ask() {
            return new Tie(linked, greeted, fork, true, blocked, generation, tabled);
        }

        Tie block() {
            return new Tie(linked, greeted, fork, asked, true, generation, tabled);
        }

        Tie hand() {
            return new Tie(linked, greeted, false, asked, false, generation, tabled);
        }

        Tie receive(SortedMap<Fence, SortedSet<String>> there) {
            return new Tie(linked, greeted, true, false, blocked, generation, there);
        }

        Tie undirect(Fence fence) {
            SortedMap<Fence, SortedSet<String>> fewer = new TreeMap<>(tabled);
            fewer.remove(fence);
            return new Tie(linked, greeted, fork, asked, blocked, generation, fewer);
        }

        @Override
        public String toString() {
            return (linked ? greeted ? "" : "silent " : "unlinked ")
                    + (fork ? "fork here " : "")
                    + (asked ? "asked " : "")
                    + (blocked ? "blocked " : "")
                    + "in " + generation
                    + (tabled.isEmpty() ? "" : " tabled " + tabled);
        }
    }

    /**
     * A session after T0.
     *
     * @param ticket the user's name for it
     * @param resources what it takes
     * @param arrows the sessions to which arrows lead from it; without any, it has taken all
     * @param told who knows that it is tabled
     */
    public record Sitting(
            long ticket, SortedSet<String> resources, SortedSet<Fence> arrows, SortedSet<ProcessId> told) {
        public Sitting {
            arrows = Collections.unmodifiableSortedSet(new TreeSet<>(arrows));
            told = Collections.unmodifiableSortedSet(new TreeSet<>(told));
        }

        /** Whether its resources are taken; until then they are waited for. */
        public boolean taken() {
            return arrows.isEmpty();
        }

        Sitting withArrows(SortedSet<Fence> others) {
            return new Sitting(ticket, resources, others, told);
        }

        Sitting tell(ProcessId one) {
            SortedSet<ProcessId> more = new TreeSet<>(told);
            more.add(one);
            return new Sitting(ticket, resources, arrows, more);
        }

        Sitting untell(ProcessId one) {
            SortedSet<ProcessId> fewer = new TreeSet<>(told);
            fewer.remove(one);
            return new Sitting(ticket, resources, arrows, fewer);
        }

        @Override
        public String toString() {
            return resources + (taken() ? " taken" : " after " + arrows) + (told.isEmpty() ? "" : " known to " + told);
        }
    }

    public ResourcesState {
        ties = Collections.unmodifiableSortedMap(new TreeMap<>(ties));
        departed = Collections.unmodifiableSortedSet(new TreeSet<>(departed));
        waiting = List.copyOf(waiting);
        tabled = Collections.unmodifiableSortedMap(new TreeMap<>(tabled));
    }

    /** How many processes are within reach, this one among them. */
    int reach() {
        return 1 + (int) ties.values().stream().filter(Tie::linked).count();
    }

    /** Whether the fork shared with {@code other} is owned: grabbed, with all that are grabbed before it, for the next T0. */
    boolean owns(ProcessId other, int quorum) {
        if (waiting.isEmpty() || reach() < quorum) {
            return false;
        }
        for (Map.Entry<ProcessId, Tie> tie : ties.entrySet()) {
            if (!tie.getValue().fork()) {
                return false;
            }
            if (tie.getKey().equals(other)) {
                return true;
            }
        }
        return false;
    }

    /** Whether T0 may be done: a quorum is within reach, and everyone there has handed over its fork and is in the same generation at least. */
    boolean ready(int quorum) {
        return reach() >= quorum
                && ties.values().stream().allMatch(tie -> tie.fork() && tie.generation() >= generation);
    }

    /** The session that has this ticket, and where it is; null when there is none after T0. */
    Fence fenceOf(long ticket) {
        for (Map.Entry<Fence, Sitting> sitting : tabled.entrySet()) {
            if (sitting.getValue().ticket() == ticket) {
                return sitting.getKey();
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return "in " + generation
                + (latest.equals(Fence.NONE) ? "" : " after " + latest)
                + (waiting.isEmpty() ? "" : " waiting " + waiting)
                + (tabled.isEmpty() ? "" : " tabled " + tabled)
                + " ties " + ties
                + (departed.isEmpty() ? "" : " departed " + departed);
    }
}
