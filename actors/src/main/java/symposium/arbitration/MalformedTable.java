package symposium.arbitration;

/** A text is not that of a table. */
public final class MalformedTable extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final int line;

    /**
     * @param line in which line, from 1
     * @param what what is wrong there, and what would be right
     */
    MalformedTable(int line, String what) {
        super("line " + line + ": " + what);
        this.line = line;
    }

    /** In which line, from 1. */
    public int line() {
        return line;
    }
}
