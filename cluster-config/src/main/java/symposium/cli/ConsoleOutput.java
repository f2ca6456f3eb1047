package symposium.cli;

import java.io.Console;
import java.io.PrintWriter;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import symposium.demo.Page;

/** Where a command tells a story: on standard output, or on standard error when standard output is for one JSON object. */
final class ConsoleOutput {

    private ConsoleOutput() {}

    static PrintWriter of(CommandSpec spec, boolean json) {
        return json ? spec.commandLine().getErr() : spec.commandLine().getOut();
    }

    /** Colours on a terminal, unless NO_COLOR is set. */
    static Page.Colours colours() {
        return terminal() && Ansi.AUTO.enabled() ? Page.Colours.ANSI : Page.Colours.NONE;
    }

    /** From Java 22 there is a console that need not be a terminal, and says so. */
    private static boolean terminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException older) {
            return true;
        }
    }
}
