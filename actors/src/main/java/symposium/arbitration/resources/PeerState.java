package symposium.arbitration.resources;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import symposium.arbitration.resources.ResourceMessage.Ask;
import symposium.kernel.Sorted;
import symposium.mutex.Fence;

/**
 * Another process, as far as this one knows it.
 *
 * @param linked whether there is a link to it
 * @param greeted whether it has said hello since the link came up: then every part has a fork
 * @param home whether a fork lies here that has not been moved
 * @param moved the parts whose forks lie at the end that is not their home
 * @param asked the parts whose forks have been asked for
 * @param held the parts whose forks will be asked for in the next message
 * @param blocked the parts whose forks the other process has asked for, and not got, and its bids
 * @param generation the greatest in which the other process is known to be
 * @param told the greatest fence of a session here of which the other process knows that it is tabled; it knows of
 *     all with lesser fences
 * @param tabled what the sessions take that are tabled there, as far as known, by their fences
 * @param coming what sessions take of which the other process has told before its hello
 * @param ended what sessions here took that are no longer tabled, for the other process to be told, by their fences
 * @param spoken whether the other process has been told of ended sessions since a fork has come from there
 * @param reserved the parts of the sessions that the other process is taking over, as far as it has told
 * @param backups the sessions there that this process takes over when the other departs, by their fences
 */
@RecordBuilder
public record PeerState(
        boolean linked,
        boolean greeted,
        boolean home,
        Parts.PartSet moved,
        Asked asked,
        Parts.PartSet held,
        SortedMap<Integer, Long> blocked,
        long generation,
        Fence told,
        SortedMap<Fence, SortedMap<String, Mode>> tabled,
        SortedMap<Fence, SortedMap<String, Mode>> coming,
        SortedMap<Fence, SortedMap<String, Mode>> ended,
        boolean spoken,
        SortedSet<Integer> reserved,
        SortedMap<Fence, Backup> backups)
        implements PeerStateBuilder.With {

    static final PeerState UNLINKED = new PeerState(
            false,
            false,
            false,
            Parts.PartSet.EMPTY,
            Asked.NOTHING,
            Parts.PartSet.EMPTY,
            Sorted.map(),
            0,
            Fence.NONE,
            Sorted.map(),
            Sorted.map(),
            Sorted.map(),
            false,
            Sorted.set(),
            Sorted.map());

    PeerState unlink() {
        return UNLINKED.with(next -> next.tabled(tabled).backups(backups));
    }

    /** @param lower whether this process is the lower of the two: there all forks lie at first */
    PeerState greet(
            boolean lower, long in, SortedMap<Fence, SortedMap<String, Mode>> there, SortedSet<Integer> reserves) {
        return new PeerState(
                true,
                true,
                lower,
                Parts.PartSet.EMPTY,
                Asked.NOTHING,
                Parts.PartSet.EMPTY,
                Sorted.map(),
                in,
                told,
                there,
                Sorted.map(),
                Sorted.map(),
                false,
                reserves,
                backups);
    }

    /** Whether the fork of a part lies here. */
    boolean has(int part) {
        return greeted && home != moved.contains(part);
    }

    /** Whether a fork that is not here has not been asked for, and can be. */
    boolean lacks(int part) {
        return greeted && !has(part) && !asked.parts().containsKey(part);
    }

    /** Whether a session of this part that the other process takes over does T0 before all others. */
    boolean reserves(int part) {
        return !reserved.isEmpty() && (reserved.contains(part) || reserved.contains(Portions.ALL));
    }

    /** The fork of a part comes. */
    PeerState come(int part) {
        return with(next -> next.moved(moved.toggled(part)).asked(asked.without(part)));
    }

    /** The fork of a part goes. */
    PeerState go(int part) {
        return with(next -> next.moved(moved.toggled(part)).blocked(Sorted.without(blocked, part)));
    }

    boolean knows(Fence fence) {
        return fence.compareTo(told) <= 0;
    }

    PeerState ends(Fence fence, SortedMap<String, Mode> modes) {
        return knows(fence) ? withEnded(Sorted.with(ended, fence, modes)) : this;
    }

    /**
     * The forks that have been asked for at another process, and have not come.
     *
     * @param parts by their parts, the bids, and whether the other process has been told since of ended sessions that
     *     take names of the part
     * @param bids how many have been asked for by each bid
     * @param answered whether a fork has come since the last request
     */
    public record Asked(SortedMap<Integer, Asking> parts, SortedMap<Long, Integer> bids, boolean answered) {

        static final Asked NOTHING = new Asked(Sorted.map(), Sorted.map(), false);

        Asked with(Ask one) {
            return new Asked(Sorted.with(parts, one.part(), new Asking(one.bid(), false)), count(one.bid(), 1), false);
        }

        Asked without(int part) {
            SortedMap<Integer, Asking> left = Sorted.without(parts, part);
            return left.isEmpty()
                    ? NOTHING
                    : new Asked(left, count(parts.get(part).bid(), -1), true);
        }

        private SortedMap<Long, Integer> count(long bid, int more) {
            int count = bids.getOrDefault(bid, 0) + more;
            return count == 0 ? Sorted.without(bids, bid) : Sorted.with(bids, bid, count);
        }

        /** Ended sessions of this part are told. */
        Asked speak(int part) {
            Asking asking = parts.get(part);
            return asking == null || asking.spoken()
                    ? this
                    : new Asked(Sorted.with(parts, part, new Asking(asking.bid(), true)), bids, answered);
        }

        boolean spoken(int part) {
            return parts.containsKey(part) && parts.get(part).spoken();
        }

        /**
         * Whether a request by this bid waits for the next fork: that number has been asked for, one of them by
         * a lesser bid, and no fork has come since.
         */
        boolean holds(long bid, int many) {
            return bid > ResourceState.GREATEST_TAKEOVER && parts.size() >= many && !answered && bids.firstKey() < bid;
        }
    }

    /**
     * A session of another process, of which this one is the backup.
     *
     * @param modes what it takes, and how
     * @param key what its user calls it
     * @param known the fence under which its user knows it, if that is another than its own
     */
    public record Backup(SortedMap<String, Mode> modes, String key, Optional<Fence> known) {}

    /** A fork has been asked for by this bid. */
    public record Asking(long bid, boolean spoken) {}
}
