package symposium;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every block of Java in a page compiles, with no other imports than those that the page has shown up to its end. Its
 * statements become a method of a class that has {@link #APPLICATION}, and each stands there on its line of the page.
 */
@Tag("fast")
class DocumentedJavaTest {

    /** What the samples name of the application around them. */
    private static final List<String> APPLICATION = List.of(
            "akka.actor.typed.ActorSystem<Void> system;",
            "akka.actor.typed.Behavior<Void> yourGuardian;",
            "akka.actor.testkit.typed.javadsl.ActorTestKit actorTestKit;",
            "io.micrometer.core.instrument.MeterRegistry registry;",
            "interface Store { void write(long fence, String change); }",
            "Store store;",
            "String change;",
            "interface Jdbc { int update(String sql, Object... values); }",
            "Jdbc jdbc;",
            "long balance;",
            "void print() {}",
            "void open() {}",
            "void alert(String why) {}",
            "void startBilling(long term) {}",
            "void stopBilling() {}",
            "void route(String address) {}");

    @TempDir
    private Path classes;

    /** The pages on algorithms show classes of the tests: OwnAlgorithmSectionTest reads them. */
    static List<String> pages() {
        return Pages.all().stream()
                .filter(page -> !page.startsWith("actors/"))
                .filter(page -> !CodeBlock.of(page, "java").isEmpty())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyBlockOfJavaCompiles(String page) throws IOException {
        List<CodeBlock> blocks = CodeBlock.of(page, "java");

        assertEquals(List.of(), errors(blocks));
    }

    /** What is said to users: one package has all that an application imports. */
    @ParameterizedTest
    @MethodSource("pages")
    void samplesImportOnePackageAndTheOptionalOnes(String page) throws IOException {
        Set<String> imported = CodeBlock.of(page, "java").stream()
                .flatMap(block -> block.lines().stream())
                .filter(line -> line.startsWith("import symposium."))
                .map(line -> line.split("\\.")[1])
                .collect(Collectors.toCollection(TreeSet::new));

        assertTrue(imported.remove("service"), page + " imports nothing of symposium.service");
        imported.removeAll(Set.of("testkit", "metrics"));
        assertEquals(Set.of(), imported);
    }

    /** What starts a system, needs an optional library or another service, or is a test of the test kit's. */
    private static final List<String> NOT_RUN = List.of(
            "ActorSystem.create(yourGuardian",
            "node.lock()",
            ".leaderElection()",
            ".philosopher()",
            "new SymposiumMetrics(",
            "LocksTestKit.create(");

    /** The consumer's JVMs run them, with what published poms bring. */
    @ParameterizedTest
    @MethodSource("pages")
    void everyBlockOfJavaIsRunByTheConsumer(String page) throws IOException {
        String run = bare(Files.readString(Pages.root().resolve("tests/consumer/src/main/java/shop/Samples.java"))
                .lines());
        List<String> missing = CodeBlock.of(page, "java").stream()
                .map(block -> bare(block.lines().stream()))
                .filter(block -> NOT_RUN.stream().map(DocumentedJavaTest::bare).noneMatch(block::contains))
                .filter(block -> !run.contains(block))
                .toList();

        assertEquals(List.of(), missing);
        for (String not : NOT_RUN) {
            assertFalse(run.contains(bare(not)), not + " is run");
        }
    }

    /** Without imports, comments and white space, since the consumer is formatted. */
    private static String bare(Stream<String> lines) {
        return lines.filter(line -> !line.startsWith("import "))
                .map(line -> line.replaceFirst("\\s// .*", ""))
                .map(DocumentedJavaTest::bare)
                .collect(Collectors.joining());
    }

    private static String bare(String text) {
        return text.replaceAll("\\s", "");
    }

    @Test
    void aWrongBlockIsReportedWithItsLine() throws IOException {
        assertEquals(
                List.of(
                        "planted.md:4: cannot find symbol: class Lease, location: class Block2",
                        "planted.md:9: package symposium.service.nowhere does not exist",
                        "planted.md:12: ';' expected"),
                errors("""
                        # Planted
                        ```java
                        print();
                        Lease lease = null;
                        print();
                        ```
                        and
                        ```java
                        import symposium.service.nowhere.Nothing;
                        ```
                        ```java
                        print()
                        ```
                        """));
    }

    @Test
    void anImportHoldsForTheBlocksThatFollow() throws IOException {
        String use = "```java\nLease lease = null;\n```\n";
        String shown = "```java\nimport symposium.service.lock.Lease;\n```\n";

        assertEquals(List.of(), errors(shown + use));
        assertEquals(
                List.of("planted.md:2: cannot find symbol: class Lease, location: class Block1"), errors(use + shown));
    }

    private List<String> errors(String page) throws IOException {
        return errors(CodeBlock.of("planted.md", page, "java"));
    }

    /** The compiler's errors in the blocks of one page. Each is compiled alone: a syntax error hides all others. */
    private List<String> errors(List<CodeBlock> blocks) throws IOException {
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK is required");
        List<String> errors = new ArrayList<>();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            for (int last = 0; last < blocks.size(); last++) {
                errors.addAll(errors(compiler, files, blocks.get(last), source(blocks.subList(0, last + 1))));
            }
        }
        return errors;
    }

    private List<String> errors(
            JavaCompiler compiler, StandardJavaFileManager files, CodeBlock block, JavaFileObject source) {
        DiagnosticCollector<JavaFileObject> told = new DiagnosticCollector<>();
        List<String> options = List.of(
                "-classpath",
                System.getProperty("java.class.path"),
                "-proc:none",
                "-Xlint:none",
                "-d",
                classes.toString());
        compiler.getTask(null, files, told, options, null, List.of(source)).call();
        return told.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .map(each -> block.page() + ":" + each.getLineNumber() + ": " + message(each))
                .toList();
    }

    private static String message(Diagnostic<?> diagnostic) {
        return diagnostic
                .getMessage(Locale.ENGLISH)
                .replaceAll("\\R *(symbol|location): *", ", $1: ")
                .replaceFirst("cannot find symbol, symbol: *", "cannot find symbol: ")
                .replaceAll("\\s+", " ");
    }

    /** The last of these blocks, with the imports of all. */
    private static JavaFileObject source(List<CodeBlock> blocks) {
        CodeBlock last = blocks.get(blocks.size() - 1);
        TreeMap<Integer, String> lines = new TreeMap<>();
        for (CodeBlock block : blocks) {
            for (int each = 0; each < block.lines().size(); each++) {
                String line = block.lines().get(each);
                if (isImport(line)) {
                    lines.put(block.line() + 1 + each, line);
                }
            }
        }
        String name = "Block" + last.line();
        int body = last.line()
                + 1
                + (int) last.lines().stream()
                        .takeWhile(line -> line.isBlank() || isImport(line))
                        .count();
        for (int each = body; each < last.end(); each++) {
            lines.put(each, last.lines().get(each - last.line() - 1));
        }
        String before =
                "class " + name + " { " + String.join(" ", APPLICATION) + " void statements() throws Exception { ";
        lines.merge(body, before, (statement, opening) -> opening + statement);
        lines.merge(last.end(), " }}", String::concat);
        String text = String.join(
                "\n",
                Stream.iterate(1, each -> each + 1)
                        .limit(lines.lastKey())
                        .map(each -> lines.getOrDefault(each, ""))
                        .toList());
        return new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }

    private static boolean isImport(String line) {
        return line.startsWith("import ");
    }
}
