package symposium.cli.report;

import symposium.checker.model.Verdict;

/** The numbers with which commands end. */
public final class ExitCode {

    /** It holds, or is done. */
    public static final int DONE = 0;

    /** A property is violated. */
    public static final int VIOLATED = 1;

    /** Not decided: a bound was reached, a run ended too early, or a lock was not granted. */
    public static final int UNDECIDED = 2;

    /** The command line, or what it names, is not right. */
    public static final int USAGE = 64;

    /** Something has happened that should not; a fault of this program. */
    public static final int UNEXPECTED = 70;

    /** A command was ended because its lock was lost: the code of {@code timeout} for a command that it ends. */
    public static final int LOST = 124;

    /** A command could not be started: the code of a shell. */
    public static final int NOT_STARTED = 127;

    /** The reader of standard output has closed it: the code that a shell gives a process that SIGPIPE ends. */
    public static final int CLOSED = 141;

    private ExitCode() {}

    /** The number that says what the verdict says. */
    public static int of(Verdict verdict) {
        return switch (verdict) {
            case HOLDS -> DONE;
            case VIOLATED -> VIOLATED;
            case UNDECIDED -> UNDECIDED;
        };
    }
}
