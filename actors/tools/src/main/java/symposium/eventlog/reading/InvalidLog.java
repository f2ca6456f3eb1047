package symposium.eventlog.reading;

/** A file is no event log, or not one that can be read here. The message says where, what, and what would be right. */
public final class InvalidLog extends Exception {

    private static final long serialVersionUID = 1;

    InvalidLog(String message) {
        super(message);
    }
}
