package symposium.formula;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tokens of a formula, one after the other. */
final class FormulaTokens {

    private static final Pattern TOKEN =
            Pattern.compile("\\s*(=>|\\|\\||&&|==|!=|<=|>=|[-+!<>#():,.\\[\\]]|[0-9]+|[A-Za-z_][A-Za-z_0-9]*|$)");

    private static final int LONGEST = 2_000;
    private static final int SHOWN = 40;

    private final String text;
    private final Matcher matcher;
    private String token;
    private int at;

    /** @throws InvalidFormula if the text is too long, or its first token is none */
    FormulaTokens(String text) {
        if (text.length() > LONGEST) {
            throw new InvalidFormula(
                    text.substring(0, SHOWN) + "…", 0, "a formula has at most " + LONGEST + " characters");
        }
        this.text = text;
        this.matcher = TOKEN.matcher(text);
        advance();
    }

    /** Returns the whole text. */
    String text() {
        return text;
    }

    /** Returns the present token, empty at the end. */
    String token() {
        return token;
    }

    /** Returns where the present token begins. */
    int at() {
        return at;
    }

    void advance() {
        int from = token == null ? 0 : matcher.end();
        if (!matcher.find(from) || matcher.start() != from) {
            at = from;
            fail(from, "no formula has this character");
        }
        token = matcher.group(1);
        at = matcher.start(1);
    }

    /** Goes past a token if it is this one. */
    boolean take(String expected) {
        boolean there = token.equals(expected);
        if (there) {
            advance();
        }
        return there;
    }

    void expect(String expected) {
        if (!take(expected)) {
            fail(at, "\"" + expected + "\" is expected here");
        }
    }

    boolean isNumber() {
        return !token.isEmpty() && Character.isDigit(token.charAt(0));
    }

    Long number() {
        int place = at;
        String digits = token;
        advance();
        try {
            return Long.valueOf(digits);
        } catch (NumberFormatException tooLarge) {
            return fail(place, "a number is at most " + Long.MAX_VALUE);
        }
    }

    String name() {
        String name = token;
        if (name.isEmpty() || !Character.isLetter(name.charAt(0)) && name.charAt(0) != '_') {
            fail(at, "a name is expected here");
        }
        advance();
        return name;
    }

    <T> T fail(int place, String why) {
        throw new InvalidFormula(text, place, why);
    }
}
