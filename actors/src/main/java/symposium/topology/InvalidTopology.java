package symposium.topology;

/** The text names no topology. The message is one line: what, where, and what would be right. */
public final class InvalidTopology extends IllegalArgumentException {

    /** @param line what is wrong, without a full stop */
    public InvalidTopology(String line) {
        super(line);
    }

    /** The name of a file without characters that a terminal or a document would take as commands. */
    static String printable(String file) {
        return file.replaceAll("\\p{Cntrl}", "?");
    }

    /** A text as an error quotes it: short, and without line breaks. */
    static String oneLine(String text) {
        String line = text.replaceAll("\\p{Cntrl}", "?");
        return line.length() > 60 ? line.substring(0, 60) + "..." : line;
    }
}
