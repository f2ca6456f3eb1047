package symposium.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import symposium.cli.Commands;
import symposium.cli.Main;
import symposium.cli.Run;
import symposium.cli.report.ExitCode;

/**
 * {@code symposium lock --url} with something between it and its node that answers for itself. Sessions live longer
 * than a loaded machine stands still.
 */
@Timeout(120)
@Tag("slow")
class SessionThroughProxyTest {

    @TempDir
    private Path directory;

    @AutoClose
    private final FakeNode node = new FakeNode();

    private CompletableFuture<Run> lock(String url, String life, String script, String... options) {
        List<String> line = new ArrayList<>(List.of("lock", "till", "--url", url, "--life", life));
        line.addAll(List.of(options));
        line.addAll(List.of("--", "sh", "-c", "cd '" + directory + "'; " + script));
        return CompletableFuture.supplyAsync(() -> Commands.of(line.toArray(String[]::new)));
    }

    private static final String UNTIL_GO = "echo > begun; until [ -e go ]; do sleep 0.05; done; exit 7";

    private void go() throws IOException {
        Files.createFile(directory.resolve("go"));
    }

    private interface Condition {
        boolean holds();
    }

    private static void await(Condition condition) throws InterruptedException {
        Instant end = Instant.now().plusSeconds(60);
        while (!condition.holds()) {
            assertTrue(Instant.now().isBefore(end), "still not");
            Thread.sleep(20);
        }
    }

    private boolean begun() {
        return Files.exists(directory.resolve("begun"));
    }

    @ParameterizedTest
    @EnumSource(FakeNode.Wrong.class)
    void aWrongAnswerToARenewalIsNotALoss(FakeNode.Wrong wrong) throws Exception {
        CompletableFuture<Run> run = lock(node.url(), "6", UNTIL_GO);
        await(this::begun);
        node.instead = Optional.of(wrong);
        int before = node.count("PUT");
        await(() -> node.count("PUT") > before + 1);
        node.instead = Optional.empty();
        int then = node.count("PUT");
        await(() -> node.count("PUT") > then + 1);
        assertFalse(run.isDone(), () -> run.join().toString());
        go();
        assertEquals(new Run(7, "", ""), run.get(60, TimeUnit.SECONDS));
    }

    /** To every request, until it is asked again often enough. */
    @Test
    void opensAcquiresAndReleasesThroughEveryWrongAnswer() throws Exception {
        node.troubled = true;
        CompletableFuture<Run> run = lock(node.url(), "30", UNTIL_GO);
        await(this::begun);
        node.troubled = false;
        go();
        assertEquals(new Run(7, "", ""), run.get(60, TimeUnit.SECONDS));
    }

    @Test
    void anotherNodeIsAskedAfterAWrongAnswer() throws Exception {
        node.instead = Optional.of(FakeNode.Wrong.BAD_GATEWAY);
        try (FakeNode other = new FakeNode()) {
            CompletableFuture<Run> run = lock(node.url() + "," + other.url(), "30", "exit 7");
            assertEquals(new Run(7, "", ""), run.get(60, TimeUnit.SECONDS));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = FakeNode.Wrong.class,
            names = {"BAD_GATEWAY", "NOT_FOUND_IN_HTML", "HTML_AS_JSON", "CUT_OFF", "ELSEWHERE"})
    void isLostOnceNoAnswerHasBeenRightForAsLongAsItLives(FakeNode.Wrong wrong) throws Exception {
        CompletableFuture<Run> run = lock(node.url(), "4", UNTIL_GO);
        await(this::begun);
        node.instead = Optional.of(wrong);
        Run lost = run.get(60, TimeUnit.SECONDS);
        assertTrue(
                lost.err()
                        .startsWith("symposium lock: till: lost, and the command ended: no node has served it for 4 s;"
                                + " the last answer was " + node.url() + ": "),
                lost.err());
        assertEquals(1, lost.err().lines().count(), lost.err());
        assertEquals(ExitCode.LOST, lost.code());
    }

    @Test
    void isLostWhenANodeSaysThatThereIsNoSuchSession() throws Exception {
        CompletableFuture<Run> run = lock(node.url(), "6", UNTIL_GO);
        await(this::begun);
        node.gone = true;
        assertEquals(
                new Run(
                        ExitCode.LOST,
                        "",
                        "symposium lock: till: lost, and the command ended: there is no such session\n"),
                run.get(60, TimeUnit.SECONDS));
    }

    @Test
    void isLostWhenTheSessionLacksTheRequest() throws Exception {
        CompletableFuture<Run> run = lock(node.url(), "6", UNTIL_GO);
        await(this::begun);
        node.holdsNothing = true;
        assertEquals(
                new Run(
                        ExitCode.LOST,
                        "",
                        "symposium lock: till: lost, and the command ended: the session does not hold it any more\n"),
                run.get(60, TimeUnit.SECONDS));
    }

    /** The answer to the request comes after twice the time for which the session lives. */
    @Test
    void isRenewedWhileItsRequestWaits() throws Exception {
        node.renewalsBeforeGrant = 12;
        CompletableFuture<Run> run = lock(node.url(), "4", "exit 7", "--limit", "60");
        assertEquals(new Run(7, "", ""), run.get(60, TimeUnit.SECONDS));
    }

    @Test
    void aRequestThatWaitsEndsWithItsSession() throws Exception {
        node.renewalsBeforeGrant = Integer.MAX_VALUE;
        CompletableFuture<Run> run = lock(node.url(), "6", "exit 7");
        await(() -> node.count("PUT") > 1);
        node.gone = true;
        assertEquals(
                new Run(ExitCode.UNDECIDED, "", "symposium lock: till: there is no such session\n"),
                run.get(60, TimeUnit.SECONDS));
    }

    /** In a JVM that SIGTERM ends: with a node that refuses connections, and with one that never answers. */
    @Test
    void endsSoonAfterASignalWithoutANode() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
            String blackHole = "http://127.0.0.1:" + silent.getLocalPort();
            node.close();
            for (String urls : List.of(node.url(), blackHole, node.url() + "," + blackHole)) {
                Path err = directory.resolve("err");
                Process process = new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName(),
                                "lock",
                                "till",
                                "--url",
                                urls,
                                "--",
                                "true")
                        .redirectError(err.toFile())
                        .start();
                try {
                    // Once it has a handler for the signal it is asking.
                    awaitAsking(process);
                    Instant signal = Instant.now();
                    process.destroy();
                    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
                    Duration took = Duration.between(signal, Instant.now());
                    assertTrue(took.compareTo(Duration.ofSeconds(8)) < 0, urls + " took " + took);
                    assertEquals(143, process.exitValue());
                    assertTrue(
                            Files.readString(err, StandardCharsets.UTF_8)
                                    .startsWith("symposium lock: till: not granted: a signal came\n"),
                            () -> "not the line for a signal");
                } finally {
                    process.destroyForcibly();
                }
            }
        }
    }

    private static void awaitAsking(Process process) throws Exception {
        await(() -> {
            assertTrue(process.isAlive());
            try {
                Process stacks = new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                        .toString(),
                                Long.toString(process.pid()),
                                "Thread.print")
                        .redirectErrorStream(true)
                        .start();
                return new String(stacks.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .contains("symposium.client.HttpSession.ask");
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        });
    }
}
