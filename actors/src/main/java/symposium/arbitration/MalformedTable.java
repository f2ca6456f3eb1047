package symposium.arbitration;

/** A text is not that of a table. */
public final class MalformedTable extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /**
     * @param line in which line, from 1
     * @param what what is wrong there, and what would be right
     */
    MalformedTable(int line, String what) {
        super("line " + line + ": " + what);
    }
}
