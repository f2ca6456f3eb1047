package symposium.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import symposium.Pages;

/** The client in Python, with something between it and its node that answers for itself. */
@Timeout(60)
@Tag("slow")
class PythonClientTest {

    /** Holds a lock; says on every line that it reads whether the session lives. */
    private static final String PROGRAM = """
            import sys
            from symposium import Session
            with Session([sys.argv[1]], life=float(sys.argv[2])) as session:
                with session.lock("till") as fence:
                    print("fence", fence, flush=True)
                    for line in sys.stdin:
                        print(session.alive(), flush=True)
            """;

    private final FakeNode node = new FakeNode();
    private Optional<Process> started = Optional.empty();
    private BufferedReader lines;
    private Writer typed;

    @AfterEach
    void stop() {
        started.ifPresent(Process::destroyForcibly);
        node.close();
    }

    private Process python(String life) throws IOException {
        return python(PROGRAM, life);
    }

    private Process python(String program, String life) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder("python3", "-c", program, node.url(), life).redirectErrorStream(true);
        builder.environment()
                .put(
                        "PYTHONPATH",
                        Pages.root().resolve("cluster-config/examples").toString());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        try {
            started = Optional.of(builder.start());
        } catch (IOException missing) {
            Assumptions.abort("python3 is not installed");
        }
        lines = started.get().inputReader(StandardCharsets.UTF_8);
        typed = started.get().outputWriter(StandardCharsets.UTF_8);
        return started.get();
    }

    private String alive() throws IOException {
        typed.write("\n");
        typed.flush();
        return lines.readLine();
    }

    private void awaitNotAlive() throws Exception {
        Instant end = Instant.now().plusSeconds(30);
        for (String said = alive(); !said.equals("False"); said = alive()) {
            assertEquals("True", said);
            assertTrue(Instant.now().isBefore(end), "still alive");
            Thread.sleep(20);
        }
    }

    private void awaitRenewals(int more) throws InterruptedException {
        Instant end = Instant.now().plusSeconds(30);
        int enough = node.count("PUT") + more;
        while (node.count("PUT") < enough) {
            assertTrue(Instant.now().isBefore(end), "the session is not renewed");
            Thread.sleep(20);
        }
    }

    private void endsWell(Process python) throws Exception {
        typed.close();
        assertTrue(python.waitFor(30, TimeUnit.SECONDS));
        assertEquals(
                0, python.exitValue(), () -> String.join("\n", lines.lines().toList()));
    }

    /** The library of Python would show it in its error message. */
    @Test
    void aTokenThatIsNoneIsRefusedWithoutBeingShown() throws Exception {
        Process python =
                python("from symposium import Session\nSession(['" + node.url() + "'], token='secret\\nline')", "1");
        String out = String.join("\n", lines.lines().toList());
        assertTrue(python.waitFor(30, TimeUnit.SECONDS));
        assertTrue(out.endsWith("ValueError: the token must be letters, digits and signs, without blanks"), out);
        assertEquals(0, node.count("POST"), "nothing is sent");
    }

    @ParameterizedTest
    @EnumSource(FakeNode.Wrong.class)
    void aWrongAnswerToARenewalIsNotALoss(FakeNode.Wrong wrong) throws Exception {
        Process python = python("6");
        assertEquals("fence 7", lines.readLine());
        node.instead = Optional.of(wrong);
        awaitRenewals(2);
        assertEquals("True", alive());
        node.instead = Optional.empty();
        awaitRenewals(3);
        assertEquals("True", alive());
        endsWell(python);
    }

    @ParameterizedTest
    @EnumSource(
            value = FakeNode.Wrong.class,
            names = {"BAD_GATEWAY", "NOT_FOUND_IN_HTML", "HTML_AS_JSON", "CUT_OFF"})
    void isNotAliveOnceNoAnswerHasBeenRightForAsLongAsItLives(FakeNode.Wrong wrong) throws Exception {
        Process python = python("4");
        assertEquals("fence 7", lines.readLine());
        node.instead = Optional.of(wrong);
        awaitNotAlive();
        node.instead = Optional.empty();
        endsWell(python);
    }

    @Test
    void opensAcquiresAndReleasesThroughEveryWrongAnswer() throws Exception {
        node.troubled = true;
        Process python = python("30");
        assertEquals("fence 7", lines.readLine());
        endsWell(python);
    }

    @Test
    void isLostWhenANodeSaysThatThereIsNoSuchSession() throws Exception {
        Process python = python("12");
        assertEquals("fence 7", lines.readLine());
        node.gone = true;
        awaitRenewals(1);
        awaitNotAlive();
        endsWell(python);
    }

    @Test
    void isLostWhenTheSessionLacksTheRequest() throws Exception {
        Process python = python("12");
        assertEquals("fence 7", lines.readLine());
        node.holdsNothing = true;
        awaitRenewals(1);
        awaitNotAlive();
        endsWell(python);
    }

    @Test
    void isRenewedWhileItsRequestWaits() throws Exception {
        node.renewalsBeforeGrant = 12;
        Process python = python("4");
        assertEquals("fence 7", lines.readLine());
        assertEquals("True", alive());
        endsWell(python);
    }
}
