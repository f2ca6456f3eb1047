package symposium.election.terms;

/**
 * A message of the election of a term.
 *
 * @param term which
 * @param message what the election's algorithm sends
 */
public record Numbered<M>(long term, M message) {
    @Override
    public String toString() {
        return message + " of term " + term;
    }
}
