package symposium.cli.option;

import java.math.BigInteger;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import symposium.input.PlainText;
import symposium.topology.InvalidTopology;

/** Reads numbers, and says in one line what is wrong with a value. */
public final class Values {

    private static final int MOST_LISTED = 16;

    private Values() {}

    /**
     * A whole number.
     *
     * @param where the option, as the user writes it
     * @throws BadInput when it is not a number, or not between the two
     */
    public static int whole(String where, String text, int least, int most) {
        return (int) large(where, text, least, most);
    }

    /**
     * A whole number that may be large.
     *
     * @throws BadInput when it is not a number, or not between the two
     */
    public static long large(String where, String text, long least, long most) {
        if (text.matches("[+-]?[0-9]{1,18}")) {
            long value = new BigInteger(text).longValueExact();
            if (value >= least && value <= most) {
                return value;
            }
        }
        throw new BadInput((where + " " + quoted(text) + ": " + wanted(least, most)).stripLeading());
    }

    /**
     * A number whose bounds depend on other options.
     *
     * @throws BadInput when it is not between the two
     */
    public static int within(String where, int value, int least, int most) {
        return whole(where, Integer.toString(value), least, most);
    }

    /**
     * Several values with commas between.
     *
     * @throws BadInput when two are the same
     */
    public static <T> SortedSet<T> several(String option, String text, Function<String, T> value) {
        SortedSet<T> found = new TreeSet<>();
        for (String each : text.split(",", -1)) {
            if (!found.add(value.apply(each))) {
                throw new BadInput("%s %s: %s is named twice; name it once", option, quoted(text), each.strip());
            }
        }
        return found;
    }

    /** A value; to what is wrong with it the option is added. */
    public static <T> T of(String option, Supplier<T> value) {
        try {
            return value.get();
        } catch (BadInput | InvalidTopology wrong) {
            throw new BadInput(option + " " + wrong.getMessage());
        }
    }

    static String wanted(long least, long most) {
        return "must be a whole number from %d to %d".formatted(least, most);
    }

    /** "x is none of a, b", and the name that the user may have meant; of a long list that name alone. */
    public static String noneOf(String what, String text, Collection<String> names) {
        return noneOf(what, text, names, "symposium algorithms");
    }

    /** @param listing the command that lists all names, which are many */
    public static String noneOf(String what, String text, Collection<String> names, String listing) {
        Optional<String> nearest = nearest(text, names);
        if (nearest.isPresent() && names.size() > MOST_LISTED) {
            return what + " is unknown; did you mean " + nearest.get() + "? " + listing + " lists all";
        }
        return what + " is none of " + String.join(", ", names) + meant(text, names);
    }

    /** "; did you mean a?", or nothing. */
    public static String meant(String text, Collection<String> names) {
        return nearest(text, names).map(name -> "; did you mean " + name + "?").orElse("");
    }

    /** What a user wrote, between quotes and in one line. */
    public static String quoted(String text) {
        return PlainText.quoted(text);
    }

    private static Optional<String> nearest(String text, Collection<String> names) {
        String wanted = text.toLowerCase(Locale.ROOT);
        ToIntFunction<String> distance = name -> distance(wanted, name.toLowerCase(Locale.ROOT));
        return names.stream()
                .min(Comparator.comparingInt(distance))
                .filter(name -> distance.applyAsInt(name) <= Math.max(2, wanted.length() / 3));
    }

    /** The number of letters to insert, delete, replace, or swap with the next, to get from one word to the other. */
    private static int distance(String from, String to) {
        int[][] least = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    least[i][j] = i + j;
                    continue;
                }
                int replaced = least[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                least[i][j] = Math.min(replaced, Math.min(least[i - 1][j], least[i][j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    least[i][j] = Math.min(least[i][j], least[i - 2][j - 2] + 1);
                }
            }
        }
        return least[from.length()][to.length()];
    }
}
