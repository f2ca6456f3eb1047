package symposium.cli.report;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that prints its result on standard output: text for people or, with {@code --json}, one JSON object. */
public abstract class ReportingCommand implements Callable<Integer> {

    private static final long NANOS_BETWEEN_NOTES = 1_000_000_000L;

    @Option(names = "--json")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private long nextNote = System.nanoTime() + NANOS_BETWEEN_NOTES;

    protected final boolean json() {
        return json;
    }

    /** The name of the command, as the user writes it. */
    protected final String command() {
        return spec.qualifiedName();
    }

    /** Prints the result. */
    protected final void print(Supplier<JsonObject> object, Supplier<String> text) {
        out().println(json ? object.get().toString() : text.get().stripTrailing());
    }

    /** Prints one line on standard error. */
    protected final void note(String line) {
        spec.commandLine().getErr().println(line);
    }

    /** Prints one line on standard error, at most once a second. */
    protected final void progress(Supplier<String> line) {
        if (System.nanoTime() >= nextNote) {
            nextNote = System.nanoTime() + NANOS_BETWEEN_NOTES;
            note(line.get());
        }
    }

    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Whether a story is coloured. */
    protected static boolean coloured() {
        return Colours.ansi().enabled();
    }

    /** Where a story is told: standard output, or standard error when standard output is for the JSON object. */
    protected final PrintWriter story() {
        return json ? spec.commandLine().getErr() : out();
    }
}
