package symposium.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.management.javadsl.AkkaManagement;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import symposium.Pages;
import symposium.browser.Chromium;
import symposium.browser.Playground;
import symposium.cli.Commands;
import symposium.cli.Run;
import symposium.cluster.SymposiumNode;
import symposium.service.lock.Lease;
import symposium.service.lock.Locks;

/** All rules of axe-core hold on each page in each of its states; those of contrast in the dark, too. */
@Tag("slow")
class AccessibilityTest {

    /** Rule, where it is broken, and why. */
    private static final String VIOLATIONS = "async only => (await axe.run(only ? { runOnly: [only] } : {})).violations"
            + ".flatMap(rule => rule.nodes.map(node => rule.id + ': ' + node.target.join(' ') + ': '"
            + " + node.failureSummary.replace(/\\s+/g, ' ')))";

    @TempDir
    private static Path directory;

    private static Chromium chromium;
    private static String axe;

    private final List<Object> violations = new ArrayList<>();

    @BeforeAll
    static void launch() throws IOException {
        chromium = Chromium.launch();
        try (InputStream script = AccessibilityTest.class.getResourceAsStream("/axe.min.js")) {
            axe = new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @AfterAll
    static void close() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @AfterEach
    void nothingIsViolated() {
        assertEquals(List.of(), violations);
        assertEquals(List.of(), chromium.errors());
    }

    private void check(Page page, String state) {
        page.evaluate(axe);
        check(page, state, ColorScheme.DARK, "color-contrast");
        check(page, state, ColorScheme.LIGHT, null);
    }

    private void check(Page page, String state, ColorScheme scheme, String only) {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
        ((List<?>) page.evaluate(VIOLATIONS, only))
                .forEach(each -> violations.add(state + ", " + scheme + ": " + each + "\n"));
    }

    @Test
    void thePageOfTheStates() throws IOException {
        Path file = Files.writeString(directory.resolve("explore.html"), Playground.page());
        Page page = chromium.page();
        page.navigate(file.toUri() + "#algorithm=ricart-agrawala&variant=3");
        page.waitForSelector(".choice");
        check(page, "a variant");
        page.press(".choice", "Enter");
        page.waitForFunction("drawn === 1");
        assertEquals("0", page.evaluate("document.activeElement.dataset.choice"), "the focus stays at the choices");
        page.click("#check");
        page.waitForSelector("#properties .bad");
        check(page, "violated");
        page.keyboard().press("m");
        page.waitForFunction("document.querySelectorAll('#runs tr').length === 3 && !simulating");
        check(page, "simulated");
        page.navigate("about:blank");
        page.navigate(file.toUri() + "#algorithm=bully&crashes=1");
        page.waitForSelector(".choice.fault");
        check(page, "with faults");
        page.navigate("about:blank");
        page.navigate(file.toUri() + "#algorithm=ewd851-misra&story=&at=13");
        page.waitForFunction("lesson && drawn === 13");
        check(page, "a lesson");
        page.click("#check");
        page.waitForSelector("#stop:not([hidden])");
        check(page, "exploring");
        page.close();
    }

    @Test
    void thePagesOfTheSite() throws IOException {
        Path site = directory.resolve("site");
        Run made =
                Commands.of("site", site.toString(), "--checkout", Pages.root().toString(), "--runs", "ewd851");
        assertEquals(0, made.code(), made.err());
        Page page = chromium.page();
        List<Path> pages;
        try (Stream<Path> files = Files.list(site)) {
            pages = Stream.concat(
                            files.filter(each -> each.toString().endsWith(".html"))
                                    .sorted(),
                            Stream.of(site.resolve("algorithms").resolve("ewd851.html")))
                    .toList();
        }
        for (Path file : pages) {
            String each = site.relativize(file).toString();
            page.navigate(file.toUri().toString());
            page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })");
            check(page, each);
            page.setViewportSize(360, 800);
            assertEquals(360, page.evaluate("document.documentElement.scrollWidth"), each + " scrolls sideways");
            page.setViewportSize(1280, 800);
        }
        page.close();
    }

    private static Path log() throws IOException {
        Path file = Files.createDirectories(directory.resolve("logs")).resolve("run.ndjson");
        Run run = Commands.of("simulate", "ewd851-misra", "-n", "5", "--entries", "30", "--events", file.toString());
        assertEquals(0, run.code(), run.err());
        return file;
    }

    @Test
    void thePageOfARun() throws IOException {
        Path log = log();
        List<RunFault> faults = List.of(
                new RunFault("kill", "kill", 1, some -> Optional.of("refused")),
                new RunFault("cut", "cut", 2, some -> Optional.empty()));
        Page page = chromium.page();
        try (RunServer server = RunServer.start(log.getParent(), Optional.empty(), 0, "a run", faults, problem -> {})) {
            page.navigate(server.address());
            page.waitForFunction("moments.length > 40 && document.querySelectorAll('#diagram .step').length > 10");
            check(page, "live");
            page.click("#ofone [data-fault=kill]");
            page.waitForSelector("#said:not(:empty)");
            check(page, "refused");
        }
        Path file = directory.resolve("run.html");
        Run drawn = Commands.of("trace", "draw", log.toString(), "--first", "20", "--html", file.toString());
        assertEquals(0, drawn.code(), drawn.err());
        page.navigate(file.toUri().toString());
        page.evaluate("go(moments.find(each => each.sends && each.sends.length).place + 1)");
        page.waitForSelector("#network .message");
        check(page, "saved");
        page.close();
    }

    @Test
    void thePageOfNamedLocks() throws Exception {
        SymposiumNode node = StatusNode.start(0, 1);
        try {
            node.join(List.of(node.address()));
            Locks locks = Locks.of(node.locks(), node.system());
            Lease held = locks.as("billing").acquire("order 17").get();
            locks.as("shipping").acquire("order 17");
            Page page = chromium.page();
            page.navigate("http://127.0.0.1:"
                    + AkkaManagement.get(node.system())
                            .start()
                            .toCompletableFuture()
                            .get()
                            .port()
                    + "/symposium/page");
            page.click("#locks summary");
            page.waitForSelector("#locks td:has-text('shipping')");
            check(page, "held and awaited");
            held.release();
            page.waitForSelector("#locks details.changed");
            page.evaluate("go(at)");
            page.click("#back");
            page.click("#forward");
            check(page, "stepped back");
            page.fill("#name", "nothing of this name");
            page.route("**/status", route -> route.abort());
            page.waitForSelector("#said:not(:empty)");
            check(page, "no answer");
            page.close();
        } finally {
            node.kill();
        }
    }
}
