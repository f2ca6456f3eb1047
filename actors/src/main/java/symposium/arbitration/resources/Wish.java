package symposium.arbitration.resources;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** What a user asks of the table. */
public sealed interface Wish {

    /** By which the user tells its takes apart; none of those that it waits for or has taken share one. */
    long ticket();

    /**
     * To take all of these resources at once, whenever that may be.
     *
     * @param ticket any number that is in no other use with this user
     * @param resources their names; at least one, none blank
     */
    record Take(long ticket, SortedSet<String> resources) implements Wish {
        public Take {
            resources = Collections.unmodifiableSortedSet(new TreeSet<>(resources));
        }

        @Override
        public String toString() {
            return "take " + resources + " for " + ticket;
        }
    }

    /** To give back what has been taken with this ticket. */
    record Release(long ticket) implements Wish {
        @Override
        public String toString() {
            return "release " + ticket;
        }
    }
}
