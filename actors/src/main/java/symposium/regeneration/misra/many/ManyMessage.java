package symposium.regeneration.misra.many;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.kernel.ProcessId;

/** What travels: the tokens. */
public sealed interface ManyMessage {

    /**
     * A token.
     *
     * @param number which, from 0
     * @param alone by token that this one watches: the processes that it has passed since it last met that one
     */
    record Token(int number, SortedMap<Integer, SortedSet<ProcessId>> alone) implements ManyMessage {

        public Token {
            alone = sealed(alone);
        }

        @Override
        public String toString() {
            return "token " + number + " " + alone;
        }
    }

    /** An unmodifiable copy, all the way down. */
    static SortedMap<Integer, SortedSet<ProcessId>> sealed(SortedMap<Integer, SortedSet<ProcessId>> alone) {
        TreeMap<Integer, SortedSet<ProcessId>> copy = new TreeMap<>();
        alone.forEach((watched, passed) -> copy.put(watched, Collections.unmodifiableSortedSet(new TreeSet<>(passed))));
        return Collections.unmodifiableSortedMap(copy);
    }
}
