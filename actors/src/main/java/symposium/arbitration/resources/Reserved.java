package symposium.arbitration.resources;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.mutex.Fence;

/** What the table tells a user. */
public sealed interface Reserved {

    /** What the user asked for with this ticket. */
    long ticket();

    /**
     * All that was asked for is the user's.
     *
     * @param resources all of it
     * @param fence greater than those under which any of these resources has been taken before
     */
    record Taken(long ticket, SortedSet<String> resources, Fence fence) implements Reserved {
        public Taken {
            resources = Collections.unmodifiableSortedSet(new TreeSet<>(resources));
        }

        @Override
        public String toString() {
            return "taken " + resources + " for " + ticket + " under " + fence;
        }
    }

    /** All that was taken with this ticket is the user's no more: too few processes are within reach. */
    record Lost(long ticket, Fence fence) implements Reserved {
        @Override
        public String toString() {
            return "lost for " + ticket;
        }
    }
}
