package symposium.cli.program;

import static symposium.cli.option.Values.quoted;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;
import symposium.cli.option.BadInput;
import symposium.cli.option.OptionRules;
import symposium.cli.option.Values;
import symposium.cli.report.ExitCode;
import symposium.cli.report.StandardOutput;
import symposium.kernel.InvariantViolation;
import symposium.kernel.problem.UnsoundQuotient;
import symposium.topology.InvalidTopology;

/** A command line program, with the subcommands that it is given. */
public final class Program {

    /** The subcommands, in the order in which the help lists them. */
    private final List<Class<?>> commands;

    private final ResourceBundle help;

    /** The exceptions with the line that the user sees. */
    private final Set<Class<? extends Throwable>> usageErrors;

    /**
     * Makes a program.
     *
     * @param commands its subcommands, classes with an annotation of picocli
     * @param help their help texts, by the keys of picocli
     * @param usageErrors the exceptions with the line that the user sees, in addition to those of this module
     */
    public Program(List<Class<?>> commands, ResourceBundle help, Set<Class<? extends Throwable>> usageErrors) {
        this.commands = List.copyOf(commands);
        this.help = help;
        this.usageErrors = Stream.concat(
                        usageErrors.stream(),
                        Stream.of(BadInput.class, InvalidTopology.class, ServiceConfigurationError.class))
                .collect(Collectors.toSet());
    }

    /** The top command. */
    @Command(
            name = "symposium",
            scope = ScopeType.INHERIT,
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            usageHelpWidth = 100,
            synopsisSubcommandLabel = "COMMAND",
            optionListHeading = "%n",
            parameterListHeading = "%n",
            commandListHeading = "%nCommands:%n",
            exitCodeListHeading = "%nExit codes:%n")
    private static final class Symposium {
        @Option(names = "--debug", scope = ScopeType.INHERIT)
        private boolean debug;
    }

    /** Runs a command and ends the JVM with its exit code. */
    public void runAndExit(String[] arguments) {
        Locale.setDefault(Locale.ROOT); // Numbers go into addresses, files and JSON, and others read them.
        StandardOutput out = new StandardOutput(new FileOutputStream(FileDescriptor.out), Program::leave);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        int code = run(arguments, new PrintStream(out, true, StandardCharsets.UTF_8), err, out::closed);
        System.exit(out.closed() ? ExitCode.CLOSED : code);
    }

    /** Ends a command whose output has no reader. A node leaves the cluster first. */
    private static void leave() {
        new Thread(() -> System.exit(ExitCode.CLOSED), "leave").start();
    }

    /**
     * Runs a command.
     *
     * @param out where what the user asked for goes
     * @param err where everything else goes
     * @return the exit code, one of {@link ExitCode}
     */
    public int run(String[] arguments, PrintStream out, PrintStream err) {
        return run(arguments, out, err, () -> false);
    }

    /** @param closed whether the reader of {@code out} has closed it, which is no error */
    private int run(String[] arguments, PrintStream out, PrintStream err, BooleanSupplier closed) {
        Symposium top = new Symposium();
        Optional<String> undecoded = Undecoded.complaint(arguments);
        if (undecoded.isPresent()) {
            err.println("symposium: " + undecoded.get());
            return ExitCode.USAGE;
        }
        CommandLine line = OptionRules.apply(line(top, arguments), help)
                .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
                .setExpandAtFiles(false)
                .setParameterExceptionHandler(
                        (wrong, given) -> usage(unknownOption(wrong, given).orElse(wrong)))
                .setExecutionExceptionHandler((failure, command, parsed) -> failed(failure, command, top.debug));
        try {
            int code = line.execute(arguments);
            // Flushes, too; after a fault that has been reported, flushing might fail by the same fault.
            if (code != ExitCode.UNEXPECTED && line.getOut().checkError() && !closed.getAsBoolean()) {
                return complain(line, "standard output cannot be written to the end; use a place with enough space");
            }
            return code;
        } catch (Throwable unexpected) {
            return failed(unexpected, line, top.debug);
        }
    }

    /** The command with all its subcommands and their options, from which its documentation is generated. */
    public CommandLine commandLine() {
        CommandLine line = new CommandLine(new Symposium());
        commands.forEach(line::addSubcommand);
        return OptionRules.apply(line, help);
    }

    /**
     * The options of a subcommand are read when an argument names it, since reading those of all takes longer than the
     * rest of {@code --help}; for {@code completion} they are all read. The others have their names, and from the help
     * texts their headers. They are left out where the first argument names a command: nothing shows them.
     */
    private CommandLine line(Symposium top, String[] arguments) {
        CommandLine line = new CommandLine(top);
        Set<String> words = Set.copyOf(List.of(arguments));
        boolean all = words.contains(name(CompletionCommand.class));
        boolean first = !all
                && arguments.length > 0
                && commands.stream().map(Program::name).anyMatch(arguments[0]::equals);
        for (Class<?> command : commands) {
            String name = name(command);
            if (all || (first ? name.equals(arguments[0]) : words.contains(name))) {
                line.addSubcommand(command);
            } else if (!first) {
                line.addSubcommand(CommandSpec.create().name(name));
            }
        }
        return line;
    }

    private static String name(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    private int failed(Throwable failure, CommandLine command, boolean debug) {
        if (usageErrors.stream().anyMatch(type -> type.isInstance(failure))) {
            return complain(command, failure.getMessage());
        }
        if (failure instanceof InvariantViolation) {
            complain(command, failure.getMessage());
            return ExitCode.VIOLATED;
        }
        if (failure instanceof UnsoundQuotient) {
            complain(command, failure.getMessage());
            return ExitCode.UNEXPECTED;
        }
        String what = failure.getMessage() == null ? "" : ": " + failure.getMessage();
        complain(
                command,
                "a fault of this program: " + failure.getClass().getSimpleName() + what
                        + (debug ? "" : "; --debug shows where"));
        if (debug) {
            failure.printStackTrace(command.getErr());
        }
        return ExitCode.UNEXPECTED;
    }

    /**
     * An option that does not exist, where another mistake has been found first: the value of such an option is taken
     * for a parameter, for example for the name of an algorithm.
     */
    private static Optional<ParameterException> unknownOption(ParameterException first, String[] arguments) {
        CommandLine top = first.getCommandLine();
        while (top.getParent() != null) {
            top = top.getParent();
        }
        collectErrors(top);
        return Stream.iterate(top.parseArgs(arguments), Objects::nonNull, ParseResult::subcommand)
                .flatMap(parsed -> parsed.errors().stream())
                .filter(wrong -> wrong instanceof UnmatchedArgumentException unmatched && unmatched.isUnknownOption())
                .map(ParameterException.class::cast)
                .findFirst();
    }

    private static void collectErrors(CommandLine command) {
        command.getCommandSpec().parser().collectErrors(true);
        command.getSubcommands().values().forEach(Program::collectErrors);
    }

    private int usage(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        Optional<String> value = OptionRules.complaint(wrong);
        if (value.isPresent()) {
            return complain(command, value.get());
        }
        String reason = reason(wrong, command);
        return complain(command, reason + (reason.endsWith("?") ? " See " : "; see ") + name(command) + " --help");
    }

    private String reason(ParameterException wrong, CommandLine command) {
        if (wrong instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String word = unmatched.getUnmatched().get(0);
            if (unmatched.isUnknownOption()) {
                List<String> options = command.getCommandSpec().options().stream()
                        .filter(option -> !option.hidden())
                        .flatMap(option -> Stream.of(option.names()))
                        .toList();
                return "there is no option " + quoted(word) + Values.meant(word.replaceFirst("=.*", ""), options);
            }
            if (command.getParent() == null) {
                return Values.noneOf(
                        "command " + quoted(word),
                        word,
                        command.getSubcommands().keySet());
            }
            return "unexpected argument " + quoted(word);
        }
        if (wrong instanceof OverwrittenOptionException twice && twice.getOverwritten() instanceof OptionSpec option) {
            return "option " + option.shortestName() + " is given more than once; give it once";
        }
        if (wrong instanceof MissingParameterException missing
                && !missing.getMissing().isEmpty()
                && missing.getMissing().get(0) instanceof OptionSpec option) {
            return "option " + option.shortestName() + " needs a value, " + option.paramLabel();
        }
        if (wrong.getArgSpec() == null && !command.getSubcommands().isEmpty()) {
            return (command.getParent() == null ? "which command? There are: " : "which of these? ")
                    + String.join(", ", command.getSubcommands().keySet());
        }
        return wrong.getMessage();
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName();
    }

    /** The one line. */
    private static int complain(CommandLine command, String line) {
        command.getErr().println(name(command) + ": " + line.replaceAll("\\s*\\R\\s*", " "));
        command.getErr().flush();
        return ExitCode.USAGE;
    }
}
