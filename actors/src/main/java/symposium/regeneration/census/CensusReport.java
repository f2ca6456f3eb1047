package symposium.regeneration.census;

import symposium.kernel.Printable;

/**
 * What a process says of itself when it is asked. It says it outside of its critical section, and nothing is granted
 * until the census is over; so it stays true.
 *
 * @param granted the number of its requests that have been granted
 * @param token whether it had the token, which it has given up with this
 */
public record CensusReport(int granted, boolean token) implements Printable {}
