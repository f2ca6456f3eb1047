package symposium.arbitration.resources;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.kernel.Sorted;

/**
 * Parts of the names: every two processes share a fork of the first stage for each. All processes of a run agree on
 * their number.
 *
 * @param count how many there are, a power of 2 from 1 to {@value #MOST}
 */
record Parts(int count) {

    /** With this number names seldom share a part: of 1,000 of each of three owners, two do in one case of six. */
    static final int MOST = 1 << 24;

    private static final int PARTS_OF_WORD = 64;

    Parts {
        if (count < 1 || count > MOST || Integer.bitCount(count) != 1) {
            throw new IllegalArgumentException("a power of 2 from 1 to " + MOST + " parts, not " + count);
        }
    }

    /** The part in which a name lies, from 0. */
    int of(String name) {
        // The finalizer of MurmurHash3 (A. Appleby): names that differ little lie far apart.
        int mixed = name.hashCode();
        mixed = (mixed ^ mixed >>> 16) * 0x85ebca6b;
        mixed = (mixed ^ mixed >>> 13) * 0xc2b2ae35;
        return (mixed ^ mixed >>> 16) & count - 1;
    }

    /** The parts in which these names lie. */
    SortedSet<Integer> of(SortedMap<String, ?> names) {
        SortedSet<Integer> parts = new TreeSet<>();
        names.keySet().forEach(name -> parts.add(of(name)));
        return parts;
    }

    /**
     * An immutable set of parts, which takes no more than a word for each 64 of them.
     *
     * @param words by the number of the 64 parts, a bit for each that is in the set; none is 0
     */
    record PartSet(SortedMap<Integer, Long> words) {

        static final PartSet EMPTY = new PartSet(Sorted.map());

        boolean contains(int part) {
            Long word = words.isEmpty() ? null : words.get(part / PARTS_OF_WORD);
            return word != null && (word & bit(part)) != 0;
        }

        boolean isEmpty() {
            return words.isEmpty();
        }

        /** The set with a part that it lacks, or without one that it has. */
        PartSet toggled(int part) {
            int at = part / PARTS_OF_WORD;
            long word = words.getOrDefault(at, 0L) ^ bit(part);
            return new PartSet(word == 0 ? Sorted.without(words, at) : Sorted.with(words, at, word));
        }

        /** The parts in the set. */
        SortedSet<Integer> all() {
            SortedSet<Integer> all = new TreeSet<>();
            words.forEach((at, word) -> {
                for (long left = word; left != 0; left &= left - 1) {
                    all.add(at * PARTS_OF_WORD + Long.numberOfTrailingZeros(left));
                }
            });
            return all;
        }

        private static long bit(int part) {
            return 1L << part % PARTS_OF_WORD;
        }

        @Override
        public String toString() {
            return all().toString();
        }
    }
}
