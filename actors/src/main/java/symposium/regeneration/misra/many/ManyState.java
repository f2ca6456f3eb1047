package symposium.regeneration.misra.many;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/**
 * A process of the ring.
 *
 * @param self its name
 * @param neighbours its neighbours; tokens go to the left
 * @param marks the pairs of a token and one that it watches of which the former has passed here last
 * @param tokens the tokens that are here, and with each, by token that it watches, the processes that it has passed since it last met that one
 */
public record ManyState(
        ProcessId self,
        Neighbours neighbours,
        SortedSet<Pair> marks,
        SortedMap<Integer, SortedMap<Integer, SortedSet<ProcessId>>> tokens) {

    /** A token, and one that it watches. */
    public record Pair(int watcher, int watched) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            int byWatcher = Integer.compare(watcher, other.watcher);
            return byWatcher != 0 ? byWatcher : Integer.compare(watched, other.watched);
        }

        @Override
        public String toString() {
            return watcher + ">" + watched;
        }
    }

    public ManyState {
        marks = Collections.unmodifiableSortedSet(new TreeSet<>(marks));
        TreeMap<Integer, SortedMap<Integer, SortedSet<ProcessId>>> copy = new TreeMap<>();
        tokens.forEach((token, alone) -> copy.put(token, ManyMessage.sealed(alone)));
        tokens = Collections.unmodifiableSortedMap(copy);
    }

    /** Whether that token is here. */
    public boolean holds(int token) {
        return tokens.containsKey(token);
    }

    /** The same process without that token. */
    public ManyState without(int token) {
        TreeMap<Integer, SortedMap<Integer, SortedSet<ProcessId>>> others = new TreeMap<>(tokens);
        others.remove(token);
        return new ManyState(self, neighbours, marks, others);
    }

    /** The same process without any token. */
    public ManyState withoutTokens() {
        return new ManyState(self, neighbours, marks, Collections.emptySortedMap());
    }

    /** The same process between other neighbours. */
    public ManyState between(Neighbours others) {
        return new ManyState(self, others, marks, tokens);
    }

    @Override
    public String toString() {
        return "marks " + marks + " tokens " + tokens;
    }
}
