package symposium.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page, as somebody uses it: opened as a file, without a server. */
@Tag("slow")
class PlaygroundTest {

    private static Chromium chromium;
    private static String address;

    @BeforeAll
    static void write(@TempDir Path directory) throws Exception {
        chromium = Chromium.launch();
        address = Files.writeString(directory.resolve("explore.html"), Playground.page())
                .toUri()
                .toString();
    }

    @AfterAll
    static void close() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @AfterEach
    void noScriptHasFailed() {
        assertEquals(List.of(), chromium.errors());
    }

    /** Opens a page, and waits until it shows the choices and the diagram. */
    private static Page open(String link) {
        Page page = chromium.page();
        page.navigate(address + link);
        page.waitForSelector(".choice");
        awaitDiagram(page);
        return page;
    }

    private static void awaitDiagram(Page page) {
        page.waitForFunction("view && drawn === view.path.length");
    }

    /** Waits until the page shows this number of steps. */
    private static void awaitSteps(Page page, int steps) {
        page.waitForFunction("steps => view && view.path.length === steps && drawn === steps", steps);
    }

    private static String text(Page page, String selector) {
        return page.textContent(selector);
    }

    @Test
    void stepsAreTakenByKeyAndTakenBack() {
        Page page = open("#algorithm=ewd851&processes=3");
        String initial = text(page, "#states");
        page.keyboard().press("2");
        awaitSteps(page, 1);
        assertTrue(text(page, "#what").startsWith("Step 1: process 1: n.1"), text(page, "#what"));
        assertTrue(text(page, "#rule").startsWith("n.1: "), text(page, "#rule"));
        String after = text(page, "#states");
        assertFalse(after.equals(initial));
        page.keyboard().press("1");
        awaitSteps(page, 2);
        page.keyboard().press("ArrowLeft");
        awaitSteps(page, 1);
        assertEquals(after, text(page, "#states"));
        page.keyboard().press("Home");
        awaitSteps(page, 0);
        assertEquals(initial, text(page, "#states"));
        page.keyboard().press("End");
        awaitSteps(page, 2);
        page.close();
    }

    /** The planted fault is found, shown, and stands in the address, which leads another reader to it. */
    @Test
    void theCheckerFindsAPlantedFaultAndTheAddressLeadsThere() {
        Page page = open("#algorithm=ricart-agrawala&variant=3");
        page.click("#check");
        page.waitForSelector("#verdict.bad");
        page.waitForSelector("#properties .bad");
        assertTrue(text(page, "#verdict").startsWith("Violated: whom q has answered"), text(page, "#verdict"));
        assertEquals(page.evaluate("view.path.length"), page.evaluate("path.length"));
        String link = page.url().substring(page.url().indexOf('#'));
        Page other = open(link);
        other.waitForSelector("#properties .bad");
        awaitDiagram(page);
        awaitDiagram(other);
        assertEquals(text(page, "#states"), text(other, "#states"));
        assertEquals(
                page.evaluate("document.getElementById('diagram').shadowRoot.innerHTML"),
                other.evaluate("document.getElementById('diagram').shadowRoot.innerHTML"));
        page.close();
        other.close();
    }

    @Test
    void whatHoldsIsSaidToHold() {
        Page page = open("#algorithm=ewd851&processes=5");
        page.keyboard().press("c");
        page.waitForSelector("#verdict.good");
        assertEquals("Everything holds in all of 1,735 states, 6,995 steps, depth 20.", text(page, "#verdict"));
        page.close();
    }

    @Test
    void anExplorationIsStopped() {
        Page page = open("#algorithm=lamport&processes=4&requests=2");
        page.keyboard().press("1");
        awaitSteps(page, 1);
        page.click("#check");
        page.click("#stop");
        page.waitForFunction("document.getElementById('verdict').textContent === 'Stopped: not decided.'");
        awaitSteps(page, 1);
        page.keyboard().press("1");
        awaitSteps(page, 2);
        page.close();
    }

    /** The clock of an exploration ends with it, and does not say of a stopped one that it runs. */
    @Test
    void whatIsStoppedIsNotSaidToRun() {
        Page page = chromium.page();
        page.clock().install();
        page.navigate(address + "#algorithm=lamport&processes=4&requests=2");
        page.waitForSelector(".choice");
        page.click("#check");
        page.clock().runFor(1000);
        assertTrue(text(page, "#verdict").startsWith("Exploring every interleaving: "), text(page, "#verdict"));
        page.evaluate("stop()");
        assertEquals("Stopped: not decided.", text(page, "#verdict"));
        page.clock().runFor(10_000);
        assertEquals("Stopped: not decided.", text(page, "#verdict"));
        page.close();
    }

    @Test
    void aWrongLinkIsSaidToBeWrong() {
        for (String wrong :
                List.of("#algorithm=nosuch", "#algorithm=ewd851&path=0.99", "#algorithm=ewd851&processes=99")) {
            Page page = chromium.page();
            page.navigate(address + wrong);
            page.waitForSelector("#verdict.bad");
            page.close();
        }
    }

    @Test
    void itPlaysByItself() {
        Page page = open("#algorithm=suzuki-kasami");
        page.selectOption("#speed", "250");
        page.keyboard().press(" ");
        page.waitForFunction("view.path.length >= 5");
        page.click("#play");
        page.close();
    }

    /** A link from the front page of the site leads to the lesson, which plays by itself, with remarks. */
    @Test
    void aLessonIsTold() {
        Page page = open("#algorithm=ewd851&story=1");
        page.waitForFunction("lesson !== null && playing");
        assertTrue(text(page, "#remark").startsWith("Four machines stand in a ring."), text(page, "#remark"));
        assertTrue(text(page, "#verdict").contains("EWD851): step 0 of 9."), text(page, "#verdict"));
        page.keyboard().press(" ");
        page.keyboard().press("ArrowRight");
        awaitSteps(page, 1);
        assertTrue(text(page, "#remark").startsWith("Machine 2 wants to enter"), text(page, "#remark"));
        String link = page.url().substring(page.url().indexOf('#'));
        Page other = open(link);
        awaitSteps(other, 1);
        assertEquals(text(page, "#remark"), text(other, "#remark"));
        other.close();

        page.keyboard().press("1");
        page.waitForFunction(
                "document.getElementById('verdict').textContent.startsWith('This is no step of the lesson.')");
        assertEquals("", text(page, "#remark"));
        page.keyboard().press("ArrowLeft");
        awaitSteps(page, 1);
        page.keyboard().press("End");
        awaitSteps(page, 9);
        assertTrue(text(page, "#remark").startsWith("A machine that has the token"), text(page, "#remark"));
        assertEquals(0, page.locator("#properties .bad").count());
        page.close();
    }

    /** A statement is asked, its shortest counterexample is shown, and the address asks it again. */
    @Test
    void aQuestionIsAskedAndAnswered() {
        Page page = open("#algorithm=ewd851&processes=3");
        page.keyboard().press("a");
        page.selectOption("#kind", "always");
        page.fill("#first", "all p: p.waiting => sent(signal) + sent(token) > 0");
        page.keyboard().press("Enter");
        page.waitForFunction("path.length === 3 && drawn === 3 && !busy");
        assertTrue(text(page, "#verdict").startsWith("Violated: always all p: p.waiting"), text(page, "#verdict"));
        assertEquals(1, page.locator("#properties .asked.bad").count());
        page.click("#back");
        awaitSteps(page, 2);
        assertTrue(text(page, "#properties .asked").endsWith("true here"), text(page, "#properties .asked"));
        Page other = open(page.url().substring(page.url().indexOf('#')));
        awaitSteps(other, 2);
        assertEquals(text(page, "#properties"), text(other, "#properties"));
        assertEquals(page.inputValue("#first"), other.inputValue("#first"));
        other.close();

        page.fill("#first", "all p: p.waitin");
        page.click("#pose");
        page.waitForFunction("document.getElementById('verdict').textContent.includes('p.^waitin')");
        page.click("#drop");
        page.waitForFunction("question === null && document.querySelector('#properties .asked') === null");
        page.close();
    }

    @Test
    void everyKindOfQuestionHasItsAnswer() {
        for (List<String> question : List.of(
                List.of("ask=never&formula=some p: p.critical", "Violated: never some p: p.critical"),
                List.of("ask=always&formula=all p: p == 7 => p.critical", "Your question was not tested"),
                List.of("ask=reach&formula=count(p: p.waiting) == 2", "Reached: count(p: p.waiting) == 2"),
                List.of("ask=reach&formula=count(p: p.critical) == 2", "Not reachable"),
                List.of(
                        "ask=leads&formula=p.waiting&then=p.critical",
                        "Everything holds, “p.waiting leads to p.critical” included, in all of"),
                List.of("ask=until&formula=all q: q.idle&then=some q: q.critical", "Violated"),
                List.of("ask=leads&formula=p.idle&then=p.critical", "can be repeated forever"),
                List.of("ask=none&formula=p.idle", "a question is one of"))) {
            Page page = open("#algorithm=ewd851&processes=3&" + question.get(0));
            page.waitForFunction(
                    "text => document.getElementById('verdict').textContent.includes(text)", question.get(1));
            page.close();
        }
    }

    /** The steps that repeat are marked, also for another reader of the address. */
    @Test
    void aRunThatNeverEndsIsMarked() {
        Page page = open("#algorithm=ewd851&processes=3&ask=leads&formula=p.holdsToken&then=!p.holdsToken");
        page.waitForFunction("loop === 2 && drawn === 2 && !busy");
        assertTrue(text(page, "#what").endsWith(" (step 2 of 2 that can be repeated forever)"), text(page, "#what"));
        Page other = open(page.url().substring(page.url().indexOf('#')));
        awaitSteps(other, 2);
        other.waitForFunction("loop === 2");
        assertEquals(text(page, "#what"), text(other, "#what"));
        other.click("#start");
        awaitSteps(other, 0);
        other.keyboard().press("2");
        awaitSteps(other, 1);
        assertEquals(0, other.evaluate("loop"));
        other.close();
        page.close();
    }

    /** What is wrong with the instance is said, and not that nothing can be asked of it. */
    @Test
    void aQuestionAboutAWrongInstanceIsNotAsked() {
        Page page = chromium.page();
        page.navigate(address + "#algorithm=ewd851&processes=99&ask=never&formula=some p: p.critical");
        page.waitForSelector("#verdict.bad");
        page.evaluate("engine.ask('catalogue')");
        assertEquals("there must be from 1 to 12 processes here, not 99", text(page, "#verdict"));
        page.close();
    }

    @Test
    void aLessonTeachesQuestions() {
        Page page = open("#algorithm=ricart-agrawala");
        page.click("#teach");
        page.waitForFunction("lesson !== null && playing");
        page.keyboard().press("End");
        awaitSteps(page, 6);
        page.keyboard().press("ArrowLeft");
        awaitSteps(page, 5);
        assertEquals(1, page.locator("#properties .asked.bad").count(), text(page, "#properties"));
        page.click("#pose");
        page.waitForFunction("path.length === 3 && drawn === 3 && !busy");
        page.close();
    }

    /** An algorithm without a lesson of its own, as one that somebody has added, shows a run all the same. */
    @Test
    void aRunIsShownWhereThereIsNoLesson() {
        Page page = open("#algorithm=ewd851-by-franklin");
        page.evaluate("delete lessons['ewd851-by-franklin']");
        page.keyboard().press("s");
        page.waitForFunction("path.length > 6 && view.path.length >= 1 && playing");
        assertTrue(text(page, "#verdict").startsWith("A run without faults"), text(page, "#verdict"));
        page.close();
    }

    /** A run for each number of processes; the command that does the same stands below. */
    @Test
    void runsAreSimulatedAndCompared() {
        Page page = open("#algorithm=ricart-agrawala&processes=3");
        page.keyboard().press("m");
        page.waitForFunction("document.querySelectorAll('#runs tr').length === 3 && !simulating");
        assertEquals("symposium simulate ricart-agrawala -n 3,10,30", text(page, "#shell"));
        assertEquals(
                List.of("4", "18", "58"),
                page.locator("#runs td:nth-child(4)").allTextContents(),
                "2(n - 1) messages each: the paper's section 4");
        assertEquals(1, page.locator("#picture svg").count());
        page.fill("#counts", "5, x");
        page.click("#run");
        page.waitForSelector("#outcome.bad");
        assertTrue(text(page, "#outcome").startsWith("n is numbers of processes"), text(page, "#outcome"));
        page.fill("#counts", "5000");
        page.click("#run");
        page.waitForFunction(
                "document.querySelector('#outcome').textContent.includes('symposium simulate takes millions')");
        page.keyboard().press("Escape");
        page.keyboard().press("1");
        awaitSteps(page, 1);
        page.close();
    }

    @Test
    void aSimulationIsStopped() {
        Page page = open("#algorithm=lamport&processes=3");
        page.keyboard().press("1");
        awaitSteps(page, 1);
        page.keyboard().press("m");
        page.waitForFunction("document.querySelectorAll('#runs tr').length === 3 && !simulating");
        page.fill("#counts", "400");
        page.fill("#entries", "100000");
        page.click("#run");
        page.waitForFunction("simulating");
        page.click("#run");
        page.waitForFunction("!simulating && document.querySelector('#outcome').textContent === 'Stopped.'");
        page.keyboard().press("Escape");
        awaitSteps(page, 1);
        page.close();
    }

    /** Everything that is pressed has a name, and the page fits where it is shown. */
    @Test
    void everyControlHasANameAndThePageFits() {
        Page page = open("#algorithm=ewd851&processes=5");
        assertEquals(
                List.of(),
                page.evaluate("[...document.querySelectorAll('button, select, input')]"
                        + ".filter(each => !(each.textContent.trim() || each.title || each.ariaLabel || each.labels && each.labels.length))"
                        + ".map(each => each.outerHTML)"));
        assertEquals(true, page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
        assertEquals(true, page.evaluate("document.documentElement.scrollHeight <= innerHeight"));
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        assertEquals("rgb(23, 24, 26)", page.evaluate("getComputedStyle(document.body).backgroundColor"));
        assertEquals(
                "rgb(23, 24, 26)",
                page.evaluate(
                        "getComputedStyle(document.getElementById('diagram').shadowRoot.querySelector('.paper')).fill"));
        page.close();
    }
}
