package symposium.kernel.problem;

import java.util.function.IntToDoubleFunction;

/**
 * A paper's bound on the number of messages, excluding announcements, as a function of the number of processes.
 * Logarithms are to base 2.
 *
 * @param kind whether it is a minimum, a mean or a maximum
 * @param formula as the paper writes it
 * @param messages the number of messages, for 1 or more processes
 */
public record Bound(Kind kind, String formula, IntToDoubleFunction messages) {

    /** The kind of a number: a minimum, a mean or a maximum. */
    public enum Kind {
        /** A minimum: no run has fewer messages. */
        LEAST("at least"),
        /** The mean over all orders of the names, when every process starts and all messages take the same time. */
        MEAN("on average"),
        /** A maximum: no run has more messages. */
        MOST("at most");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** Returns a minimum: no run has fewer messages. */
    public static Bound least(String formula, IntToDoubleFunction messages) {
        return new Bound(Kind.LEAST, formula, messages);
    }

    /** Returns the mean over all orders of the names: see {@link Kind#MEAN}. */
    public static Bound mean(String formula, IntToDoubleFunction messages) {
        return new Bound(Kind.MEAN, formula, messages);
    }

    /** Returns a maximum: no run has more messages. */
    public static Bound most(String formula, IntToDoubleFunction messages) {
        return new Bound(Kind.MOST, formula, messages);
    }

    /** Returns the logarithm to base 2. */
    public static double log(double number) {
        return Math.log(number) / Math.log(2);
    }

    /** Returns the n-th harmonic number, 1 + 1/2 + ... + 1/n. */
    public static double harmonic(int n) {
        double sum = 0;
        for (int each = n; each >= 1; each--) {
            sum += 1.0 / each;
        }
        return sum;
    }

    @Override
    public String toString() {
        return kind + " " + formula;
    }
}
