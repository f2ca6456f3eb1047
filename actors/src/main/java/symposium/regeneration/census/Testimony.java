package symposium.regeneration.census;

/**
 * What a process says of itself when it is asked. It says it outside of its critical section, and nobody is granted anything until the
 * census is over; so it stays true.
 *
 * @param granted how many of its requests have been granted
 * @param token whether it had the token, which it has given up with this
 */
public record Testimony(int granted, boolean token) {
    @Override
    public String toString() {
        return granted + (token ? " and the token" : "");
    }
}
