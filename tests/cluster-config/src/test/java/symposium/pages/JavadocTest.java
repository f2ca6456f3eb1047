package symposium.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.StaticJavaParser;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.comments.JavadocComment;
import com.github.javaparser.ast.nodeTypes.NodeWithJavadoc;
import com.github.javaparser.ast.nodeTypes.modifiers.NodeWithPublicModifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.Pages;

/**
 * The first sentence of a package, and of every public type and method of the API, is complete: tables of Javadoc show
 * it by itself.
 */
@Tag("fast")
class JavadocTest {

    private static final Pattern API =
            Pattern.compile(".*/src/main/java/symposium/(?:service|testkit|kernel|metrics)/.*\\.java");

    private static final Pattern PACKAGE = Pattern.compile(".*/src/main/java/.*/package-info\\.java");

    /** Javadoc ends a sentence at a period that a blank follows, and at the first tag. */
    private static final Pattern FIRST = Pattern.compile("(.*?\\.)(?:\\s|$).*", Pattern.DOTALL);

    private static final Pattern FRAGMENT =
            Pattern.compile("(?:That|Those|What|Who|Whom|Whose|Which|Of|Where|Whoever)\\b.*", Pattern.DOTALL);

    private static final Pattern INITIAL = Pattern.compile(".*\\b\\p{Lu}\\.", Pattern.DOTALL);

    private static final Pattern JAVADOC = Pattern.compile("/\\*\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern TAG = Pattern.compile("\\{@\\w+[^{}]*(?:\\{[^{}]*}[^{}]*)*}");
    private static final Pattern AMPERSAND = Pattern.compile("\\S* ?&(?!#?\\w+;) ?\\w*");

    private static final int LEAST_WORDS = 3;

    @Test
    void everyFirstSentenceIsComplete() throws IOException {
        StaticJavaParser.getParserConfiguration().setLanguageLevel(ParserConfiguration.LanguageLevel.JAVA_17);
        List<String> faults = new ArrayList<>();
        for (Path file : sources()) {
            CompilationUnit unit = StaticJavaParser.parse(file);
            String name = Pages.root().relativize(file).toString();
            if (PACKAGE.matcher(file.toString()).matches()) {
                unit.getAllComments().stream()
                        .filter(JavadocComment.class::isInstance)
                        .findFirst()
                        .flatMap(comment -> fault(comment.getContent()))
                        .ifPresent(fault -> faults.add(name + ": " + fault));
            } else {
                unit.walk(node ->
                        comment(node).flatMap(JavadocTest::fault).ifPresent(fault -> faults.add(name + ": " + fault)));
            }
        }
        assertEquals("", String.join("\n", faults));
    }

    private static Optional<String> comment(Node node) {
        return node instanceof NodeWithJavadoc<?> documented
                        && (!(node instanceof NodeWithPublicModifier<?> declared) || declared.isPublic())
                ? documented.getJavadocComment().map(JavadocComment::getContent)
                : Optional.empty();
    }

    /** The release profile makes the Javadoc, and ends at one. */
    @Test
    void everyAmpersandBeginsAnEntity() throws IOException {
        List<String> faults = new ArrayList<>();
        for (String module : List.of("actors", "cluster-config")) {
            try (Stream<Path> files = Files.walk(Pages.root().resolve(module))) {
                for (Path file : files.filter(each -> each.toString().contains("/src/main/"))
                        .filter(each -> each.toString().endsWith(".java"))
                        .sorted()
                        .toList()) {
                    ampersands(Files.readString(file)).forEach(found -> faults.add(file + ": " + found));
                }
            }
        }
        assertEquals(List.of(), faults);
        assertEquals(List.of("a & b"), ampersands("/** {@code a && b} and a & b, but a &amp; b. */ int c = a & b;"));
    }

    private static List<String> ampersands(String source) {
        return JAVADOC.matcher(source)
                .results()
                .flatMap(comment -> AMPERSAND
                        .matcher(TAG.matcher(comment.group()).replaceAll(""))
                        .results())
                .map(found -> found.group().strip())
                .toList();
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : List.of("actors", "cluster-config")) {
            try (Stream<Path> files = Files.walk(Pages.root().resolve(module))) {
                files.filter(file -> API.matcher(file.toString()).matches()
                                || PACKAGE.matcher(file.toString()).matches())
                        .sorted()
                        .forEach(sources::add);
            }
        }
        return sources;
    }

    /** The fault of the first sentence of a comment, if it has one. A comment of tags only has no sentence. */
    private static Optional<String> fault(String comment) {
        String text = comment.replaceAll("(?m)^\\s*\\* ?", "").strip();
        if (text.startsWith("@") || text.equals("{@inheritDoc}")) {
            return Optional.empty();
        }
        Matcher first = FIRST.matcher(text.replaceFirst("(?s)\n@.*", ""));
        if (!first.matches()) {
            return Optional.of("no sentence: " + text);
        }
        String sentence = first.group(1).replaceAll("\\s+", " ");
        boolean complete = !FRAGMENT.matcher(sentence).matches()
                && !INITIAL.matcher(sentence).matches()
                && sentence.split(" ").length >= LEAST_WORDS;
        return complete ? Optional.empty() : Optional.of("not complete: " + sentence);
    }

    @Test
    void aFragmentIsFound() {
        assertEquals(Optional.empty(), fault("\n * Returns the holder. Who else.\n * @return it\n "));
        assertEquals(Optional.of("not complete: That of an actor system."), fault(" That of an actor system. "));
        assertEquals(Optional.of("not complete: The algorithm of E."), fault(" The algorithm of E. W. Dijkstra. "));
        assertEquals(Optional.of("not complete: The holder."), fault(" The holder. "));
        assertEquals(Optional.of("no sentence: The holder of it"), fault(" The holder of it "));
        assertEquals(Optional.empty(), fault(" @param name the name "));
    }
}
