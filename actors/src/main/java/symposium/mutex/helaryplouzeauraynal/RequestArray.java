package symposium.mutex.helaryplouzeauraynal;

import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import symposium.kernel.ProcessId;

/**
 * {@code req_array_i}: the requests that a process knows, one of each origin. The paper has a list for each neighbour;
 * the same requests are in one set here, and each tells its neighbour.
 *
 * <p>Each of n processes comes to know a request of every other, and each request that arrives makes a new set. The set
 * is a tree by the digits of the origins' numbers: a new one shares with the former all but the branch to the new
 * request.
 */
public final class RequestArray extends AbstractSet<RequestArray.Known> {

    /**
     * Identifies a request in the whole system's history. The natural order is {@code min(X)}'s: the oldest first, then
     * by name.
     *
     * @param origin the process that made it
     * @param time the logical clock of its origin when it was made
     */
    public record ReqId(ProcessId origin, long time) implements Comparable<ReqId> {
        private static final Comparator<ReqId> OLDEST_FIRST =
                Comparator.comparingLong(ReqId::time).thenComparing(ReqId::origin);

        /**
         * {@code lud[orig] < t}: the token has not satisfied it. A component of {@code lud} is -1 until it is written.
         */
        public boolean pending(SortedMap<ProcessId, Long> lud) {
            return lud.getOrDefault(origin, -1L) < time;
        }

        @Override
        public int compareTo(ReqId other) {
            return OLDEST_FIRST.compare(this, other);
        }

        @Override
        public String toString() {
            return "(" + origin + "," + time + ")";
        }
    }

    /**
     * A request that has come.
     *
     * @param request which
     * @param via the neighbour that it came from
     */
    public record Known(ReqId request, ProcessId via) {

        public ProcessId origin() {
            return request.origin();
        }

        @Override
        public String toString() {
            return request + " via " + via;
        }
    }

    private static final int DIGIT_BITS = 5;
    private static final int DIGIT = (1 << DIGIT_BITS) - 1;
    private static final Object[] NOTHING = {};

    /** No request. */
    public static final RequestArray EMPTY = new RequestArray(NOTHING, 0, null);

    /**
     * By digit the nodes below, and at the last digit the requests; null where nothing is, and no longer than needed.
     */
    private final Object[] root;
    /** The place of the highest digit, in bits. */
    private final int highest;
    /** The requests of origins that share their numbers with others, or null. */
    private final RequestArray namesakes;

    private RequestArray(Object[] root, int highest, RequestArray namesakes) {
        this.root = root;
        this.highest = highest;
        this.namesakes = namesakes;
    }

    /** The request of {@code origin}, if one is known. */
    public Optional<Known> of(ProcessId origin) {
        Known known = at(origin.number());
        if (known == null || known.origin().equals(origin)) {
            return Optional.ofNullable(known);
        }
        return namesakes == null ? Optional.empty() : namesakes.of(origin);
    }

    private Known at(int number) {
        if (beyond(highest, number)) {
            return null;
        }
        Object[] node = root;
        for (int place = highest; place > 0; place -= DIGIT_BITS) {
            node = below(node, number >>> place & DIGIT);
        }
        int last = number & DIGIT;
        return last < node.length ? (Known) node[last] : null;
    }

    private static boolean beyond(int highest, int number) {
        return (long) number >>> highest > DIGIT;
    }

    private static Object[] below(Object[] node, int digit) {
        return digit < node.length && node[digit] != null ? (Object[]) node[digit] : NOTHING;
    }

    /** The same with a request in place of the former of its origin. */
    public RequestArray with(Known known) {
        int number = known.origin().number();
        Known there = at(number);
        if (there != null && !there.origin().equals(known.origin())) {
            return new RequestArray(root, highest, (namesakes == null ? EMPTY : namesakes).with(known));
        }
        Object[] wide = root;
        int place = highest;
        for (; beyond(place, number); place += DIGIT_BITS) {
            wide = new Object[] {wide};
        }
        return new RequestArray(with(wide, place, known), place, namesakes);
    }

    private static Object[] with(Object[] node, int place, Known known) {
        int digit = known.origin().number() >>> place & DIGIT;
        Object[] copy = Arrays.copyOf(node, Math.max(node.length, digit + 1));
        copy[digit] = place == 0 ? known : with(below(node, digit), place - DIGIT_BITS, known);
        return copy;
    }

    private List<Known> all() {
        List<Known> all = new ArrayList<>();
        collect(root, all);
        if (namesakes != null) {
            all.addAll(namesakes);
        }
        return all;
    }

    private static void collect(Object[] node, List<Known> into) {
        for (Object child : node) {
            if (child instanceof Known known) {
                into.add(known);
            } else if (child != null) {
                collect((Object[]) child, into);
            }
        }
    }

    @Override
    public Iterator<Known> iterator() {
        return all().iterator();
    }

    @Override
    public int size() {
        return all().size();
    }

    @Override
    public boolean contains(Object one) {
        return one instanceof Known known
                && of(known.origin()).filter(known::equals).isPresent();
    }
}
