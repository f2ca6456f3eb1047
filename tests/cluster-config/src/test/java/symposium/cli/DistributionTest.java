package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import symposium.Build;
import symposium.Pages;

/** The zip of the command line, unzipped into a directory with a blank in its name. */
class DistributionTest {

    private static final int UNBROKEN = 10_000;
    private static final String ARCHIVE = "lib/symposium-";

    @TempDir
    private static Path directory;

    private static Path root;

    @BeforeAll
    static void unzip() throws IOException {
        Path zip = Build.zip();
        String name = zip.getFileName().toString().replace(".zip", "");
        Path target = directory.resolve("un zipped");
        try (FileSystem files = FileSystems.newFileSystem(
                        URI.create("jar:" + zip.toUri()), Map.of("enablePosixFileAttributes", "true"));
                Stream<Path> all = Files.walk(files.getPath("/"))) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                Path file = target.resolve(each.toString().substring(1));
                Files.createDirectories(file.getParent());
                Files.copy(each, file);
                Files.setPosixFilePermissions(file, Files.getPosixFilePermissions(each));
            }
        }
        root = target.resolve(name);
    }

    /** All files, of which the names of the pages of the manual are those of the commands. */
    @Test
    void theZipHasTheseFiles() throws IOException {
        Set<String> wanted = new TreeSet<>(Set.of(
                "LICENSE",
                "README.md",
                "bin/symposium",
                "bin/symposium.bat",
                "completion/symposium",
                "lib/symposium.jar"));
        commands().keySet().forEach(name -> wanted.add("man/man1/" + name + ".1"));
        Set<String> there = new TreeSet<>();
        try (Stream<Path> files = Files.walk(root.getParent())) {
            files.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .filter(file -> !file.startsWith(ARCHIVE))
                    .forEach(there::add);
        }

        assertEquals(wanted, there);
        assertEquals(
                Files.readString(Pages.root().resolve("cluster-config/bin/symposium")),
                Files.readString(root.resolve("bin/symposium")));
        assertTrue(Files.readString(root.resolve("bin/symposium.bat")).startsWith("@echo off\r\n"));
        assertFalse(Files.readString(root.resolve("README.md")).contains("${"));
    }

    @Test
    void itRunsWithoutACheckoutAndWithoutMaven() throws Exception {
        assertEquals(Commands.line("--version").out(), launch("--version"));
        assertEquals(Commands.line("--help").out(), launch("--help"));
        assertEquals(Commands.line("completion").out(), launch("completion"));
        assertTrue(launch("check", "ewd851", "-n", "2").contains("holds: "));
    }

    @Test
    void theCompletionIsThatOfTheCommand() throws Exception {
        assertEquals(
                Commands.line("completion").out().stripTrailing(),
                Files.readString(root.resolve("completion/symposium")).stripTrailing());
    }

    /** Word by word: AsciiDoc takes some characters for markup. */
    @Test
    void aPageOfTheManualHasWhatTheHelpHas() throws IOException {
        for (Map.Entry<String, CommandLine> each : commands().entrySet()) {
            String page = text(root.resolve("man/man1/" + each.getKey() + ".1"));
            CommandLine command = each.getValue().setUsageHelpWidth(UNBROKEN);
            Help help = new Help(command.getCommandSpec(), Help.defaultColorScheme(Help.Ansi.OFF));
            List<String> texts = new ArrayList<>(List.of(help.synopsis(0), help.exitCodeList(), "64 the command line"));
            texts.addAll(List.of(help.header().split("\\R")));
            texts.addAll(List.of(help.description().split("\\R")));
            texts.addAll(List.of(help.parameterList().split("\\R")));
            texts.addAll(List.of(help.optionList().split("\\R")));
            for (String text : texts) {
                assertTrue(page.contains(words(text)), () -> each.getKey() + ": no " + words(text) + " in " + page);
            }
            command.getCommandSpec().options().stream()
                    .filter(OptionSpec::hidden)
                    .flatMap(option -> Stream.of(option.names()))
                    .forEach(name -> assertFalse(page.contains(name), each.getKey() + " " + name));
            assertFalse(page.contains("Java 1"), each.getKey());
        }
    }

    /** The words of a page without the commands of roff. */
    private static String text(Path page) throws IOException {
        StringBuilder text = new StringBuilder(" ");
        for (String line : Files.readAllLines(page)) {
            text.append(line.matches("[.']\\S.*") ? "" : line).append(' ');
        }
        return words(text.toString()
                .replaceAll("\\\\f[BIPR]|\\\\&|\\\\:", "")
                .replace("\\-", "-")
                .replaceAll("\\\\\\(cq|\\\\\\*\\(Aq|\\\\\\(oq", "'"));
    }

    private static String words(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    @Test
    void groffHasNothingToSayOfThePages() throws Exception {
        assumeTrue(isThere("groff"), "there is no groff");
        List<String> command = new ArrayList<>(List.of("groff", "-man", "-Tutf8", "-ww", "-z"));
        commands().keySet().forEach(name -> command.add("man/man1/" + name + ".1"));

        assertEquals("", run(command));
    }

    /** All commands by the names of their pages. */
    private static Map<String, CommandLine> commands() {
        Map<String, CommandLine> commands = new TreeMap<>();
        add(Main.program().commandLine(), commands);
        return commands;
    }

    private static void add(CommandLine command, Map<String, CommandLine> commands) {
        commands.put(command.getCommandSpec().qualifiedName("-"), command);
        command.getSubcommands().values().forEach(each -> add(each, commands));
    }

    private static String launch(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("bin/symposium"));
        command.addAll(List.of(arguments));
        return run(command);
    }

    /** What a command prints, on either output. */
    private static String run(List<String> command) throws Exception {
        Path out = Files.createTempFile(directory, "out", "");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        // Nothing is archived in a directory that is about to be deleted.
        Files.createDirectories(root.resolve(ARCHIVE + System.getProperty("java.version") + ".jsa.making"));
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(120, TimeUnit.SECONDS), () -> command + " does not end");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String printed = Files.readString(out);
        assertEquals(0, process.exitValue(), printed);
        return printed;
    }

    private static boolean isThere(String tool) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, tool)));
    }
}
