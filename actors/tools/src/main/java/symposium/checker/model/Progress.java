package symposium.checker.model;

/**
 * How far an exploration has come.
 *
 * @param states the number of states found
 * @param waiting how many of them are not expanded yet; the exploration ends when none is left
 * @param depth the number of steps from the initial state to the state that is expanded
 */
public record Progress(long states, long waiting, int depth) {}
