package symposium.election.korachmoranzaks;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.election.korachmoranzaks.KorachMoranZaksMessage.Ask;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/**
 * A process of the complete graph: the root of a kingdom, which is a tree, or a node of one.
 *
 * @param number its own name
 * @param neighbours all others, in some order; it makes no use of their names
 * @param status of the kingdom to which it belongs, as far as it has been told
 * @param asked how many neighbours it has asked as a king, the last of them without an answer so far; 0 unless a king
 * @param father the next process on the way to its king, unless it is a king, or asleep
 * @param sons those of whom it is the father
 * @param forwarded the asking that it has handed on to its father, and from whom, until it is decided
 * @param deferred a greater one that has to wait until then
 * @param leader who is elected, once it knows
 */
public record KorachMoranZaksState(
        ProcessId number,
        Neighbours neighbours,
        Status status,
        int asked,
        Optional<Neighbour> father,
        SortedSet<ProcessId> sons,
        Optional<Asking> forwarded,
        Optional<Asking> deferred,
        Optional<ProcessId> leader) {

    /**
     * Somebody asks.
     *
     * @param from over which link
     * @param ask what
     */
    public record Asking(Neighbour from, Ask ask) {
        @Override
        public String toString() {
            return ask + " from " + from;
        }
    }

    public KorachMoranZaksState {
        sons = Collections.unmodifiableSortedSet(new TreeSet<>(sons));
    }

    static KorachMoranZaksState asleep(ProcessId self, Neighbours neighbours) {
        return new KorachMoranZaksState(
                self,
                neighbours,
                new Status(-1, self),
                0,
                Optional.empty(),
                Collections.emptySortedSet(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    boolean asleep() {
        return status.phase() < 0 && father.isEmpty();
    }

    boolean king() {
        return status.phase() >= 0 && father.isEmpty();
    }

    boolean son(Neighbour other) {
        return sons.contains(other.id());
    }

    KorachMoranZaksState of(Status other) {
        return new KorachMoranZaksState(number, neighbours, other, asked, father, sons, forwarded, deferred, leader);
    }

    KorachMoranZaksState asking(int neighbour) {
        return new KorachMoranZaksState(
                number, neighbours, status, neighbour, father, sons, forwarded, deferred, leader);
    }

    KorachMoranZaksState with(Neighbour son) {
        SortedSet<ProcessId> more = new TreeSet<>(sons);
        more.add(son.id());
        return new KorachMoranZaksState(number, neighbours, status, asked, father, more, forwarded, deferred, leader);
    }

    /** A subject of the king that is found over this link; a former king asks no more. */
    KorachMoranZaksState under(Neighbour other) {
        SortedSet<ProcessId> fewer = new TreeSet<>(sons);
        fewer.remove(other.id());
        return new KorachMoranZaksState(
                number, neighbours, status, 0, Optional.of(other), fewer, forwarded, deferred, leader);
    }

    KorachMoranZaksState forwarding(Optional<Asking> asking, Optional<Asking> later) {
        return new KorachMoranZaksState(number, neighbours, status, asked, father, sons, asking, later, leader);
    }

    KorachMoranZaksState led(ProcessId by) {
        return new KorachMoranZaksState(
                number, neighbours, status, 0, father, sons, Optional.empty(), Optional.empty(), Optional.of(by));
    }

    @Override
    public String toString() {
        return (asleep() ? "asleep" : king() ? "king " + status : "subject of " + status)
                + (asked > 0 ? " asking its " + asked + ". neighbour" : "")
                + father.map(neighbour -> " under " + neighbour).orElse("")
                + (sons.isEmpty() ? "" : " above " + sons)
                + forwarded.map(asking -> ", forwarded " + asking).orElse("")
                + deferred.map(asking -> ", deferred " + asking).orElse("")
                + leader.map(id -> ", led by " + id).orElse("");
    }
}
