package symposium.cli.check;

import java.net.BindException;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import symposium.cli.option.Bounds;
import symposium.cli.option.HostAndPort;
import symposium.cli.option.OutputDirectory;
import symposium.cli.report.ExitCode;
import symposium.cli.report.ReportingCommand;
import symposium.distributed.DistributedSearch;

/** {@code symposium check-worker}: takes part in an exploration that another virtual machine has begun. */
@Command(name = "check-worker")
public final class CheckWorkerCommand extends ReportingCommand {

    @Option(names = "--seed", paramLabel = "HOST:PORT", required = true)
    private String seed;

    @Option(names = "--host", paramLabel = "H")
    private String host = "127.0.0.1";

    @Option(names = "--port", paramLabel = "P")
    @Bounds(most = HostAndPort.HIGHEST_PORT)
    private int port;

    @Option(names = "--dir", paramLabel = "DIR")
    private Optional<OutputDirectory> directory;

    /** Ends with the process that has started it. */
    @Option(names = "--with-parent", hidden = true)
    private boolean withParent;

    @Override
    public Integer call() {
        HostAndPort at = HostAndPort.of("--seed", seed, 1);
        if (withParent) {
            ProcessHandle.current().parent().ifPresent(parent -> parent.onExit()
                    .thenRun(() -> Runtime.getRuntime().halt(ExitCode.CLOSED)));
        }
        Consumer<String> note = withParent ? line -> {} : this::note;
        try {
            String why = DistributedSearch.work(
                    CheckCommand::subject,
                    at.host() + ":" + at.port(),
                    HostAndPort.host("--host", host),
                    port,
                    directory.map(OutputDirectory::path),
                    note);
            note.accept(why);
            return ExitCode.DONE;
        } catch (BindException unavailable) {
            throw HostAndPort.unavailable(host, port);
        }
    }
}
