package symposium.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import symposium.browser.Chromium;
import symposium.cli.Commands;
import symposium.eventlog.reading.EventLog;

/** The page of a run that is done, opened as a file, replays the log in the protocol. */
@Tag("slow")
class SavedRunTest {

    private static final String ALTERED = "\"effects\":\\[\\{.*}]}";

    @TempDir
    private Path directory;

    @Test
    void thePageSaysWhatTheCommandLineSays() throws Exception {
        Path log = directory.resolve("run.ndjson");
        assertEquals(
                0,
                Commands.of("simulate", "suzuki-kasami", "-n", "3", "--seed", "7", "--events", log.toString())
                        .code());
        List<String> lines = Files.readAllLines(log);
        try (Chromium chromium = Chromium.launch()) {
            String good = verdict(chromium, log);
            EventLog read = EventLog.read(log);
            try (RunServer server = RunServer.start(directory, read, 0, problem -> {})) {
                assertEquals(good, verdict(chromium, server.address()));
            }
            assertTrue(good.matches("\\d+ steps of 3 processes are steps of the protocol; .* after each\\."), good);
            statements(chromium, directory.resolve("run.html").toUri().toString());
            int last = lines.size() - 1;
            while (!lines.get(last).matches(".*" + ALTERED)) {
                last--;
            }
            lines.set(last, lines.get(last).replaceFirst(ALTERED, "\"effects\":[]}"));
            Files.write(log, lines);
            String bad = verdict(chromium, log);
            assertTrue(bad.contains(" Then, at " + log + ":" + (last + 1) + ": process "), bad);
            String deviation = Commands.of("trace", "verify", log.toString())
                    .out()
                    .lines()
                    .toList()
                    .get(1);
            assertTrue(bad.endsWith(deviation.replaceFirst("^ *then, at ", "")), bad + "\n" + deviation);
            assertEquals(List.of(), chromium.errors());
        }
    }

    /** A statement of the reader is checked after each line. */
    private static void statements(Chromium chromium, String address) {
        Page page = chromium.page();
        page.navigate(address);
        page.fill("#formula", "count(p: p.critical) <= 1");
        page.keyboard().press("Enter");
        says(page, "after each\\.$");
        asks(page, "always", "all p: p == 9 => p.critical", "was not tested");
        asks(page, "never", "some p: p.critical", "the invariant \"never some p: p.critical\" does not hold");
        asks(page, "never", "some p: p.critica", "p\\.\\^critica");
        page.selectOption("#kind", "leads");
        page.fill("#second", "p.critical");
        asks(page, "leads", "p.waiting", "p.waiting leads to p.critical: met \\d+ times?, 0 pending");
        page.fill("#second", "false");
        asks(page, "leads", "p.waiting", "leads to false: met 0 times, 3 pending");
        page.waitForFunction("document.getElementById('verdict').title.includes('pending: of process 0 since')");
        page.close();
    }

    private static void asks(Page page, String kind, String formula, String answer) {
        page.selectOption("#kind", kind);
        page.fill("#formula", formula);
        page.click("#verify");
        says(page, answer);
    }

    private static void says(Page page, String answer) {
        page.waitForFunction("text => new RegExp(text).test(document.getElementById('verdict').textContent)", answer);
    }

    private String verdict(Chromium chromium, Path log) {
        Path html = directory.resolve("run.html");
        assertEquals(
                0,
                Commands.of("trace", "draw", log.toString(), "--html", html.toString())
                        .code());
        return verdict(chromium, html.toUri().toString());
    }

    private static String verdict(Chromium chromium, String address) {
        Page page = chromium.page();
        page.navigate(address);
        page.click("#verify");
        page.waitForSelector("#verify:not([disabled])");
        String verdict = page.textContent("#verdict");
        page.close();
        return verdict;
    }
}
