package symposium.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import morfologik.speller.Speller;
import morfologik.stemming.Dictionary;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.Pages;

/** Every page keeps the rules of writing, its links lead somewhere, and it is two clicks from the landing page. */
@Tag("fast")
class PagesTest {

    /** A list of changes and a table of commands: they are looked up, and not read. */
    private static final Set<String> LISTS = Set.of(".github/CHANGES-BEFORE-1.0.md", "tests/CLAIMS.md");

    private static final String LANDING_PAGE = "README.md";
    private static final int CLICKS = 2;

    private static Predicate<String> known;

    @BeforeAll
    static void readTheDictionary() throws IOException {
        Speller british = new Speller(
                Dictionary.read(PagesTest.class.getResource("/org/languagetool/resource/en/hunspell/en_GB.dict")), 1);
        Set<String> ours = new HashSet<>();
        try (InputStream words = PagesTest.class.getResourceAsStream("/symposium/pages/words.txt")) {
            new String(words.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(ours::add);
        }
        known = word -> ours.contains(word)
                || ours.contains(word.toLowerCase(Locale.ROOT))
                || !british.isMisspelled(word)
                || !british.isMisspelled(word.toLowerCase(Locale.ROOT));
    }

    @Test
    void everyPageKeepsTheRulesOfWriting() {
        List<String> faults = new ArrayList<>();
        for (String page : Pages.all()) {
            if (!LISTS.contains(page)) {
                faults.addAll(PageStyle.faults(page, Pages.text(page), known));
            }
        }
        assertEquals("", String.join("\n", faults));
    }

    @Test
    void everyLinkLeadsSomewhereAndEveryPageIsNear() {
        PageLinks links =
                new PageLinks(Pages.root(), Pages.all().stream().collect(Collectors.toMap(page -> page, Pages::text)));

        assertEquals("", String.join("\n", links.dead()));
        assertEquals(Set.of(), links.beyond(LANDING_PAGE, CLICKS));
    }

    /** A rule that cannot fail holds nothing. */
    @Test
    void everyRuleOfWritingFailsWhereItIsBroken() {
        assertEquals(List.of("p: the first line is not a title"), faults("No title.\n"));
        assertEquals(
                List.of("p: line 3 has 101 columns"),
                faults("# T\n\n" + "a ".repeat(50) + "a\n").stream()
                        .filter(fault -> fault.contains("columns"))
                        .toList());
        assertEquals(List.of(), faults("# T\n\n```\n" + "a ".repeat(80) + "\n```\n"));
        assertTrue(one("# T\n\n" + "Go on a walk.\n".repeat(1)).contains("\"Go on\" (write: continue)"));
        assertTrue(one("# T\n\n" + "a ".repeat(31) + "\n").contains("a sentence of 31 words"));
        assertEquals(2, faults("# T\n\n" + "An ant may eat.\n".repeat(38)).size());
        assertTrue(one("# T\n\nWhat it does is good.\n").contains("not its subject"));
        assertEquals(List.of(), faults("# T\n\nWhat does it do?\n"));
        assertTrue(one("# T\n\nIt runs; it stops.\n").contains("a semicolon"));
        assertTrue(one("# T\n\n| a | b |\n|---|---|\n| One. Two | b |\n").contains("a cell with two sentences"));
        assertEquals(
                List.of("p: line 5 has 160 columns", "p: a cell of 153 characters: an ant an ant an ant an ant"),
                faults("# T\n\n| a | b |\n|---|---|\n|" + " an ant".repeat(22) + "| b |\n").stream()
                        .map(fault -> fault.replaceFirst("(( an ant){4}).*", "$1"))
                        .toList());
        assertTrue(one("# T\n\nIt is organised.\n").contains("\"organised\" is written with z"));
        assertTrue(one("# T\n\nThe colur is red.\n").contains("\"colur\" is not a known word"));
        assertEquals(List.of(), faults("# T\n\nThe `colur` is organized, and otherwise precise.\n"));
    }

    @Test
    void aDeadLinkAndAFarPageAreFound() {
        PageLinks links = new PageLinks(
                Path.of("none"),
                Map.of(
                        "a.md",
                        "# A\n[b](d/b.md) [c](c.md) [here](#a) [there](#b)\n",
                        "d/b.md",
                        "# B\n\n## One `two`, three\n\n[up](../a.md#a) [far](../far.md) [same](#one-two-three)\n",
                        "far.md",
                        "# Far\n[further](further.md) ![no](no.png) [web](https://a.example)\n",
                        "further.md",
                        "# Further\n"));
        assertEquals(List.of("a.md: c.md", "a.md: #b", "far.md: no.png"), links.dead());
        assertEquals(Set.of("further.md"), links.beyond("a.md", CLICKS));
    }

    private static List<String> faults(String text) {
        return PageStyle.faults("p", text, known);
    }

    private static String one(String text) {
        List<String> faults = faults(text);
        assertEquals(1, faults.size(), faults.toString());
        return faults.get(0);
    }
}
