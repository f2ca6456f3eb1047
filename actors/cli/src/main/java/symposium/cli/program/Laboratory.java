package symposium.cli.program;

import java.util.List;
import java.util.Set;
import symposium.cli.catalogue.AlgorithmsCommand;
import symposium.cli.catalogue.ExploreCommand;
import symposium.cli.catalogue.SiteCommand;
import symposium.cli.check.CheckCommand;
import symposium.cli.check.CheckWorkerCommand;
import symposium.cli.option.OptionRules;
import symposium.cli.simulate.ElectionCommand;
import symposium.cli.simulate.SimulateCommand;
import symposium.cli.table.TableCommand;
import symposium.cli.trace.TraceCommand;

/** The command {@code symposium} with the commands of the laboratory, without those for clusters. */
public final class Laboratory {

    /** The commands of the laboratory. */
    public static final List<Class<?>> COMMANDS = List.of(
            CheckCommand.class,
            CheckWorkerCommand.class,
            ExploreCommand.class,
            SimulateCommand.class,
            ElectionCommand.class,
            TableCommand.class,
            TraceCommand.class,
            SiteCommand.class,
            AlgorithmsCommand.class,
            CompletionCommand.class);

    private Laboratory() {}

    /** Runs a command and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        program().runAndExit(arguments);
    }

    /** Returns the program. */
    public static Program program() {
        return new Program(COMMANDS, OptionRules.help(), Set.of());
    }
}
