package symposium.cli;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import symposium.kernel.ProcessId;

/** Reads the values of options, and says in one line what is wrong with one. */
public final class Values {

    private static final int LONGEST_QUOTED = 60;
    private static final int MOST_LISTED = 12;

    private Values() {}

    /**
     * A whole number.
     *
     * @param where the option, as the user writes it
     * @param text what the user wrote
     * @param least the least that is right
     * @param most the most that is right
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
        throw new BadInput("%s %s: a whole number from %d to %d is wanted".formatted(where, quoted(text), least, most));
    }

    /**
     * A length of time, given in seconds.
     *
     * @throws BadInput when it is not a number, or not between a millisecond and {@code most}
     */
    public static Duration seconds(String where, String text, Duration most) {
        if (text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
            Duration value = Duration.ofMillis(Math.round(Double.parseDouble(text) * 1000));
            if (!value.isZero() && value.compareTo(most) <= 0) {
                return value;
            }
        }
        throw new BadInput("%s %s: a number of seconds from 0.001 to %d is wanted"
                .formatted(where, quoted(text), most.toSeconds()));
    }

    /**
     * One of several things, by its name.
     *
     * @param where the option, or what kind of thing it is
     * @throws BadInput when there is none of that name
     */
    public static <T> T oneOf(String where, String text, List<T> choices) {
        for (T choice : choices) {
            if (choice.toString().equals(text.toLowerCase(Locale.ROOT))) {
                return choice;
            }
        }
        throw new BadInput(noneOf(
                where + " " + quoted(text),
                text,
                choices.stream().map(Object::toString).toList()));
    }

    /**
     * The name of an algorithm: one of those that are listed, or another that there is all the same.
     *
     * @param there whether there is one of that name
     * @throws BadInput when there is none of that name
     */
    static String algorithm(String where, String text, List<String> listed, Predicate<String> there) {
        String name = text.toLowerCase(Locale.ROOT);
        return there.test(name) ? name : oneOf(where, text, listed);
    }

    /**
     * One side of a partition, as numbers of processes with commas between.
     *
     * @throws BadInput when it is anything else, or leaves nobody on either side
     */
    public static SortedSet<ProcessId> side(String where, String text, SortedSet<ProcessId> processes) {
        SortedSet<ProcessId> side = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            ProcessId process =
                    ProcessId.of(whole(where, part.strip(), 0, processes.last().number()));
            if (!side.add(process)) {
                throw new BadInput("%s %s: process %s is named twice".formatted(where, quoted(text), process));
            }
        }
        if (side.size() == processes.size()) {
            throw new BadInput("%s %s: nobody is left on the other side; some of the processes 0 to %s are wanted"
                    .formatted(where, quoted(text), processes.last()));
        }
        return side;
    }

    /** "x is none of a, b", and the name that the user may have meant; of a long list that name alone. */
    static String noneOf(String what, String text, Collection<String> names) {
        Optional<String> nearest = nearest(text, names);
        if (nearest.isPresent() && names.size() > MOST_LISTED) {
            return what + " is unknown; did you mean " + nearest.get() + "? symposium algorithms lists all";
        }
        return what + " is none of " + String.join(", ", names) + meant(text, names);
    }

    /** "; did you mean a?", or nothing. */
    static String meant(String text, Collection<String> names) {
        return nearest(text, names).map(name -> "; did you mean " + name + "?").orElse("");
    }

    /** What a user wrote, between quotes and in one line. */
    static String quoted(String text) {
        String line = text.replaceAll("\\p{Cntrl}", "?");
        return "'" + (line.length() > LONGEST_QUOTED ? line.substring(0, LONGEST_QUOTED) + "..." : line) + "'";
    }

    /** The name that a user may have meant, if any is near. */
    static Optional<String> nearest(String text, Collection<String> names) {
        String wanted = text.toLowerCase(Locale.ROOT);
        String best = null;
        int least = Math.max(2, wanted.length() / 3) + 1;
        for (String name : names) {
            int distance = distance(wanted, name.toLowerCase(Locale.ROOT));
            if (distance < least) {
                best = name;
                least = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /** How many letters have to be put in, left out, replaced, or swapped with the next, to get from one to the other. */
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
