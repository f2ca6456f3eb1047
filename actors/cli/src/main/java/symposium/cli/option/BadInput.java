package symposium.cli.option;

/**
 * What a user asked for cannot be done as asked. The message is a line for that user: what, where, and what would be
 * right.
 */
public final class BadInput extends RuntimeException {

    /**
     * A line, without the name of the command, which is put before it.
     *
     * @param line the line or, with parts, its format
     */
    public BadInput(String line, Object... parts) {
        super(parts.length == 0 ? line : line.formatted(parts));
    }
}
