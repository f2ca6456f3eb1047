package symposium.cli.program;

import static symposium.cli.option.Values.quoted;

import java.util.Optional;

/**
 * Finds arguments that the JVM could not decode. Java replaces the bytes of an argument that mean nothing in the
 * character set of the locale by U+FFFD, and by a question mark when it hands the argument on: two names would become
 * one, and a guarded command would get other arguments than the user has typed.
 */
final class Undecoded {

    private static final char REPLACEMENT = '\uFFFD';

    /** The character set in which the JVM has read the arguments. */
    private static final String CHARACTERS = System.getProperty("sun.jnu.encoding", "unknown");

    private Undecoded() {}

    /** What is wrong with the first argument that has not been decoded, in one line; empty if all have. */
    static Optional<String> complaint(String[] arguments) {
        for (int at = 0; at < arguments.length; at++) {
            if (!isDecoded(arguments[at])) {
                return Optional.of(complaint(at + 1, arguments[at]));
            }
        }
        return Optional.empty();
    }

    private static boolean isDecoded(String argument) {
        return argument.codePoints()
                .noneMatch(each ->
                        each == REPLACEMENT || each <= Character.MAX_VALUE && Character.isSurrogate((char) each));
    }

    private static String complaint(int number, String argument) {
        String shown = quoted(argument.replaceAll("[\uFFFD\\p{Cs}]", "?"));
        return "argument " + number + " " + shown + ": must be text in the character set of the locale, " + CHARACTERS
                + "; the bytes shown as ? are not"
                + (CHARACTERS.equals("UTF-8") ? "" : "; LC_ALL=C.UTF-8 sets a locale for text in UTF-8");
    }
}
