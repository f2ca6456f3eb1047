package symposium.checker.number;

/**
 * A value of one of the functions that give the numbers in the rows of states their meaning, see {@code SearchWorker}.
 *
 * @param function the number of the function
 * @param one its first argument
 * @param other its second argument
 */
public record Computation(int function, int one, int other) {}
