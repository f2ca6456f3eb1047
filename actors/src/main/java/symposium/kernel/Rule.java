package symposium.kernel;

/** One transition of an algorithm; an enum of each algorithm, in the paper's order. */
public interface Rule {
    /** The paper's own label, such as {@code n.1}, or a short name in the same style where the paper has none. */
    String label();
}
