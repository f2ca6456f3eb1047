package symposium;

/** Seeds of tests with random cases: a new one in each run, unless {@code -Dtest.seed=S} gives it. */
public final class Seed {

    private static final String PROPERTY = "test.seed";
    private static final StackWalker CALLERS = StackWalker.getInstance();

    private Seed() {}

    /**
     * Returns a seed, and prints it with the test that asks for it.
     *
     * @throws IllegalArgumentException when the given seed is no whole number
     */
    public static long next() {
        String again = System.getProperty(PROPERTY);
        long seed = again == null ? System.nanoTime() : parsed(again);
        StackWalker.StackFrame caller =
                CALLERS.walk(frames -> frames.skip(1).findFirst()).orElseThrow();
        String test = caller.getClassName().replaceFirst(".*\\.", "") + "." + caller.getMethodName();
        System.out.println(test + ": seed " + seed + "; -D" + PROPERTY + "=" + seed + " repeats its choices");
        return seed;
    }

    private static long parsed(String seed) {
        try {
            return Long.parseLong(seed);
        } catch (NumberFormatException none) {
            throw new IllegalArgumentException("-D" + PROPERTY + "=" + seed + ": must be a whole number", none);
        }
    }
}
