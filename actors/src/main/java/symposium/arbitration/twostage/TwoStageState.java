package symposium.arbitration.twostage;

import java.util.SortedMap;
import java.util.SortedSet;
import symposium.arbitration.Forks;
import symposium.arbitration.Seated;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/**
 * A philosopher of section 5.
 *
 * @param self its name
 * @param neighbours with whom it shares forks, in the order in which it grabs those of the first stage
 * @param mood what it does
 * @param owned how many forks of the first stage it owns: the first so many of its order
 * @param here the forks of the first stage that lie here, by whom they are shared with, and how often they have been used
 * @param blocked the neighbours that are ready for a fork that is owned here, or will be when it comes
 * @param tabled the neighbours that were tabled when their fork came, and have not made it undirected since; to these lead the arrows
 *     while this one is hungry
 * @param incoming the neighbours that got their fork from here while this one was tabled: arrows from there lead here, or will
 * @param fences the uses of the forks that the last T0 made, empty where they are not counted
 * @param cutOff whether neighbours are out of reach that have not departed: there is no meal any more
 */
public record TwoStageState(
        ProcessId self,
        Neighbours neighbours,
        Mood mood,
        int owned,
        SortedMap<ProcessId, Long> here,
        SortedSet<ProcessId> blocked,
        SortedSet<ProcessId> tabled,
        SortedSet<ProcessId> incoming,
        SortedMap<ProcessId, Long> fences,
        boolean cutOff)
        implements Seated {

    /** What a philosopher does. */
    public enum Mood {
        THINKING,
        /** Before T0: grabbing the forks of the first stage. */
        GRABBING,
        HUNGRY,
        EATING
    }

    /** "The union of the last two states will be denoted by tabled." */
    boolean isTabled() {
        return mood == Mood.HUNGRY || mood == Mood.EATING;
    }

    /** Those to whom an arrow leads from here. */
    SortedSet<ProcessId> outgoing() {
        return isTabled() ? tabled : Forks.none();
    }

    Neighbour next() {
        return neighbours.all().get(owned);
    }

    boolean owns(ProcessId other) {
        return neighbours.all().subList(0, owned).contains(Neighbour.of(other));
    }

    boolean ownsAll() {
        return owned == neighbours.size();
    }

    TwoStageState feeling(Mood other) {
        return with(other, owned, here, blocked, tabled, incoming);
    }

    /** Owning every fork that it grabs before the first that does not lie here. */
    TwoStageState grabbing() {
        int more = owned;
        while (more < neighbours.size()
                && here.containsKey(neighbours.all().get(more).id())) {
            more++;
        }
        return with(mood, more, here, blocked, tabled, incoming);
    }

    TwoStageState receiving(ProcessId fork, long uses, boolean fromTabled) {
        return with(
                mood,
                owned,
                Forks.with(here, fork, uses),
                blocked,
                fromTabled ? Forks.with(tabled, fork) : tabled,
                incoming);
    }

    /** Without a fork; where this one is tabled, the neighbour's arrow will lead here. */
    TwoStageState handing(ProcessId fork) {
        return with(
                mood,
                owned,
                Forks.only(here, other -> !other.equals(fork)),
                Forks.without(blocked, fork),
                tabled,
                isTabled() ? Forks.with(incoming, fork) : incoming);
    }

    TwoStageState blocking(ProcessId other) {
        return with(mood, owned, here, Forks.with(blocked, other), tabled, incoming);
    }

    TwoStageState undirected(ProcessId other) {
        return with(mood, owned, here, blocked, Forks.without(tabled, other), incoming);
    }

    /** After T0, owning nothing of the first stage any more. */
    TwoStageState tabled(boolean counting) {
        SortedMap<ProcessId, Long> used = counting ? Forks.used(here) : here;
        return new TwoStageState(
                self,
                neighbours,
                tabled.isEmpty() ? Mood.EATING : Mood.HUNGRY,
                0,
                used,
                blocked,
                tabled,
                incoming,
                counting ? used : fences,
                cutOff);
    }

    /** After T2. */
    TwoStageState thinking() {
        return with(Mood.THINKING, owned, here, blocked, tabled, Forks.none());
    }

    TwoStageState among(Neighbours left, boolean apart) {
        int kept = (int) neighbours.all().subList(0, owned).stream()
                .filter(left::contains)
                .count();
        return new TwoStageState(
                self,
                left,
                mood,
                kept,
                Forks.only(here, other -> left.contains(Neighbour.of(other))),
                Forks.only(blocked, other -> left.contains(Neighbour.of(other))),
                Forks.only(tabled, other -> left.contains(Neighbour.of(other))),
                Forks.only(incoming, other -> left.contains(Neighbour.of(other))),
                Forks.only(fences, other -> left.contains(Neighbour.of(other))),
                apart);
    }

    private TwoStageState with(
            Mood otherMood,
            int otherOwned,
            SortedMap<ProcessId, Long> otherHere,
            SortedSet<ProcessId> otherBlocked,
            SortedSet<ProcessId> otherTabled,
            SortedSet<ProcessId> otherIncoming) {
        return new TwoStageState(
                self,
                neighbours,
                otherMood,
                otherOwned,
                otherHere,
                otherBlocked,
                otherTabled,
                otherIncoming,
                fences,
                cutOff);
    }

    @Override
    public String toString() {
        return mood + (owned == 0 ? "" : " owning " + owned) + " here " + here.keySet()
                + (blocked.isEmpty() ? "" : " blocking " + blocked)
                + (tabled.isEmpty() ? "" : " arrows to " + tabled)
                + (incoming.isEmpty() ? "" : " arrows from " + incoming)
                + (cutOff ? " cut off" : "");
    }
}
