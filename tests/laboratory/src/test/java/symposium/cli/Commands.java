package symposium.cli;

import java.io.IOException;
import java.nio.file.Path;
import symposium.cli.program.Laboratory;

/** Runs commands of {@code symposium} in this virtual machine: those of the laboratory. */
public final class Commands {

    private Commands() {}

    public static Run of(String... arguments) {
        return Run.of(Laboratory.program()::run, arguments);
    }

    /** Runs a command line whose words are separated by single blanks. */
    public static Run line(String line) {
        return Run.line(Laboratory.program()::run, line);
    }

    /**
     * Runs a command with one more algorithm.
     *
     * @param directory which may be written into
     * @param entry the class of its catalogue entry
     */
    public static Run line(String command, Path directory, Class<?> entry) throws IOException {
        return Run.line(Laboratory.program()::run, command, directory, entry);
    }
}
