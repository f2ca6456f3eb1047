package symposium.browser;

import java.util.random.RandomGenerator;

/**
 * In place of {@link java.util.SplittableRandom}, which the compiler does not offer: the same numbers from the same
 * seed. The generator is SplitMix (G. Steele, D. Lea, C. Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA
 * 2014).
 */
public final class SplittableRandom implements RandomGenerator {

    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;
    private static final int FEWEST_CHANGES = 24;

    private final long gamma;
    private long seed;

    public SplittableRandom(long seed) {
        this(seed, GOLDEN_GAMMA);
    }

    private SplittableRandom(long seed, long gamma) {
        this.seed = seed;
        this.gamma = gamma;
    }

    private long nextSeed() {
        seed += gamma;
        return seed;
    }

    /** A generator whose numbers have nothing to do with those of this one. */
    public SplittableRandom split() {
        return new SplittableRandom(nextLong(), mixGamma(nextSeed()));
    }

    @Override
    public long nextLong() {
        long mixed = nextSeed();
        mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }

    /** An odd number whose neighbouring bits differ often enough. */
    private static long mixGamma(long raw) {
        long mixed = (raw ^ raw >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        mixed = (mixed ^ mixed >>> 33) | 1L;
        return Long.bitCount(mixed ^ mixed >>> 1) < FEWEST_CHANGES ? mixed ^ 0xaaaaaaaaaaaaaaaaL : mixed;
    }

    /** One of those from {@code origin} on, below {@code bound}; by rejection, so that each is as likely. */
    @Override
    public long nextLong(long origin, long bound) {
        long size = bound - origin;
        if (origin >= bound || size <= 0) {
            throw new IllegalArgumentException("from " + origin + " to below " + bound);
        }
        if ((size & size - 1) == 0) {
            return (nextLong() & size - 1) + origin;
        }
        long drawn = nextLong() >>> 1;
        while (drawn + size - 1 - drawn % size < 0) {
            drawn = nextLong() >>> 1;
        }
        return drawn % size + origin;
    }

    @Override
    public double nextDouble() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }
}
