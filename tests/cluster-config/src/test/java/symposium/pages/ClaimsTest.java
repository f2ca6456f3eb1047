package symposium.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.javaparser.JavaParser;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ParserConfiguration.LanguageLevel;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.nodeTypes.NodeWithAnnotations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.Pages;
import symposium.TestSources;
import symposium.cli.Commands;
import symposium.cli.Run;

/**
 * The commands of the page of claims find what its tables say, the tests that it names are there, and every number of
 * states in the packages and the pages is in it.
 */
class ClaimsTest {

    private static final Path ROOT = Pages.root();

    private static final JavaParser JAVA =
            new JavaParser(new ParserConfiguration().setLanguageLevel(LanguageLevel.JAVA_17));

    /** Claims with more states are for the longer explorations. */
    private static final long FEW = 20_000;

    /** The page itself, and the history of the project, which has the numbers of former versions. */
    private static final Set<String> OTHER_PAGES = Set.of("tests/CLAIMS.md", ".github/CHANGES-BEFORE-1.0.md");

    /** A number as the packages and the pages write it. */
    private static final String NUMBER = "(?<![\\w.,^-])(?:\\d{1,3}(?:,\\d{3})+|\\d{4,})(?![\\w,]*\\d)";

    private static final Pattern ANY = Pattern.compile(NUMBER);
    private static final Pattern OF_STATES =
            Pattern.compile("((?:" + NUMBER + "(?:, | and | or ))*" + NUMBER + ") states\\b(?! per)");
    private static final Pattern IN_BRACKETS = Pattern.compile("\\((" + NUMBER + ")\\)");
    private static final Pattern CELL = Pattern.compile("\\**(" + NUMBER + ")\\**(?:, one asks)?");
    private static final Pattern YEAR = Pattern.compile("19\\d\\d|20[0-2]\\d");
    private static final Pattern STEPS = Pattern.compile("(\\d+) steps");
    private static final Pattern OF_MAVEN =
            Pattern.compile("mvn verify (?:-P (\\w+) )?-Dtest=(\\w+)(?:#(\\w+))? -Dsurefire\\.\\S+=false");

    /**
     * A line of a table.
     *
     * @param command what shows it, without the name of the program where it is the checker's command line
     * @param states how many are found, or the length of the counterexample
     * @param again when it was last run to its end, or that it was not
     */
    record Claim(String command, String states, String verdict, String again) {

        static List<Claim> all() throws IOException {
            List<Claim> claims = new ArrayList<>();
            for (String line : page().lines().toList()) {
                List<String> cells = cells(line);
                if (cells.size() == 6 && cells.get(2).startsWith("`")) {
                    claims.add(new Claim(cells.get(2).replace("`", ""), cells.get(3), cells.get(4), cells.get(5)));
                }
            }
            return claims;
        }

        boolean ofTheCommandLine() {
            return command.startsWith("symposium check ");
        }

        boolean runAgain() {
            return !again.equals("no");
        }

        boolean small() {
            return numbers(ANY, states).stream().noneMatch(number -> Long.parseLong(number) > FEW);
        }

        @Override
        public String toString() {
            return command;
        }
    }

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("tests/CLAIMS.md"));
    }

    private static List<String> cells(String line) {
        return line.startsWith("| ") && line.endsWith(" |")
                ? Arrays.stream(line.substring(2, line.length() - 2).split(" \\| ", -1))
                        .map(String::strip)
                        .toList()
                : List.of();
    }

    private static Set<String> numbers(Pattern pattern, String text) {
        Set<String> numbers = new TreeSet<>();
        for (Matcher found = pattern.matcher(text); found.find(); ) {
            for (MatchResult each : ANY.matcher(found.group()).results().toList()) {
                numbers.add(each.group().replace(",", ""));
            }
        }
        return numbers;
    }

    // --- what the commands find

    static Stream<Claim> small() throws IOException {
        return Claim.all().stream()
                .filter(Claim::ofTheCommandLine)
                .filter(Claim::runAgain)
                .filter(Claim::small);
    }

    static Stream<Claim> large() throws IOException {
        return Claim.all().stream()
                .filter(Claim::ofTheCommandLine)
                .filter(Claim::runAgain)
                .filter(claim -> !claim.small());
    }

    @Tag("slow")
    @ParameterizedTest(name = "{0}")
    @MethodSource("small")
    void theCommandFindsWhatIsClaimed(Claim claim) {
        check(claim);
    }

    @Tag("exhaustive")
    @ParameterizedTest(name = "{0}")
    @MethodSource("large")
    void theLongerCommandFindsWhatIsClaimed(Claim claim) {
        check(claim);
    }

    private static void check(Claim claim) {
        String line = claim.command()
                .replaceFirst("^symposium ", "")
                .replaceFirst(" --memory \\S+", "")
                .replace("--topology tests/", "--topology " + ROOT.resolve("tests") + "/");
        Run run = Commands.line(line + " --json");
        assertFalse(run.out().isEmpty(), run.err());
        JsonNode report = run.json();

        assertEquals(claim.verdict(), report.get("verdict").textValue());
        Matcher steps = STEPS.matcher(claim.states());
        if (steps.matches()) {
            List<Integer> traces = new ArrayList<>();
            for (JsonNode property : report.get("properties")) {
                if (property.get("verdict").textValue().equals("violated")) {
                    traces.add(property.get("trace").size());
                }
            }
            assertEquals(List.of(Integer.valueOf(steps.group(1))), traces);
        } else {
            assertEquals(
                    claim.states(), String.format("%,d", report.get("states").longValue()));
            assertEquals(claim.verdict().equals("holds"), report.get("complete").booleanValue());
        }
    }

    // --- what tests show

    /** The test is there, its level is that of the command, and it holds the numbers. */
    @Test
    void everyTestThatIsNamedHoldsTheNumbers() throws IOException {
        Map<String, Path> sources = TestSources.all().stream()
                .filter(file -> file.toString().endsWith("Test.java"))
                .collect(Collectors.toMap(
                        file -> file.getFileName().toString().replace(".java", ""),
                        file -> file,
                        (one, other) -> other,
                        TreeMap::new));
        for (Claim claim : Claim.all()) {
            if (!claim.ofTheCommandLine()) {
                Matcher command = OF_MAVEN.matcher(claim.command());
                assertTrue(command.matches(), claim::command);
                Path source = sources.get(command.group(2));
                assertEquals(
                        Optional.ofNullable(command.group(1)).orElse("none"),
                        profile(source, command.group(3)),
                        claim::command);
                Set<String> held = numbers(
                        Pattern.compile("\\d+"), Files.readString(source).replace("_", ""));
                for (String number : numbers(ANY, claim.states())) {
                    assertTrue(held.contains(number), () -> number + " in " + claim.command());
                }
            }
        }
    }

    /** The profile that runs a test; of a class without a method, that of the class. */
    private static String profile(Path source, String method) throws IOException {
        TypeDeclaration<?> test = JAVA.parse(source).getResult().orElseThrow().getType(0);
        Optional<String> ofMethod = method == null
                ? Optional.empty()
                : tag(test.getMethodsByName(method).get(0));
        String level = ofMethod.or(() -> tag(test)).orElse("");
        return switch (level) {
            case "", "fast" -> "none";
            case "slow" -> "all";
            default -> level;
        };
    }

    private static Optional<String> tag(NodeWithAnnotations<?> tagged) {
        return tagged.getAnnotationByName("Tag")
                .map(tag -> tag.asSingleMemberAnnotationExpr().getMemberValue())
                .map(value -> value.asStringLiteralExpr().asString());
    }

    // --- what is said elsewhere

    /**
     * Every number of states from 1,000 on that a package or a page names has a line here: in a package each number of
     * a table or of a paragraph with the word "states"; in a page what stands before "states", and, in a section that
     * names the command, what fills a cell of a table or brackets.
     */
    @Test
    void everyNumberOfStatesElsewhereIsClaimedHere() throws IOException {
        Set<String> claimed = new TreeSet<>();
        for (String line : page().lines().toList()) {
            List<String> cells = cells(line);
            if (cells.size() == 6) {
                claimed.addAll(numbers(ANY, cells.get(3)));
            } else if (cells.size() == 3) {
                claimed.addAll(numbers(ANY, cells.get(0)));
            }
        }
        Map<String, Set<String>> missing = new TreeMap<>();
        for (Path file : packages()) {
            missing(missing, file, inPackage(Files.readString(file)), claimed);
        }
        for (String page : Pages.all()) {
            if (!OTHER_PAGES.contains(page)) {
                missing(missing, ROOT.resolve(page), inPage(Pages.text(page)), claimed);
            }
        }
        assertEquals(Map.of(), missing);
    }

    @Test
    void aNumberOfStatesIsFoundWhereverItStands() {
        assertEquals(Set.of("1234", "5678", "91011"), inPackage("""
                /**
                 * Since 1983, and 4,096 parts.
                 *
                 * <p>It holds of two (1,234 and 5678
                 * states).
                 *
                 * <pre>
                 * processes
                 *      3     91,011
                 * </pre>
                 */
                """));
        assertEquals(Set.of("1234", "5678", "91011", "1213"), inPage("""
                # One
                `symposium check it` (1,234), 5,678 and 91,011 states.
                | a | 1,213, one asks | 3 of 7,000 |
                # Two
                | a | 8,000 |
                9,000 states per second
                """));
    }

    private static List<Path> packages() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.endsWith("package-info.java"))
                    .filter(file -> file.toString().contains("/src/main/"))
                    .toList();
        }
    }

    private static Set<String> inPackage(String text) {
        Set<String> numbers = new TreeSet<>();
        String plain = text.replaceAll("\n \\* ?", "\n").replace("</pre>", "</pre><p>");
        for (String part : plain.split("(?=<p>|<h2>|<pre>)")) {
            if (part.startsWith("<pre>") || part.matches("(?s).*\\bstates\\b.*")) {
                numbers.addAll(numbers(ANY, part));
            }
        }
        numbers.removeIf(number -> YEAR.matcher(number).matches());
        return numbers;
    }

    private static Set<String> inPage(String text) {
        Set<String> numbers = new TreeSet<>();
        for (String section : text.split("\n(?=#+ )")) {
            numbers.addAll(numbers(OF_STATES, section));
            if (section.contains("symposium check")) {
                numbers.addAll(numbers(IN_BRACKETS, section));
                for (String line : section.lines().toList()) {
                    for (String cell : cells(line)) {
                        if (CELL.matcher(cell).matches()) {
                            numbers.addAll(numbers(ANY, cell));
                        }
                    }
                }
            }
        }
        return numbers;
    }

    private static void missing(Map<String, Set<String>> missing, Path file, Set<String> numbers, Set<String> claimed) {
        Set<String> others = new TreeSet<>(numbers);
        others.removeAll(claimed);
        if (!others.isEmpty()) {
            missing.put(ROOT.relativize(file).toString(), others);
        }
    }
}
