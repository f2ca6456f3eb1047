package symposium.cli.option;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.program.Laboratory;
import symposium.cli.report.ExitCode;

/** Every option of every command gets values of every wrong kind. None is a fault of the program, and none hangs. */
@Tag("slow")
class EveryOptionTest {

    private static final List<String> WRONG = List.of(
            "",
            " ",
            "x",
            "-1",
            "1.5",
            "99999999999999999999",
            "NaN",
            "1e400",
            "a,b,,c",
            ",",
            "/dev/null/x",
            "a\0b",
            "é",
            "0-1,0-1",
            "3:4:5",
            "10s",
            "a=b",
            "1/0");

    /** Those that no file can have as its name. */
    private static final List<String> NO_FILES = List.of("", " ", "/dev/null/x", "a\0b");

    private static final Set<Class<?>> FILES = Set.of(OutputFile.class, OutputDirectory.class);

    /** What each command gets with the option. LOG and TABLE are files, and NEW is none yet. */
    private static final Map<String, String> LINES = Map.ofEntries(
            Map.entry("check", "ewd851 -n 2"),
            Map.entry("check-worker", "--seed 127.0.0.1:1"),
            Map.entry("explore", "ewd851 -n 2 --html NEW"),
            Map.entry("simulate", "ewd851 -n 4 --ticks 100"),
            Map.entry("election compare", "-n 4 --rings 2"),
            Map.entry("election actors", "chang-roberts -n 4"),
            Map.entry("table analyse", "TABLE"),
            Map.entry("table plan", "TABLE"),
            Map.entry("table compare", "-n 4"),
            Map.entry("table dine", "chandy-misra -n 3 --meals 2"),
            Map.entry("trace list", "LOG"),
            Map.entry("trace draw", "LOG"),
            Map.entry("trace open", "LOG"),
            Map.entry("trace merge", "LOG"),
            Map.entry("trace verify", "LOG"),
            Map.entry("trace cuts", "LOG"),
            Map.entry("trace export", "LOG"),
            Map.entry("site", "NEW"));

    @TestFactory
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    Stream<DynamicTest> refusesValuesOfAWrongKind(@TempDir Path directory) throws IOException {
        Path table = Files.writeString(directory.resolve("it.table"), "a: b c\nb: c a\nc: a b\n");
        Path log = directory.resolve("events");
        assertEquals(
                ExitCode.DONE,
                Commands.line("simulate ewd851 -n 4 --ticks 100 --events " + log)
                        .code());
        Map<String, CommandLine> commands = new TreeMap<>();
        Laboratory.program().commandLine().getSubcommands().values().forEach(command -> gather(command, "", commands));
        assertEquals(LINES.keySet(), commands.keySet());
        return commands.entrySet().stream().flatMap(command -> options(command.getValue())
                .map(option -> DynamicTest.dynamicTest(
                        command.getKey() + " " + option.longestName(),
                        () -> refuses(
                                command.getKey(),
                                LINES.get(command.getKey())
                                        .replace("TABLE", table.toString())
                                        .replace("LOG", log.toString())
                                        .replace("NEW", directory.resolve("new").toString()),
                                option))));
    }

    private static void gather(CommandLine command, String above, Map<String, CommandLine> into) {
        String name = (above + " " + command.getCommandName()).strip();
        if (command.getSubcommands().isEmpty()) {
            if (options(command).findAny().isPresent()) {
                into.put(name, command);
            }
        } else {
            command.getSubcommands().values().forEach(each -> gather(each, name, into));
        }
    }

    private static Stream<OptionSpec> options(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .filter(option -> option.arity().max() > 0);
    }

    private static void refuses(String command, String line, OptionSpec option) {
        assertAll(values(option).map(value -> (Executable) () -> {
            List<String> words = new ArrayList<>(List.of(command.split(" ")));
            List<String> rest = new ArrayList<>(List.of(line.split(" ")));
            int given = Arrays.asList(option.names()).stream()
                    .mapToInt(rest::indexOf)
                    .max()
                    .orElse(-1);
            if (given >= 0) {
                rest.subList(given, given + 2).clear();
            }
            words.add(option.longestName() + "=" + value);
            words.addAll(rest);
            Run run = Commands.of(words.toArray(String[]::new));
            assertNotEquals(ExitCode.UNEXPECTED, run.code(), () -> words + ": " + run.err());
            if (run.code() == ExitCode.USAGE) {
                assertEquals(1, run.err().strip().lines().count(), () -> words + ": " + run.err());
            }
            if (value.isBlank()) {
                assertEquals(ExitCode.USAGE, run.code(), () -> words + ": " + run.err());
            }
        }));
    }

    private static Stream<String> values(OptionSpec option) {
        Class<?> type = option.typeInfo().isOptional() ? option.auxiliaryTypes()[0] : option.type();
        return (FILES.contains(type) ? NO_FILES : WRONG).stream();
    }
}
