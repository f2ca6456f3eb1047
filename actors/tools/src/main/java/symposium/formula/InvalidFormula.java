package symposium.formula;

/** A formula that cannot be read, or that speaks of what there is not. A caret in its message shows the place. */
public final class InvalidFormula extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param at the index of the place in the text */
    InvalidFormula(String text, int at, String why) {
        super("'" + text.substring(0, at) + "^" + text.substring(at) + "': " + why);
    }
}
