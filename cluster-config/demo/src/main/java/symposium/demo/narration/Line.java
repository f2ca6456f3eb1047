package symposium.demo.narration;

import java.time.Duration;
import java.util.Locale;

/**
 * A line of a story.
 *
 * @param at when, since the beginning
 * @param who the number or the name of the process that it is about, or {@code all}
 * @param tone what kind of event it tells
 * @param text what happens
 */
public record Line(Duration at, String who, Tone tone, String text) {

    /** A time in seconds, with one decimal. */
    public static String seconds(Duration span) {
        return String.format(Locale.ROOT, "%.1f s", span.toMillis() / 1000.0);
    }

    /** The kinds of lines. */
    public enum Tone {
        /** A user gives something back. */
        PLAIN("0"),
        /** Messages, and progress that matters little. */
        QUIET("2"),
        /** A user asks. */
        HUNGRY("33"),
        /** A user is granted what it asked for. */
        EATING("1;32"),
        /** The cluster and its tokens change. */
        NEWS("36"),
        /** A fault, or a violation. */
        ALARM("1;31");

        private final String ansi;

        Tone(String ansi) {
            this.ansi = ansi;
        }

        /** The parameters of the escape sequence that starts its colour. */
        String ansi() {
            return ansi;
        }
    }
}
