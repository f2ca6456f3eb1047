package symposium.cli;

import com.typesafe.config.ConfigException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import symposium.cli.cluster.DemoCommand;
import symposium.cli.cluster.LockCommand;
import symposium.cli.cluster.NodeCommand;
import symposium.cli.cluster.TortureCommand;
import symposium.cli.program.Laboratory;
import symposium.cli.program.Program;
import symposium.service.member.InvalidSetting;

/** The command {@code symposium}. */
public final class Main {

    private static final List<Class<?>> OF_CLUSTERS =
            List.of(DemoCommand.class, NodeCommand.class, LockCommand.class, TortureCommand.class);

    private Main() {}

    /** Runs a command and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        program().runAndExit(arguments);
    }

    /** Returns the program, with the commands for clusters and those of the laboratory. */
    public static Program program() {
        return new Program(
                Stream.concat(OF_CLUSTERS.stream(), Laboratory.COMMANDS.stream())
                        .toList(),
                HelpTexts.all(),
                Set.of(InvalidSetting.class, ConfigException.class));
    }
}
