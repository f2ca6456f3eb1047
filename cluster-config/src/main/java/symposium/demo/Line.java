package symposium.demo;

import java.time.Duration;

/**
 * A line of a story.
 *
 * @param at when, since the beginning
 * @param who whom it is about: the number of a process, its name at a table, or what they have in common
 * @param tone how it is said
 * @param text what happened
 */
public record Line(Duration at, String who, Tone tone, String text) {

    /** How a line is said. */
    public enum Tone {
        /** Like most others. */
        PLAIN,
        /** In passing. */
        QUIET,
        /** What a philosopher wants. */
        HUNGRY,
        /** What it gets. */
        EATING,
        /** News about the cluster and its tokens. */
        NEWS,
        /** Death, and what must not happen. */
        ALARM
    }
}
