package symposium.mutex;

import java.util.Comparator;

/**
 * A fencing token, which comes with a grant for the protected resource to compare: of two grants that exclude each
 * other, the later carries the greater fence. A resource that has seen a fence refuses a smaller one of a grant that
 * excludes it. {@link symposium.arbitration.resources.FenceMarks} states this rule for locks that can be shared.
 *
 * <p>Fences are ordered by generation first.
 *
 * @param generation the generation of the token under which the grant is made, from 0; 0 where tokens carry none
 * @param grant the number of the grant among all of that generation, from 1; 0 where grants carry none
 */
public record Fence(long generation, long grant) implements Comparable<Fence> {

    /** No fence: the paper's grants carry no number. */
    public static final Fence NONE = new Fence(0, 0);

    private static final int GRANT_BITS = 30;
    private static final Comparator<Fence> ORDER =
            Comparator.comparingLong(Fence::generation).thenComparingLong(Fence::grant);

    /** The greatest number of a grant whose fence is {@linkplain #number one number}. */
    public static final long MOST_GRANTS = (1L << GRANT_BITS) - 1;

    /** @throws IllegalArgumentException when a part is negative */
    public Fence {
        if (generation < 0 || grant < 0) {
            throw new IllegalArgumentException("a fence has no negative part, not " + generation + "." + grant);
        }
    }

    /** The fence of a token of this generation before its first grant. */
    public static Fence start(long generation) {
        return new Fence(generation, 0);
    }

    /** The greater of the two. */
    public Fence max(Fence other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** The fence of the next grant under the same token. */
    public Fence next() {
        return new Fence(generation, grant + 1);
    }

    /**
     * The fence of the next grant where no token is ever issued again, so that generations are free: after {@link
     * #MOST_GRANTS} grants, the first of the next generation. All of these are {@linkplain #number numbers}.
     */
    public Fence nextOrCarry() {
        return grant < MOST_GRANTS ? next() : start(generation + 1).next();
    }

    /**
     * The fence of a grant where grants are counted, and no token is ever issued again: in the order of the counts.
     *
     * @param count from 1
     */
    public static Fence counted(long count) {
        return new Fence((count - 1) / MOST_GRANTS, (count - 1) % MOST_GRANTS + 1);
    }

    /** The counted fence of this number of grants before; none where there was none. */
    Fence less(long grants) {
        long count = generation * MOST_GRANTS + grant - grants;
        return count > 0 ? counted(count) : NONE;
    }

    /**
     * Both parts as one number, in the same order, for resources that store a single number. With generations that
     * start at the clock in seconds, it lasts until the year 2242.
     *
     * @throws ArithmeticException beyond 2^30 - 1 grants of one generation, or 2^33 generations. Named locks,
     *     algorithms that tolerate no departure, those of permissions by timestamps and {@code ewd851-misra} go on in
     *     another generation in time. {@code carvalho-roucairol}, {@code suzuki-kasami-census}, {@code
     *     helary-plouzeau-raynal-7}, {@code token-ring} and those by an election do not
     */
    public long number() {
        if (grant >>> GRANT_BITS != 0 || generation >>> (63 - GRANT_BITS) != 0) {
            throw new ArithmeticException("fence " + this + " does not fit into 63 bits");
        }
        return generation << GRANT_BITS | grant;
    }

    /** The fence of this {@link #number()}. */
    public static Fence ofNumber(long number) {
        return new Fence(number >>> GRANT_BITS, number & (1L << GRANT_BITS) - 1);
    }

    @Override
    public int compareTo(Fence other) {
        return ORDER.compare(this, other);
    }

    /** Generation and grant, with a point between: {@code 1.3}. */
    @Override
    public String toString() {
        return generation + "." + grant;
    }
}
