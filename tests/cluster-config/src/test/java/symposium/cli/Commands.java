package symposium.cli;

import java.io.IOException;
import java.nio.file.Path;

/** Runs commands of {@code symposium} in this virtual machine: those of the laboratory and for clusters. */
public final class Commands {

    private Commands() {}

    public static Run of(String... arguments) {
        return Run.of(Main.program()::run, arguments);
    }

    /** Runs a command line whose words are separated by single blanks. */
    public static Run line(String line) {
        return Run.line(Main.program()::run, line);
    }

    /**
     * Runs a command with one more algorithm.
     *
     * @param directory which may be written into
     * @param entry the class of its catalogue entry
     */
    public static Run line(String command, Path directory, Class<?> entry) throws IOException {
        return Run.line(Main.program()::run, command, directory, entry);
    }
}
