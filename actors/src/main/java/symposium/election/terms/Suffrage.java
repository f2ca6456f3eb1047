package symposium.election.terms;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/** What a topology makes of elections in terms: who takes part, as far as one of them can know. */
sealed interface Suffrage {

    /** Who takes part in an election; nobody where that cannot be known. */
    SortedSet<ProcessId> electorate(ProcessId self, Neighbours neighbours);

    /** Whether a process with these neighbours is cut off. */
    boolean cutOff(Neighbours neighbours);

    /** A ring: nobody knows who takes part, and nobody is elected unless a message has passed them all. Even a process alone has a neighbour, itself. */
    record OnRing() implements Suffrage {
        @Override
        public SortedSet<ProcessId> electorate(ProcessId self, Neighbours neighbours) {
            return Collections.emptySortedSet();
        }

        @Override
        public boolean cutOff(Neighbours neighbours) {
            return neighbours.isEmpty();
        }
    }

    /**
     * A complete graph: everyone knows who takes part, and somebody may be elected of whom not all have heard.
     *
     * @param quorum how many are enough for an election
     */
    record OfAll(int quorum) implements Suffrage {
        @Override
        public SortedSet<ProcessId> electorate(ProcessId self, Neighbours neighbours) {
            SortedSet<ProcessId> all = new TreeSet<>();
            all.add(self);
            for (Neighbour other : neighbours) {
                all.add(other.id());
            }
            return all;
        }

        @Override
        public boolean cutOff(Neighbours neighbours) {
            return neighbours.size() + 1 < quorum;
        }
    }
}
