package symposium.cli;

/** What a user asked for cannot be done as asked. The message is a line for that user: what, where, and what would be right. */
public final class BadInput extends RuntimeException {

    /** @param line without the name of the command, which is put before it */
    public BadInput(String line) {
        super(line);
    }
}
