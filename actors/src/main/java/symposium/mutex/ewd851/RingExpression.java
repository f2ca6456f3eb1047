package symposium.mutex.ewd851;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A set of ring states given, as in EWD851, by a regular expression over machines and links. Concatenation is indicated
 * by a blank and binds more strongly than {@code |}; {@code *} stands for zero or more occurrences. A ring has no
 * beginning: with a string every rotation of it belongs to the set.
 *
 * <p>A ring state of n machines is written from machine n-1 down to machine 0, each followed by the link to its right,
 * and coded as a number: one digit for each machine together with that link.
 */
final class RingExpression {

    /** The machines that (4) speaks of; one that holds the token is written with a capital letter. */
    private static final List<String> MACHINES = List.of("wn", "wd", "bn", "bd", "Wn", "Wc", "Bc");

    private static final List<String> LINKS = List.of("u", "s", "t");
    private static final List<String> WORDS =
            Stream.concat(MACHINES.stream(), LINKS.stream()).toList();
    private static final int BASE = MACHINES.size() * LINKS.size();

    /** The most machines of a ring whose states can be coded. */
    static final int MOST_MACHINES = 14;

    private static final Pattern WORD = Pattern.compile("[A-Za-z]+");

    /** The same expression over the letters of the words. */
    private final Pattern pattern;

    private RingExpression(Pattern pattern) {
        this.pattern = pattern;
    }

    /** @throws IllegalArgumentException when this is no regular expression over machines and links */
    static RingExpression of(String text) {
        return new RingExpression(Pattern.compile(WORD.matcher(text)
                .replaceAll(word -> String.valueOf(letter(WORDS.indexOf(word.group()))))
                .replace(" ", "")));
    }

    /** A word is one letter, so that each prefix of a string is a prefix in words. */
    private static char letter(int word) {
        if (word < 0) {
            throw new IllegalArgumentException("an expression is over " + WORDS);
        }
        return (char) ('a' + word);
    }

    /**
     * The codes of all states of a ring of {@code machines} machines in the set, rotations included, each once, in
     * ascending order.
     *
     * @throws IllegalArgumentException when the ring has no machine, or more than {@value #MOST_MACHINES}
     */
    long[] states(int machines) {
        if (machines < 1 || machines > MOST_MACHINES) {
            throw new IllegalArgumentException(
                    "ring states are coded for 1 to " + MOST_MACHINES + " machines, not " + machines);
        }
        LongStream.Builder codes = LongStream.builder();
        extend(new StringBuilder(), 0, 2 * machines, codes);
        extend(new StringBuilder(), 1, 2 * machines, codes);
        return codes.build().sorted().distinct().toArray();
    }

    /**
     * Adds the codes of all strings of that length that begin so, and of their rotations.
     *
     * @param first the place of the first machine: 0, or 1 where strings begin with a link
     */
    private void extend(StringBuilder string, int first, int length, LongStream.Builder codes) {
        Matcher matcher = pattern.matcher(string);
        boolean matches = matcher.matches();
        if (string.length() == length) {
            int[] words = string.chars().map(letter -> letter - 'a').toArray();
            for (int shift = first; matches && shift < length; shift += 2) {
                codes.add(code(words, shift));
            }
        } else if (matches || matcher.hitEnd()) {
            boolean machine = string.length() % 2 == first;
            for (int word = machine ? 0 : MACHINES.size(); word < (machine ? MACHINES : WORDS).size(); word++) {
                extend(string.append(letter(word)), first, length, codes);
                string.setLength(string.length() - 1);
            }
        }
    }

    /**
     * The code of a ring written as a string, or -1 when the string has a machine or a link of which (4) does not
     * speak.
     */
    static long code(String ring) {
        int[] words = Stream.of(ring.split(" ")).mapToInt(WORDS::indexOf).toArray();
        return IntStream.of(words).allMatch(word -> word >= 0) ? code(words, 0) : -1;
    }

    /** The code of the rotation of a ring that begins with this machine. */
    private static long code(int[] words, int shift) {
        long code = 0;
        for (int at = 0; at < words.length; at += 2) {
            int machine = words[(at + shift) % words.length];
            int link = words[(at + shift + 1) % words.length] - MACHINES.size();
            code = code * BASE + machine * LINKS.size() + link;
        }
        return code;
    }

    /** The ring as a string, given its code. */
    static String ring(long code, int machines) {
        List<String> pairs = new ArrayList<>();
        long rest = code;
        for (int machine = 0; machine < machines; machine++) {
            int digit = (int) (rest % BASE);
            pairs.add(0, MACHINES.get(digit / LINKS.size()) + " " + LINKS.get(digit % LINKS.size()));
            rest /= BASE;
        }
        return String.join(" ", pairs);
    }
}
