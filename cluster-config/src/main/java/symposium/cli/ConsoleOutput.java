package symposium.cli;

import java.io.Console;
import picocli.CommandLine.Help.Ansi;
import symposium.demo.Page;

/** The terminal on which a command tells a story. */
final class ConsoleOutput {

    private ConsoleOutput() {}

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
