package symposium.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Loads the classes that most commands need, by running small ones; the launcher has the virtual machine archive them
 * at its exit.
 */
final class ArchivedClasses {

    private static final List<String> COMMANDS = List.of(
            "--help",
            "completion",
            "algorithms",
            "check ewd851 -n 3",
            "check ewd851-misra -n 2 --variant 1 --crash 1 --diagram",
            "simulate ewd851-misra -n 3 --entries 2",
            "demo --nodes 2 --entries 2 --no-faults");

    private ArchivedClasses() {}

    /** What a command says, and how it ends, is of no concern here. */
    public static void main(String[] none) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        for (String command : COMMANDS) {
            Main.program().run(command.split(" "), nowhere, nowhere);
        }
        System.exit(0);
    }
}
