package symposium.mutex.ewd851;

import symposium.kernel.Rule;

/** The twelve transitions, under the paper's labels; {@code u}, {@code t} and {@code s} are the states of a link. */
public enum Ewd851Rule implements Rule {
    /** {@code Wn -> Wc} */
    N_0("n.0"),
    /** {@code wn u -> wd s} */
    N_1("n.1"),
    /** {@code bn -> bd} */
    N_2("n.2"),
    /** {@code s wn u -> u bn s} */
    S_0("s.0"),
    /** {@code s wd -> u bd} */
    S_1("s.1"),
    /** {@code s Wn -> t wn} */
    S_2("s.2"),
    /** {@code s Wc -> u Bc} */
    S_3("s.3"),
    /** {@code Wc -> Wn} */
    C_0("c.0"),
    /** {@code u Bc -> t wn} */
    C_1("c.1"),
    /** {@code bd t -> Bc u} */
    T_0("t.0"),
    /** {@code u bn t -> t wn u} */
    T_1("t.1"),
    /** {@code wd t -> Wc u} */
    T_2("t.2");

    private final String label;

    Ewd851Rule(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
