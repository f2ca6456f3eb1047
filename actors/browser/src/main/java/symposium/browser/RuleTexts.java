package symposium.browser;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ParserConfiguration.LanguageLevel;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.EnumDeclaration;
import com.github.javaparser.javadoc.Javadoc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import symposium.eventlog.Json;

/**
 * What the sources say of each rule of an algorithm, which the page shows where the rule fires: the documentation of
 * the constants of all enums that are {@link symposium.kernel.Rule}s. The build runs this.
 */
final class RuleTexts {

    private RuleTexts() {}

    /**
     * Writes the texts as a JSON object, by the name of the enum and the constant.
     *
     * @param arguments the directory of the sources, and the file to write
     */
    public static void main(String[] arguments) throws IOException {
        JavaParser parser = new JavaParser(new ParserConfiguration().setLanguageLevel(LanguageLevel.JAVA_17));
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Path.of(arguments[0]))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                CompilationUnit unit = parser.parse(file)
                        .getResult()
                        .orElseThrow(() -> new IllegalStateException(file + " cannot be read"));
                unit.findAll(EnumDeclaration.class).stream()
                        .filter(RuleTexts::isOfRules)
                        .forEach(rules -> rules.getEntries().forEach(rule -> rule.getJavadoc()
                                .ifPresent(text -> texts.put(key(rules, rule), plain(text)))));
            }
        }
        if (texts.isEmpty()) {
            throw new IllegalStateException(arguments[0] + " has no documented rule: where are the algorithms?");
        }
        Path target = Path.of(arguments[1]);
        Files.createDirectories(target.getParent());
        Files.writeString(target, Json.text(texts));
    }

    private static boolean isOfRules(EnumDeclaration type) {
        return type.getImplementedTypes().stream()
                .anyMatch(implemented -> implemented.getNameAsString().equals("Rule"));
    }

    /** As {@link Class#getName} writes it: a nested class after a dollar sign. */
    private static String key(EnumDeclaration rules, EnumConstantDeclaration rule) {
        String full = rules.getFullyQualifiedName().orElseThrow();
        String inPackage = rules.findCompilationUnit()
                .flatMap(CompilationUnit::getPackageDeclaration)
                .orElseThrow()
                .getNameAsString();
        return inPackage + "." + full.substring(inPackage.length() + 1).replace('.', '$') + "."
                + rule.getNameAsString();
    }

    private static String plain(Javadoc text) {
        return text.getDescription()
                .toText()
                .replaceAll("\\{@(?:code|literal)\\s+([^}]*)}", "$1")
                .replaceAll("\\{@(?:link|linkplain)\\s+\\S+\\s+([^}]+)}", "$1")
                .replaceAll("\\{@(?:link|linkplain)\\s+#?([^}]*)}", "$1")
                .replaceAll("<[^>]+>", "")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&le;", "\u2264")
                .replace("&amp;", "&")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
