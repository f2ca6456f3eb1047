package symposium.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.ArchivedJar;
import symposium.FreePorts;
import symposium.cli.Commands;
import symposium.cli.Main;
import symposium.cli.Run;
import symposium.cli.ToldFile;
import symposium.cli.report.ExitCode;
import symposium.cluster.SymposiumNode;
import symposium.cluster.settings.Hocon;
import symposium.cluster.status.Observers;
import symposium.service.member.Termination;

/** Commands that run under the named locks of a node in this virtual machine. */
@Tag("slow")
class LockCommandTest {

    private static final long PATIENCE = 120;

    /** Tells of its begin and its end in a file, between which it waits for another file. */
    private static final String HOLD = "echo begin $SYMPOSIUM_FENCE >> told; until [ -e go ]; do sleep 0.1; done;"
            + " echo end $SYMPOSIUM_FENCE >> told; exit 7";

    private static final String BEGIN = "echo begin >> told; while :; do sleep 0.1; done";

    /** Tells that SIGTERM has ended it; {@code sleep} is a process of its own, of whose end the shell would tell. */
    private static final String STAY = "exec 2> /dev/null; trap 'echo ended >> told; exit 5' TERM; " + BEGIN;

    private static final String STAY_IN_SPITE_OF_SIGTERM = "trap '' TERM; " + BEGIN;

    @TempDir
    private Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final SymposiumNode host = SymposiumNode.start(
            Hocon.quickNode(Map.of(
                    "symposium.process",
                    0,
                    "symposium.processes",
                    1,
                    "symposium.leave-timeout",
                    "60s",
                    "akka.coordinated-shutdown.phases.before-cluster-shutdown.timeout",
                    "70s")),
            Observers.none());

    @AfterEach
    void stop() throws Exception {
        threads.shutdown();
        host.kill().toCompletableFuture().get(PATIENCE, TimeUnit.SECONDS);
    }

    @Test
    void commandsExcludeEachOtherUnderGrowingFences() throws Exception {
        host.joinItself();
        CompletableFuture<Run> one = lock(HOLD, "till,stock");
        awaitLines(1);
        CompletableFuture<Run> other = lock(HOLD, "stock,door", "--limit", "100");

        Run refused = lock("echo try >> told", "till", "--try").get(PATIENCE, TimeUnit.SECONDS);
        assertEquals("symposium lock: till: not free\n", refused.err());
        assertEquals(ExitCode.UNDECIDED, refused.code());
        Run late = lock("echo late >> told", "till", "--limit", "0.2").get(PATIENCE, TimeUnit.SECONDS);
        // It depends on the time to find the node whether somebody holds the lock or no node has been found.
        assertTrue(late.err().startsWith("symposium lock: till: not granted within 200 ms: "), late.err());
        assertEquals(ExitCode.UNDECIDED, late.code());

        Files.createFile(directory.resolve("go"));
        for (CompletableFuture<Run> each : List.of(one, other)) {
            assertEquals(new Run(7, "", ""), each.get(PATIENCE, TimeUnit.SECONDS));
        }
        List<String> lines = told();
        List<Long> fences = lines.stream()
                .map(line -> Long.parseLong(line.split(" ")[1]))
                .distinct()
                .toList();
        assertEquals(2, fences.size(), lines::toString);
        assertTrue(fences.get(0) < fences.get(1), lines::toString);
        assertEquals(
                List.of(
                        "begin " + fences.get(0),
                        "end " + fences.get(0),
                        "begin " + fences.get(1),
                        "end " + fences.get(1)),
                lines);
    }

    /** With the only node, the lock is gone. */
    @Test
    void aLockThatIsLostEndsTheCommand() throws Exception {
        host.joinItself();
        CompletableFuture<Run> run = lock(STAY, "till");
        CompletableFuture<Run> deaf = lock(STAY_IN_SPITE_OF_SIGTERM, "door", "--kill-after", "0.1");
        awaitLines(2);
        host.kill();

        assertEquals(ExitCode.LOST, run.get(PATIENCE, TimeUnit.SECONDS).code());
        Run lost = deaf.get(PATIENCE, TimeUnit.SECONDS);
        assertEquals(ExitCode.LOST, lost.code());
        assertTrue(lost.err().startsWith("symposium lock: door: lost, and the command ended: "), lost.err());
        assertEquals(1, lost.err().lines().count(), lost.err());
        assertEquals(List.of("begin", "begin", "ended"), told());
    }

    /** The lock would be lost after a minute only: the node leaves as soon as the command has ended. */
    @Test
    void aNodeThatLeavesEndsTheCommandBeforeTheLockIsLost() throws Exception {
        host.joinItself();
        CompletableFuture<Run> run = lock(STAY, "till");
        awaitLines(1);
        host.leave();

        assertEquals(
                new Run(
                        ExitCode.LOST,
                        "",
                        "symposium lock: till: the node that has granted it leaves, and the command ended\n"),
                run.get(PATIENCE, TimeUnit.SECONDS));
        assertEquals(List.of("begin", "ended"), told());
        assertEquals(
                Termination.Cause.LEFT,
                host.ended()
                        .toCompletableFuture()
                        .get(PATIENCE, TimeUnit.SECONDS)
                        .cause());
    }

    @Test
    void aSignalEndsTheCommandAndReleasesTheLock() throws Exception {
        host.joinItself();
        List<String> java = ArchivedJar.java(Main.class.getName());
        java.addAll(List.of(line(STAY, "till")));
        Path printed = directory.resolve("printed");
        Process process = new ProcessBuilder(java)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            awaitLines(1);
            process.destroy();
            assertTrue(process.waitFor(PATIENCE, TimeUnit.SECONDS), "it has not ended");
        } finally {
            process.destroyForcibly();
        }
        assertEquals(143, process.exitValue());
        assertEquals(List.of("begin", "ended"), told());
        String said = Files.readString(printed);
        if (said.isEmpty()) {
            assertEquals(new Run(0, "", ""), lock("exit 0", "till", "--try").get(PATIENCE, TimeUnit.SECONDS));
        } else {
            // On a machine that stands still for seconds the node may not have answered.
            assertTrue(
                    said.matches("symposium lock: till: (no node has confirmed the release|.* unreachable).*\n"), said);
            assertEquals(
                    0, lock("exit 0", "till").get(PATIENCE, TimeUnit.SECONDS).code());
        }
    }

    @Test
    void aCommandThatCannotBeStartedIsReportedAndReleasesTheLock() {
        host.joinItself();
        for (int time = 0; time < 2; time++) {
            Run run = Commands.of("lock", "till", "--try", "--seeds", seed(), "--", "no-such-command");
            assertEquals(ExitCode.NOT_STARTED, run.code(), run::toString);
            assertEquals("", run.out());
            assertEquals(1, run.err().lines().count(), run.err());
            assertTrue(run.err().startsWith("symposium lock: the command cannot be started: "), run.err());
        }
    }

    @Test
    void aClusterThatCannotBeJoinedIsReported() throws IOException {
        int unused = FreePorts.one();
        Run run = Commands.line("lock till --join-timeout 1.5 --seeds 127.0.0.1:" + unused + " -- true");
        assertEquals(
                "symposium lock: the locks of the cluster at 127.0.0.1:" + unused
                        + " are not available within 1.5 s: this member has not joined the cluster\n",
                run.err());
        assertEquals(ExitCode.UNDECIDED, run.code());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            till ls                           | there is no command; the line must be NAME -- COMMAND [ARG...]
            till --                           | there is no command; the line must be NAME -- COMMAND [ARG...]
            -- ls                             | there are 0 words before --; there must be one, NAME[,NAME...]
            till door -- ls                   | there are 2 words before --; there must be one, NAME[,NAME...]
            till,,door -- ls                  | '' is not a name: a name has 1 to 255 characters, is not blank, and has no control or invisible characters (Unicode Cc, Cf, Zl, Zp)
            till,till -- ls                   | names 'till,till': till is named twice; name it once
            till --shared --permits 1/2 -- ls | --shared and --permits exclude each other; give only one of them
            till --try --limit 3 -- ls        | --try and --limit exclude each other; give only one of them
            till --permits 2 -- ls            | --permits '2': must be K/N, K of N permits
            till --permits 3/2 -- ls          | --permits '3': must be a whole number from 1 to 2
            till --permits 0/0 -- ls          | --permits '0': must be a whole number from 1 to 1000000000
            till --limit 0 -- ls              | --limit '0': must be a number of seconds from 0.001 to 86400
            till --kill-after x -- ls         | --kill-after 'x': must be a number of seconds from 0.001 to 86400
            till --host 192.0.2.1 -- ls       | akka.remote.artery.canonical.hostname is 192.0.2.1: it must be the name or the address of this machine
            till --system a.b -- ls           | --system 'a.b': must be a word of letters, digits, hyphens and underscores
            till --seeds 127.0.0.1 -- ls      | --seeds '127.0.0.1': must be HOST:PORT, several of them separated by commas
            """)
    void aWrongInputIsReportedInOneLine(String options, String line) {
        String seeds = options.contains("--seeds") ? "" : "--seeds 127.0.0.1:2551 ";
        Run run = Commands.line("lock " + seeds + options);
        assertEquals("symposium lock: " + line + "\n", run.err());
        assertEquals("", run.out());
        assertEquals(ExitCode.USAGE, run.code());
    }

    private CompletableFuture<Run> lock(String script, String... options) {
        return CompletableFuture.supplyAsync(() -> Commands.of(line(script, options)), threads);
    }

    private String[] line(String script, String... options) {
        List<String> line = new ArrayList<>(List.of("lock", "--seeds", seed()));
        line.addAll(Arrays.asList(options));
        line.addAll(List.of("--", "sh", "-c", "cd " + directory + "; " + script));
        return line.toArray(String[]::new);
    }

    private String seed() {
        return "127.0.0.1:" + host.address().getPort().orElseThrow();
    }

    private List<String> told() throws IOException {
        return new ToldFile(directory).lines();
    }

    private void awaitLines(int count) throws Exception {
        new ToldFile(directory).await(count);
    }
}
