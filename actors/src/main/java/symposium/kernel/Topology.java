package symposium.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/** How processes are linked: the neighbours of each, given who is there. */
public enum Topology {

    /**
     * A ring in the order of the names: the left neighbour of a process is the next higher, and of the highest the lowest. A ring of
     * two has two links; a ring of one links a process with itself.
     */
    RING {
        @Override
        public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
            List<ProcessId> ring = new ArrayList<>(members);
            int at = ring.indexOf(self);
            int size = ring.size();
            return Neighbours.onRing(ring.get((at + 1) % size), ring.get((at + size - 1) % size));
        }

        @Override
        public List<Neighbours> everyones(SortedSet<ProcessId> members) {
            List<ProcessId> ring = new ArrayList<>(members);
            List<Neighbours> all = new ArrayList<>(ring.size());
            for (int at = 0; at < ring.size(); at++) {
                all.add(Neighbours.onRing(
                        ring.get((at + 1) % ring.size()), ring.get((at + ring.size() - 1) % ring.size())));
            }
            return all;
        }
    },

    /** Everyone is linked with everyone else. */
    COMPLETE {
        @Override
        public Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members) {
            return Neighbours.of(members.stream().filter(id -> !id.equals(self)).toList());
        }
    };

    /**
     * The neighbours of {@code self} when these are the members.
     *
     * @param members everyone who is there, {@code self} among them
     */
    public abstract Neighbours neighbours(ProcessId self, SortedSet<ProcessId> members);

    /** The neighbours of every member, in the order of the members; on a ring in a time proportional to their number. */
    public List<Neighbours> everyones(SortedSet<ProcessId> members) {
        return members.stream().map(member -> neighbours(member, members)).toList();
    }

    /** The name as the command line spells it. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
