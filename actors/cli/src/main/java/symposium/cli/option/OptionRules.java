package symposium.cli.option;

import static symposium.cli.option.Values.quoted;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import symposium.cli.report.Colours;
import symposium.cli.report.ExitCode;
import symposium.kernel.catalogue.Algorithm;
import symposium.simulation.Durations;
import symposium.topology.Topologies;

/**
 * The rules that hold for the options of all commands: types, bounds, help, and the line for a wrong
 * value.
 */
public final class OptionRules {

    private static final String HELP = "symposium.cli.option.help";

    private OptionRules() {}

    /** Returns the help texts of the options and commands that are defined beside these rules. */
    public static ResourceBundle help() {
        return ResourceBundle.getBundle(HELP);
    }

    /**
     * Applies the rules to a command and its subcommands.
     *
     * @param help their help texts, by the keys of picocli
     */
    public static CommandLine apply(CommandLine line, ResourceBundle help) {
        commands(line).forEach(command -> command.getHelpSectionMap()
                .put(UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST, OptionRules::exitCodes));
        return line.registerConverter(Algorithm.class, text -> new AlgorithmConverter().convert(text))
                .registerConverter(Topologies.Named.class, Converters::topology)
                .registerConverter(Duration.class, Converters::seconds)
                .registerConverter(MemorySize.class, MemorySize::of)
                .registerConverter(Durations.class, Converters::ticks)
                .registerConverter(Ids.class, Ids::parse)
                .registerConverter(Path.class, Converters::path)
                .registerConverter(OutputFile.class, OutputFile::of)
                .registerConverter(OutputDirectory.class, OutputDirectory::of)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setColorScheme(Help.defaultColorScheme(Colours.ansi()))
                .setResourceBundle(help)
                .setExecutionStrategy(OptionRules::execute);
    }

    private static Stream<CommandLine> commands(CommandLine line) {
        return Stream.concat(
                Stream.of(line), line.getSubcommands().values().stream().flatMap(OptionRules::commands));
    }

    private static String exitCodes(Help help) {
        Map<String, String> codes =
                new LinkedHashMap<>(help.commandSpec().usageMessage().exitCodeList());
        for (int code : new int[] {ExitCode.USAGE, ExitCode.UNEXPECTED}) {
            codes.putIfAbsent(Integer.toString(code), help().getString("exitCode." + code));
        }
        return help.createTextTable(codes).toString();
    }

    private static int execute(ParseResult parsed) {
        parsed.asCommandLineList()
                .forEach(command ->
                        command.getParseResult().matchedOptions().forEach(option -> requireBounds(command, option)));
        return new RunLast().execute(parsed);
    }

    private static void requireBounds(CommandLine command, OptionSpec option) {
        Object value = option.getValue() instanceof Optional<?> given ? given.orElse(null) : option.getValue();
        Optional<Bounds> violated = annotation(option, Bounds.class).filter(bounds -> !contains(bounds, value));
        if (violated.isPresent()) {
            throw new ParameterException(
                    command, "", option, option.originalStringValues().get(0));
        }
    }

    private static boolean contains(Bounds bounds, Object value) {
        if (value instanceof Duration time) {
            return time.compareTo(Duration.ofSeconds(bounds.most())) <= 0;
        }
        return !(value instanceof Number number)
                || number.longValue() >= bounds.least() && number.longValue() <= bounds.most();
    }

    /** The line for the value of an option or a parameter that is wrong; empty when something else is wrong. */
    public static Optional<String> complaint(ParameterException wrong) {
        ArgSpec argument = wrong.getArgSpec();
        if (argument == null || wrong.getValue() == null) {
            return Optional.empty();
        }
        String where = argument instanceof OptionSpec option
                ? option.shortestName()
                : argument.paramLabel().toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        String value = where + " " + quoted(wrong.getValue());
        if (wrong.getCause() instanceof BadInput bad) {
            return Optional.of(where + (bad.getMessage().startsWith(":") ? "" : " ") + bad.getMessage());
        }
        Optional<Bounds> bounds = annotation(argument, Bounds.class);
        if (bounds.isPresent()) {
            return Optional.of(value + ": "
                    + wanted(argument, bounds.get().least(), bounds.get().most()));
        }
        Class<?> type = type(argument);
        return type.isEnum()
                ? Optional.of(Values.noneOf(
                        value,
                        wrong.getValue(),
                        Stream.of(type.getEnumConstants()).map(Object::toString).toList()))
                : Optional.empty();
    }

    private static String wanted(ArgSpec argument, long least, long most) {
        return type(argument) == Duration.class
                ? "must be a number of seconds from 0.001 to " + most + ""
                : Values.wanted(least, most);
    }

    /** The type of a value, without the Optional around it. */
    private static Class<?> type(ArgSpec argument) {
        return argument.typeInfo().isOptional() ? argument.auxiliaryTypes()[0] : argument.type();
    }

    private static <A extends Annotation> Optional<A> annotation(ArgSpec argument, Class<A> type) {
        return argument.userObject() instanceof Field field
                ? Optional.ofNullable(field.getAnnotation(type))
                : Optional.empty();
    }
}
