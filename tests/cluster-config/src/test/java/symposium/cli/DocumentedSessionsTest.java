package symposium.cli;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.AssertionFailedError;
import symposium.Build;
import symposium.Pages;

/**
 * The commands of the pages that need a shell, virtual machines of their own, or Maven: the launcher, the jars and the
 * scripts as they are packaged, in a directory with a blank in its name.
 */
@Tag("slow")
class DocumentedSessionsTest {

    @TempDir
    private Path directory;

    @BeforeAll
    static void theJarsAreThere() {
        for (String jar : List.of("cli/target/symposium.jar", "sample/target/sample.jar")) {
            Build.packaged(Pages.root().resolve("cluster-config").resolve(jar));
        }
    }

    static Stream<CommandSession> sessions() throws IOException {
        return CommandSession.all().stream()
                .filter(session -> !Set.of(DocumentedCommandsTest.HERE, DocumentedCommandsTest.NOT_RUN)
                        .contains(session.name()));
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void aSessionGoesAsThePageSays(CommandSession session) throws Exception {
        run(session, directory);
    }

    @Test
    void aSessionThatGoesOtherwiseFails() throws Exception {
        fails("symposium check ewd851 -n 2\n    exit 1\n", "ended with 0");
        fails("symposium check ewd851 -n 2\n    prints no such line\n", "has not: no such line");
        fails("sleep 0.3\n    until never printed\n", "a command has ended that was to run on");
    }

    private void fails(String session, String why) throws Exception {
        Path own = Files.createTempDirectory(directory, "planted");
        AssertionFailedError failed =
                assertThrows(AssertionFailedError.class, () -> run(CommandSession.of("planted", session), own));
        assertTrue(failed.getMessage().contains(why), failed::getMessage);
    }

    private static void run(CommandSession session, Path directory) throws Exception {
        for (String tool : session.needs()) {
            assumeTrue(isThere(tool), "there is no " + tool);
        }
        CommandShell shell = new CommandShell(directory);
        List<String> options = new ArrayList<>(Build.mavenOptions());
        // Everything is compiled; other paths are no reason to compile it again.
        options.add("-Dmaven.compiler.useIncrementalCompilation=false");
        options.add("-Dengine.phase=none");
        shell.maven(options);
        shell.run(session);
    }

    private static boolean isThere(String tool) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, tool)));
    }
}
