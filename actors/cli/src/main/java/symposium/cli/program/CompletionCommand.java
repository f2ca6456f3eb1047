package symposium.cli.program;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import symposium.cli.report.ExitCode;

/** {@code symposium completion}: the script by which bash and zsh complete commands and options. */
@Command(name = "completion")
public final class CompletionCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine all = spec.root().commandLine();
        spec.commandLine().getOut().println(AutoComplete.bash(all.getCommandName(), all));
        return ExitCode.DONE;
    }
}
