package symposium.arbitration.resources;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Parts of the names, each with one privilege. All processes of a run agree on their number.
 *
 * @param count how many there are, a power of 2 from 1 to {@value #MOST}
 */
public record Parts(int count) {

    /** With this number names seldom share a part: of 1,000 of each of three owners, two do in one case of six. */
    public static final int MOST = 1 << 24;

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
}
