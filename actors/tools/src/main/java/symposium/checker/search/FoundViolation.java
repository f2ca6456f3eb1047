package symposium.checker.search;

/**
 * A violation that a worker of a distributed search has found.
 *
 * @param row the numbers of the state
 * @param itself whether the state itself violates a property, or a step out of it
 */
public record FoundViolation(int[] row, boolean itself) {}
