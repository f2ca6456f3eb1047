package symposium.checker;

/** What an exploration says of a property. */
public enum Verdict {
    /** It holds in everything that was to be explored. */
    HOLDS,
    /** It does not, and a counterexample shows it. */
    VIOLATED,
    /** It holds as far as was explored, and that was not everything. */
    UNDECIDED;

    /** The word that reports use. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
