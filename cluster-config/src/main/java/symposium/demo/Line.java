package symposium.demo;

import java.time.Duration;

/**
 * A line of a story.
 *
 * @param at when, since the beginning
 * @param who the number or the name of the process that it is about, or {@code all}
 * @param tone what kind of event it tells
 * @param text what happens
 */
public record Line(Duration at, String who, Tone tone, String text) {

    /** The kinds of lines. */
    public enum Tone {
        /** A user gives something back. */
        PLAIN,
        /** Messages, and progress that matters little. */
        QUIET,
        /** A user asks. */
        HUNGRY,
        /** A user is granted what it asked for. */
        EATING,
        /** The cluster and its tokens change. */
        NEWS,
        /** A fault, or a violation. */
        ALARM
    }
}
