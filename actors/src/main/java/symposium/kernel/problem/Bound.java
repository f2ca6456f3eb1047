package symposium.kernel.problem;

import java.util.function.IntToDoubleFunction;

/**
 * A paper's bound on the number of messages, announcements apart, as a function of the number of processes. Logarithms
 * are to the base 2.
 *
 * @param kind whether it is a minimum, a mean or a maximum
 * @param formula as the paper writes it
 * @param messages the number, for 1 process and more
 */
public record Bound(Kind kind, String formula, IntToDoubleFunction messages) {

    /** Whether the number is a minimum, a mean or a maximum. */
    public enum Kind {
        /** No run has fewer. */
        LEAST("at least"),
        /** The mean over all orders of the names, when every process starts and all messages take the same time. */
        MEAN("on average"),
        /** No run has more. */
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

    /** No run has fewer. */
    public static Bound least(String formula, IntToDoubleFunction messages) {
        return new Bound(Kind.LEAST, formula, messages);
    }

    /** The mean over all orders of the names: see {@link Kind#MEAN}. */
    public static Bound mean(String formula, IntToDoubleFunction messages) {
        return new Bound(Kind.MEAN, formula, messages);
    }

    /** No run has more. */
    public static Bound most(String formula, IntToDoubleFunction messages) {
        return new Bound(Kind.MOST, formula, messages);
    }

    /** The logarithm to the base 2. */
    public static double log(double number) {
        return Math.log(number) / Math.log(2);
    }

    /** 1 + 1/2 + ... + 1/n, the n-th harmonic number. */
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
