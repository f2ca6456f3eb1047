package symposium.edition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.Pages;

/** The module of the tests on Pekko lists its sources, which it takes from here, one by one. */
@Tag("fast")
class PekkoTestSourcesTest {

    private static final Path SOURCES = Pages.root().resolve("tests/cluster-config/src/test/java");
    private static final Pattern INCLUDED = Pattern.compile("<testInclude>(.*)</testInclude>");

    /** The source of a class of this module; of others it does not exist. */
    private static Path source(JavaClass type) {
        return Path.of(
                type.getBaseComponentType().getName().replaceFirst("\\$.*", "").replace('.', '/') + ".java");
    }

    @Test
    void theyIncludeAllTestClassesThatTheyUse() throws IOException {
        List<PathMatcher> included = INCLUDED.matcher(
                        Files.readString(Pages.root().resolve("tests/pekko/pom.xml")))
                .results()
                .map(include -> FileSystems.getDefault().getPathMatcher("glob:" + include.group(1)))
                .toList();
        assertFalse(included.isEmpty());
        Set<String> missing = new TreeSet<>();
        for (JavaClass user : new ClassFileImporter()
                .importUrl(getClass().getProtectionDomain().getCodeSource().getLocation())) {
            if (included.stream().anyMatch(each -> each.matches(source(user)))) {
                user.getDirectDependenciesFromSelf().stream()
                        .map(dependency -> source(dependency.getTargetClass()))
                        .filter(used -> Files.exists(SOURCES.resolve(used)))
                        .filter(used -> included.stream().noneMatch(each -> each.matches(used)))
                        .forEach(used -> missing.add(used + ", which " + user.getSimpleName() + " uses"));
            }
        }
        assertEquals(Set.of(), missing);
    }
}
