package symposium.mutex.ewd851;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * A set of ring states given, as in EWD851, by a regular expression over machines and links. Concatenation is indicated by a blank and
 * binds more strongly than {@code |}; {@code *} stands for zero or more occurrences. A ring has no beginning: with a string every
 * rotation of it belongs to the set.
 *
 * <p>A ring state of n machines is written from machine n-1 down to machine 0, each followed by the link to its right, and coded as a
 * number: one digit for each machine together with that link.
 */
final class RingExpression {

    /** The machines that (4) speaks of; one that holds the token is written with a capital letter. */
    private static final List<String> MACHINES = List.of("wn", "wd", "bn", "bd", "Wn", "Wc", "Bc");

    private static final List<String> LINKS = List.of("u", "s", "t");
    private static final int BASE = MACHINES.size() * LINKS.size();

    /** The most machines of a ring whose states can be coded. */
    static final int MOST_MACHINES = 14;

    private static final Pattern WORDS = Pattern.compile("[A-Za-z]+|[()|*]");

    private final String text;
    private final Part whole;

    private RingExpression(String text, Part whole) {
        this.text = text;
        this.whole = whole;
    }

    /** @throws IllegalArgumentException when this is no regular expression over machines and links */
    static RingExpression of(String text) {
        return new RingExpression(text, new Reader(text).read());
    }

    /**
     * The codes of all states of a ring of {@code machines} machines in the set, rotations included, each once, in ascending order.
     *
     * @throws IllegalArgumentException when the ring has no machine, or more than {@value #MOST_MACHINES}
     */
    long[] states(int machines) {
        if (machines < 1 || machines > MOST_MACHINES) {
            throw new IllegalArgumentException(
                    "ring states are coded for 1 to " + MOST_MACHINES + " machines, not " + machines);
        }
        LongStream.Builder codes = LongStream.builder();
        String[] word = new String[2 * machines];
        whole.expand(word, 0, length -> {
            if (length == word.length) {
                for (int shift = 0; shift < word.length; shift += 2) {
                    codes.add(code(word, shift));
                }
            }
        });
        return codes.build().sorted().distinct().toArray();
    }

    /** The code of a ring written as a string, or -1 when the string has a machine or a link of which (4) does not speak. */
    static long code(String ring) {
        return code(ring.split(" "), 0);
    }

    /** The code of the rotation of a ring that begins with this machine. */
    private static long code(String[] word, int shift) {
        long code = 0;
        for (int at = 0; at < word.length; at += 2) {
            int from = (at + shift) % word.length;
            int machine = MACHINES.indexOf(word[from]);
            int link = LINKS.indexOf(word[from + 1]);
            if (machine < 0 || link < 0) {
                return -1;
            }
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

    @Override
    public String toString() {
        return text;
    }

    /** What comes after a part has been written. */
    @FunctionalInterface
    private interface Then {
        void from(int length);
    }

    /** A part of an expression: writes each of its strings behind what is there, as far as there is room, and goes on from each. */
    @FunctionalInterface
    private interface Part {
        void expand(String[] word, int length, Then then);

        static Part symbol(String symbol) {
            return (word, length, then) -> {
                if (length < word.length) {
                    word[length] = symbol;
                    then.from(length + 1);
                }
            };
        }

        static Part sequence(List<Part> parts) {
            Part all = (word, length, then) -> then.from(length);
            for (Part part : parts) {
                Part before = all;
                all = (word, length, then) -> before.expand(word, length, middle -> part.expand(word, middle, then));
            }
            return all;
        }

        static Part alternatives(List<Part> parts) {
            return (word, length, then) -> parts.forEach(part -> part.expand(word, length, then));
        }

        static Part star(Part part) {
            return new Part() {
                @Override
                public void expand(String[] word, int length, Then then) {
                    then.from(length);
                    part.expand(word, length, middle -> {
                        if (middle > length) {
                            expand(word, middle, then);
                        }
                    });
                }
            };
        }
    }

    /** Reads an expression from left to right. */
    private static final class Reader {
        private final String text;
        private final List<String> words;
        private int at;

        Reader(String text) {
            this.text = text;
            this.words = WORDS.matcher(text).results().map(MatchResult::group).toList();
        }

        Part read() {
            Part all = alternatives();
            if (at < words.size()) {
                throw wrong();
            }
            return all;
        }

        private Part alternatives() {
            List<Part> parts = new ArrayList<>(List.of(sequence()));
            while (at < words.size() && words.get(at).equals("|")) {
                at++;
                parts.add(sequence());
            }
            return Part.alternatives(parts);
        }

        private Part sequence() {
            List<Part> parts = new ArrayList<>();
            while (at < words.size()
                    && !words.get(at).equals(")")
                    && !words.get(at).equals("|")) {
                Part part = part();
                while (at < words.size() && words.get(at).equals("*")) {
                    at++;
                    part = Part.star(part);
                }
                parts.add(part);
            }
            return Part.sequence(parts);
        }

        private Part part() {
            String word = words.get(at++);
            if (word.equals("(")) {
                Part inside = alternatives();
                if (at == words.size()) {
                    throw wrong();
                }
                at++;
                return inside;
            }
            if (!MACHINES.contains(word) && !LINKS.contains(word)) {
                throw wrong();
            }
            return Part.symbol(word);
        }

        private IllegalArgumentException wrong() {
            return new IllegalArgumentException("no expression over machines and links, near word " + at + ": " + text);
        }
    }
}
