package symposium.arbitration.resources;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import symposium.kernel.Sorted;

/**
 * Parts of the names, each with one privilege. All processes of a run agree on their number.
 *
 * @param count how many there are, a power of 2 from 1 to {@value #MOST}
 */
public record Parts(int count) {

    /** With this number names seldom share a part: of 1,000 of each of three owners, two do in one case of six. */
    public static final int MOST = 1 << 24;

    private static final int PARTS_OF_CHUNK = 4096;

    public Parts {
        if (count < 1 || count > MOST || Integer.bitCount(count) != 1) {
            throw new IllegalArgumentException("a power of 2 from 1 to " + MOST + " parts, not " + count);
        }
    }

    /** The part in which a name lies, from 0. */
    public int of(String name) {
        // The finalizer of MurmurHash3 (A. Appleby): names that differ little lie far apart.
        int mixed = name.hashCode();
        mixed = (mixed ^ mixed >>> 16) * 0x85ebca6b;
        mixed = (mixed ^ mixed >>> 13) * 0xc2b2ae35;
        return (mixed ^ mixed >>> 16) & count - 1;
    }

    /** The parts in which these names lie. */
    public SortedSet<Integer> of(SortedMap<String, ?> names) {
        SortedSet<Integer> parts = new TreeSet<>();
        names.keySet().forEach(name -> parts.add(of(name)));
        return parts;
    }

    /**
     * An immutable set of parts. Where few are in it, each takes little more than a letter.
     *
     * @param chunks by the number of {@value #PARTS_OF_CHUNK} parts, those of them that are in the set, in their
     *     order, a letter each; none is empty
     */
    record PartSet(SortedMap<Integer, String> chunks) {

        static final PartSet EMPTY = new PartSet(Sorted.map());

        boolean contains(int part) {
            String chunk = chunks.isEmpty() ? null : chunks.get(part / PARTS_OF_CHUNK);
            return chunk != null && chunk.indexOf(part % PARTS_OF_CHUNK) >= 0;
        }

        boolean isEmpty() {
            return chunks.isEmpty();
        }

        /** The set with a part that it lacks, or without one that it has. */
        PartSet toggled(int part) {
            int at = part / PARTS_OF_CHUNK;
            String chunk = toggled(chunks.getOrDefault(at, ""), (char) (part % PARTS_OF_CHUNK));
            return new PartSet(chunk.isEmpty() ? Sorted.without(chunks, at) : Sorted.with(chunks, at, chunk));
        }

        private static String toggled(String chunk, char letter) {
            int place = 0;
            while (place < chunk.length() && chunk.charAt(place) < letter) {
                place++;
            }
            boolean in = place < chunk.length() && chunk.charAt(place) == letter;
            return chunk.substring(0, place) + (in ? "" : letter) + chunk.substring(in ? place + 1 : place);
        }

        /** The parts in the set. */
        SortedSet<Integer> all() {
            SortedSet<Integer> all = new TreeSet<>();
            chunks.forEach((at, chunk) -> chunk.chars().forEach(letter -> all.add(at * PARTS_OF_CHUNK + letter)));
            return all;
        }

        @Override
        public String toString() {
            return all().toString();
        }
    }
}
