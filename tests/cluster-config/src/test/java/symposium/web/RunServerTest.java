package symposium.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import symposium.browser.Chromium;
import symposium.checker.model.Verdict;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cli.cluster.LiveFaults;
import symposium.demo.Demo;
import symposium.demo.DemoConfig;
import symposium.demo.ThinkTimes;
import symposium.kernel.ProcessId;

/** The live page: of a log that is written, of one that is done, and of a cluster whose node is killed by a button. */
@Tag("slow")
class RunServerTest {

    @TempDir
    private Path directory;

    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private Path logs;

    @BeforeEach
    void aPlaceForLogs() throws IOException {
        logs = Files.createDirectories(directory.resolve("logs"));
    }

    private Path log() {
        Path file = logs.resolve("run.ndjson");
        assertEquals(
                0,
                Commands.of("simulate", "ewd851-misra", "-n", "5", "--entries", "30", "--events", file.toString())
                        .code());
        return file;
    }

    private RunServer start(List<RunFault> faults) throws IOException {
        return RunServer.start(logs, Optional.empty(), 0, "a run", faults, problems::add);
    }

    private HttpResponse<String> post(String address, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address)).POST(HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static Page open(Chromium chromium, RunServer server) {
        Page page = chromium.page();
        page.navigate(server.address());
        return page;
    }

    @Test
    void aRunThatIsDoneIsSteppedThroughAndOneThatGoesOnGrows() throws Exception {
        Path file = log();
        List<String> lines = Files.readAllLines(file);
        String last = lines.get(lines.size() - 1);
        Files.write(file, lines.subList(0, lines.size() - 1));
        int before = lines.size() - 2;
        try (Chromium chromium = Chromium.launch();
                RunServer server = start(List.of())) {
            Page page = open(chromium, server);
            awaitAt(page, before, "; live");
            String present = page.textContent("#what");
            page.keyboard().press("ArrowLeft");
            awaitAt(page, before - 1, "");
            String earlier = page.textContent("#what");
            assertTrue(!earlier.equals(present));
            page.keyboard().press("ArrowRight");
            awaitAt(page, before, "");
            assertEquals(present, page.textContent("#what"));
            // The address leads another reader to the same moment, and one that has not come yet says so until it
            // comes.
            page.keyboard().press("ArrowLeft");
            awaitAt(page, before - 1, "");
            Page other = chromium.page();
            other.navigate(page.url());
            awaitAt(other, before - 1, "");
            assertEquals(earlier, other.textContent("#what"));
            other.navigate(server.address() + "#event=" + (before + 1));
            awaitAt(other, before - 1, "; event " + (before + 1) + " has not come yet");
            page.keyboard().press("Home");
            awaitAt(page, 0, "");
            page.keyboard().press("End");
            awaitAt(page, before, "; live");
            Files.writeString(file, last + "\n", StandardOpenOption.APPEND);
            awaitAt(page, before + 1, "; live");
            awaitAt(other, before + 1, "");
            other.close();
            page.evaluate("go(40)");
            page.evaluate("byId('speed').value = '30'");
            page.keyboard().press(" ");
            page.waitForFunction("at > 45 && !live");
            page.keyboard().press(" ");
            page.evaluate("go(moments.find(each => each.sends && each.sends.length).place + 1)");
            page.waitForFunction("document.querySelectorAll('#network .message').length >= 1");
            page.waitForFunction("document.querySelectorAll('#diagram line[data-sent]').length >= 1");
            page.hover("#network .message path");
            page.waitForFunction("document.querySelector('#network .message').classList.contains('lit')"
                    + " && document.querySelector('#diagram line.lit')");
            assertEquals(List.of(), chromium.errors());
        }
        assertEquals(List.of(), problems);
    }

    /** A page that is mailed: it opens where it was told to, and its address names the moment. */
    @Test
    void aRunIsAFileThatOpensWithoutAServer() throws Exception {
        Path file = directory.resolve("run.html");
        Run drawn = Commands.of(
                "trace", "draw", log().toString(), "--first", "20", "--events", "30", "--html", file.toString());
        assertEquals(0, drawn.code(), drawn.err());
        try (Chromium chromium = Chromium.launch()) {
            Page page = chromium.page();
            page.navigate(file.toUri().toString());
            // Five processes begin before.
            awaitAt(page, 25, " of 54");
            page.keyboard().press("ArrowRight");
            awaitAt(page, 26, " of 54");
            String what = page.textContent("#what");
            Page other = chromium.page();
            other.navigate(page.url());
            awaitAt(other, 26, " of 54");
            assertEquals(what, other.textContent("#what"));
            page.keyboard().press("End");
            awaitAt(page, 54, " of 54");
            page.waitForFunction("document.querySelectorAll('#diagram .step').length > 10");
            assertEquals(List.of(), chromium.errors());
        }
    }

    /** Of many processes the picture shows all, and the lists those that do something. */
    @Test
    void hundredsOfProcessesAreShown() throws Exception {
        assertEquals(
                0,
                Commands.of(
                                "simulate",
                                "ewd851",
                                "-n",
                                "300",
                                "--entries",
                                "40",
                                "--events",
                                logs.resolve("run.ndjson").toString())
                        .code());
        try (Chromium chromium = Chromium.launch();
                RunServer server = start(List.of())) {
            Page page = open(chromium, server);
            page.waitForFunction("moments.length > 400 && document.querySelectorAll('#network .node').length === 300");
            page.waitForFunction("document.querySelectorAll('#states section').length === 24"
                    + " && byId('others').textContent.startsWith('24 of 300:')");
            page.keyboard().press("ArrowLeft");
            page.waitForFunction("!live");
            page.waitForFunction("document.querySelectorAll('#diagram .life').length <= 120");
            int before = ((Number) page.evaluate("at")).intValue();
            page.evaluate("byId('speed').value = '30'; go(300); play()");
            page.waitForFunction("at > 360");
            assertTrue(before > 400);
            assertEquals(List.of(), chromium.errors());
        }
        assertEquals(List.of(), problems);
    }

    /** The end interrupts a reading of the logs, or comes before the first. */
    @Test
    void aPageThatEndsWhileItReadsHasNoProblem() throws Exception {
        Path file = log();
        List<String> lines = Files.readAllLines(file);
        for (int other = 0; other < 200; other++) {
            Files.write(logs.resolve("other" + other + ".ndjson"), lines.subList(0, 1));
        }
        for (int round = 0; round < 20; round++) {
            RunServer server = start(List.of());
            server.close();
            server.happens(ProcessId.of(1), "ends", true);
        }
        assertEquals(List.of(), problems);
    }

    private static void awaitAt(Page page, int at, String then) {
        page.waitForFunction(
                "text => byId('count').textContent.startsWith(text[0]) && byId('count').textContent.endsWith(text[1])",
                List.of("event " + at + " of ", then));
    }

    /** No other page presses the buttons, and nobody from elsewhere. */
    @Test
    void faultsAreForThePageAlone() throws Exception {
        AtomicReference<Integer> killed = new AtomicReference<>();
        List<RunFault> faults = List.of(
                new RunFault("kill", "kill", 1, some -> {
                    killed.set(some.get(0));
                    return some.get(0) == 7 ? Optional.of("there is no process 7") : Optional.empty();
                }),
                new RunFault("cut", "cut", 2, some -> Optional.of("cut " + some)));
        try (RunServer server = start(faults)) {
            String kill = server.address() + "fault?name=kill&process=";
            assertEquals(403, post(kill + 1).statusCode());
            assertEquals(400, post(kill + "x", "X-Symposium", "page").statusCode());
            assertEquals(
                    404,
                    post(server.address() + "nothing", "X-Symposium", "page").statusCode());
            assertEquals(null, killed.get());
            assertEquals(200, post(kill + 1, "X-Symposium", "page").statusCode());
            assertEquals(1, killed.get());
            HttpResponse<String> refused = post(kill + 7, "X-Symposium", "page");
            assertEquals(409, refused.statusCode());
            assertEquals("there is no process 7\n", refused.body());
            String cut = server.address() + "fault?name=cut&process=1";
            assertEquals(400, post(cut, "X-Symposium", "page").statusCode());
            assertEquals(400, post(cut + "&other=1", "X-Symposium", "page").statusCode());
            assertEquals(
                    "cut [1, 2]\n",
                    post(cut + "&other=2", "X-Symposium", "page").body());
            assertEquals(
                    404,
                    post(server.address() + "fault?name=burn&process=1", "X-Symposium", "page")
                            .statusCode());
            assertTrue(raw(server, "GET / HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n")
                    .startsWith("HTTP/1.1 403 "));
            assertTrue(raw(server, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    .startsWith("HTTP/1.1 200 "));
        }
        try (RunServer server = start(List.of())) {
            assertEquals(
                    404,
                    post(server.address() + "fault?name=kill&process=1", "X-Symposium", "page")
                            .statusCode());
        }
    }

    /** As symposium trace verify answers. */
    @Test
    void theLogSoFarIsReplayedForThePageAlone() throws Exception {
        try (RunServer server = start(List.of())) {
            String verify = server.address() + "verify?kind=";
            assertEquals(403, post(verify).statusCode());
            assertEquals("{\"error\":\"nothing has been logged yet\"}", verified(verify));
            log();
            String holds = verified(verify);
            while (holds.contains("nothing has been logged")) {
                holds = verified(verify);
            }
            assertTrue(holds.contains("\"deviation\":null"), holds);
            assertTrue(verified(verify + "always&formula=count(p:p.critical)%3C%3D1")
                    .contains("\"deviation\":null"));
            String refuted = verified(verify + "never&formula=some%20p:p.critical");
            assertTrue(refuted.contains("the invariant \\\"never some p:p.critical\\\" does not hold"), refuted);
            assertTrue(refuted.contains("run.ndjson:"), refuted);
            assertTrue(verified(verify + "never&formula=some%20p:p.critica").contains("p.^critica"));
            assertTrue(verified(verify + "sometimes&formula=true").contains("a question is one of"));
            assertTrue(
                    verified(verify + "leads&formula=true").contains("error"),
                    "one formula is missing, and it is said");
        }
    }

    private String verified(String address) throws Exception {
        HttpResponse<String> answer = post(address, "X-Symposium", "page");
        assertEquals(200, answer.statusCode(), answer.body());
        return answer.body();
    }

    private static Socket connected(RunServer server) throws IOException {
        Socket socket = new Socket();
        socket.connect(
                new InetSocketAddress("127.0.0.1", URI.create(server.address()).getPort()));
        return socket;
    }

    private static String raw(RunServer server, String request) throws IOException {
        try (Socket socket = connected(server)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aBrowserThatGoesAwayDoesNoHarm() throws Exception {
        log();
        try (RunServer server = start(List.of())) {
            for (int browser = 0; browser < 3; browser++) {
                try (Socket socket = connected(server)) {
                    socket.getOutputStream()
                            .write("GET /events?from=0 HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
                    InputStream in = socket.getInputStream();
                    assertTrue(in.readNBytes(100).length == 100);
                    // It goes without a word.
                    socket.setSoLinger(true, 0);
                }
            }
            HttpResponse<String> page = http.send(
                    HttpRequest.newBuilder(URI.create(server.address())).build(), HttpResponse.BodyHandlers.ofString());
            assertEquals(200, page.statusCode());
        }
    }

    @Test
    void aPortInUseIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            int port = taken.getLocalPort();
            Run run = Commands.of("trace", "open", log().toString(), "--port", Integer.toString(port));
            assertEquals(64, run.code());
            assertEquals(
                    "symposium trace open: --port " + port + ": port " + port
                            + " of 127.0.0.1 is not free; use another one, or 0 for any free port\n",
                    run.err());
        }
    }

    @Test
    void aLogThatIsNoneEndsThePageAndIsNamed() throws Exception {
        Path file = log();
        Files.writeString(file, "{\"process\":\n", StandardOpenOption.APPEND);
        try (RunServer server = start(List.of())) {
            assertTrue(server.address().startsWith("http://127.0.0.1:"));
            while (problems.isEmpty()) {
                Thread.onSpinWait();
            }
            assertTrue(problems.get(0).contains("run.ndjson:"), problems.get(0));
        }
    }

    /** What a user does with the page of a real cluster. No error follows, and no invariant is seen violated. */
    private void watch(String algorithm, int nodes, Consumer<Page> user) throws Exception {
        ThinkTimes times = new ThinkTimes(Duration.ofMillis(300), Duration.ofMillis(80));
        LiveDemo demo = LiveDemo.start(algorithm, logs, nodes, times, problems::add);
        try (demo;
                Chromium chromium = Chromium.launch()) {
            Page page = chromium.page();
            page.navigate(demo.address());
            page.waitForFunction("moments.filter(each => each.served).length >= 3");
            user.accept(page);
            assertEquals(List.of(), chromium.errors());
            assertEquals(List.of(), problems);
        }
        assertTrue(demo.outcome().isCompletedExceptionally()
                || demo.outcome().join().verdict() != Verdict.VIOLATED);
    }

    /** A real cluster: a button kills a node, the page shows it gone, and the others are served again. */
    @Test
    void theButtonKillsANodeAndThePageShowsTheOthersGoOn() throws Exception {
        watch("ewd851-misra", 3, page -> {
            page.waitForSelector("#ofone button");
            page.click("#ofone tr:nth-child(2) [data-fault=kill]");
            page.waitForFunction("moments.some(each => each.gone && each.process === 1)");
            page.waitForFunction("moments.slice(moments.findIndex(each => each.gone))"
                    + ".filter(each => each.served && each.process !== 1 && /granted/.test(each.text)).length >= 3");
            page.waitForFunction("!worldAt(at).processes.get(1).alive");
            page.waitForSelector("#network .crashed");
            page.waitForSelector("#ofone tr:nth-child(2) [data-fault=kill]:disabled");
            // The moment before shows it alive.
            page.evaluate("go(moments.find(each => each.gone).place)");
            page.waitForFunction("worldAt(at).processes.get(1).alive");
            page.click("#ofone tr:nth-child(3) [data-fault=kill]");
            page.waitForFunction("byId('said').textContent.includes('no majority of 3')");
            // What has been logged of the run that goes on is asked.
            page.selectOption("#kind", "never");
            page.fill("#formula", "some p, q: p != q && p.critical && q.critical");
            page.click("#verify");
            page.waitForFunction("byId('verdict').textContent.endsWith('after each.')");
            page.fill("#formula", "some p: p.critical");
            page.click("#verify");
            page.waitForFunction("byId('verdict').textContent"
                    + ".includes('the invariant \"never some p: p.critical\" does not hold')");
        });
    }

    /**
     * A real cluster of five: a process stands still for a moment, a link is cut and mended, a process is taken for
     * dead, and another is killed.
     */
    @Test
    void aProcessPausesALinkIsCutAndALivingProcessIsTakenForDead() throws Exception {
        watch("ewd851-misra", 5, page -> {
            page.click("#ofone tr:nth-child(5) [data-fault=pause]");
            page.waitForFunction("moments.some(each => each.process === 4 && /pauses/.test(each.text))");
            page.click("#ofone tr:nth-child(5) [data-fault=resume]");
            page.waitForFunction("moments.some(each => each.process === 4 && /continues/.test(each.text))");

            page.selectOption("#one", "1");
            page.selectOption("#other", "2");
            page.click("#oftwo [data-fault=cut]");
            page.waitForFunction(
                    "moments.some(each => each.process === 1 && /is cut off from process 2/.test(each.text))");
            page.click("#oftwo [data-fault=mend]");
            page.waitForFunction(
                    "moments.some(each => each.process === 1 && /reaches again process 2/.test(each.text))");
            servedAfter(page, "/reaches again/", List.of(0, 1, 2, 3, 4));

            page.click("#ofone tr:nth-child(4) [data-fault=suspect]");
            page.waitForFunction("moments.some(each => each.process === 3 && each.gone)");
            servedAfter(page, "/is taken for dead/", List.of(0, 1, 2, 4));
            // Who is served may no longer be when the button is pressed.
            page.waitForFunction(
                    "moments.some(each => each.gone && each.text === 'killed')"
                            + " || document.querySelector('[data-fault=kill-served]').click()",
                    null,
                    new Page.WaitForFunctionOptions().setPollingInterval(300));
            page.waitForFunction("[...worldAt(at).processes.values()].filter(each => each.alive).length === 3");
            page.waitForFunction("() => { const since = moments.findIndex(each => each.text === 'killed');"
                    + " return [...worldAt(at).processes].filter(([, each]) => each.alive).every(([number]) =>"
                    + " moments.slice(since).some(each => each.process === number && each.served"
                    + " && /granted/.test(each.text))); }");
            page.locator("#ofone [data-fault=suspect]:enabled").first().click();
            page.waitForFunction("byId('said').textContent.includes('no majority of 5')");
        });
    }

    /**
     * A real cluster of three: the token is lost, and pong finds the loss; both are lost, and an election issues them
     * again. The log says so, and each of its steps is one of the protocol.
     */
    @Test
    void aTokenThatIsLostIsIssuedAgainAndSoAreBoth() throws Exception {
        watch("ewd851-misra", 3, page -> {
            assertEquals(
                    List.of("lose the token", "lose pong", "lose both tokens"),
                    page.locator("#ofall button").allTextContents());

            page.click("#ofall [data-fault=lose-token]");
            lost(page, "ping", 1);
            page.waitForFunction("document.querySelector('#diagram circle.fault')");
            stepAfterLoss(page, 1, "pong.regenerates");
            servedAfter(page, "/^the token is lost on its way here; pong detects/", List.of(0, 1, 2));

            page.click("#ofall [data-fault=lose-all]");
            lost(page, "ping", 2);
            lost(page, "pong", 1);
            stepAfterLoss(page, 3, "e.8");
            servedAfter(page, "/^pong is lost on its way here; when no token has come/", List.of(0, 1, 2));
            // The lost ones are no longer in transit.
            page.evaluate("go(moments.filter(each => each.lost)[2].place + 1)");
            page.waitForFunction("worldAt(at).transit.every(each => each.type === 'signal')");
        });
        Run verified = Commands.of("trace", "verify", logs.toString());
        assertEquals(0, verified.code(), verified.out() + verified.err());
    }

    /** A real cluster whose token nothing brings back until a node is removed. */
    @Test
    void aTokenThatIsLostIsMissedUntilANodeDeparts() throws Exception {
        watch("ewd851-by-chang-roberts", 3, page -> {
            assertEquals(
                    List.of("lose the token"), page.locator("#ofall button").allTextContents());
            assertEquals(
                    " there are no grants until the membership changes: when a node is killed, the others issue a new token",
                    page.textContent("#ofall .hint"));
            page.click("#ofall [data-fault=lose-token]");
            page.waitForFunction(
                    "moments.some(each => /^the token is lost on its way here; there are no grants/.test(each.text))");
            page.waitForFunction("[...worldAt(dropped + moments.length).processes.values()].every(each => each.waits)");
            page.click("#ofone tr:nth-child(2) [data-fault=kill]");
            servedAfter(page, "/^killed$/", List.of(0, 2));
        });
    }

    /** Where nothing is handed over, nothing can be lost by hand. */
    @Test
    void withoutATokenThereIsNoButtonToLoseIt() {
        DemoConfig config = new DemoConfig(
                "ricart-agrawala",
                Optional.empty(),
                3,
                7,
                Duration.ofMinutes(1),
                OptionalInt.empty(),
                DemoConfig.Death.BY_HAND,
                new ThinkTimes(Duration.ofSeconds(1), Duration.ofSeconds(1)),
                Duration.ofSeconds(90),
                Optional.of(logs));
        assertEquals(
                List.of("kill", "suspect", "pause", "resume", "cut", "mend"),
                LiveFaults.of(Demo.of(config, line -> {}, (at, event) -> {})).stream()
                        .map(RunFault::name)
                        .toList());
    }

    private static void lost(Page page, String type, int times) {
        page.waitForFunction(
                "([type, times]) => moments.filter(each => each.lost && each.lost.type === type).length >= times",
                List.of(type, times));
    }

    /** After this loss some process takes a step by this rule. */
    private static void stepAfterLoss(Page page, int loss, String rule) {
        page.waitForFunction(
                "([loss, rule]) => moments.slice(moments.indexOf(moments.filter(each => each.lost)[loss - 1]))"
                        + ".some(each => each.rule === rule)",
                List.of(loss, rule),
                new Page.WaitForFunctionOptions().setTimeout(60_000));
    }

    /** After the event with this text, each of these is granted the lock again. */
    private static void servedAfter(Page page, String told, List<Integer> processes) {
        page.waitForFunction(
                "processes => { const since = moments.findIndex(each => " + told + ".test(each.text));"
                        + " return processes.every(one => moments.slice(since).some(each => each.process === one && each.served"
                        + " && /granted/.test(each.text))); }",
                processes);
    }
}
