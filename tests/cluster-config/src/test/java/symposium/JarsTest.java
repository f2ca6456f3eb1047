package symposium;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What applications have of this project: jars with stable module names, and nothing that is the application's own. */
@Tag("fast")
class JarsTest {

    /** By the part of the name behind "symposium-". */
    private static final Map<String, String> MODULES =
            Map.of("actors", "actors", "service", "cluster-config/service", "testkit", "cluster-config/testkit");

    /** Of each, what the class path or the root of a jar would take from the application. */
    private static final Predicate<String> APPLICATIONS_OWN =
            name -> name.matches("(logback|log4j2?|application|simplelogger)[^/]*\\.[a-z]+");

    @ParameterizedTest
    @CsvSource({"actors, symposium.actors", "service, symposium.service", "testkit, symposium.testkit"})
    void aJarHasAStableModuleNameAndNothingOfTheApplications(String artifact, String module) throws IOException {
        Path jar = jar(artifact);
        ModuleDescriptor described =
                ModuleFinder.of(jar).findAll().iterator().next().descriptor();
        assertEquals(module, described.name());
        try (JarFile file = new JarFile(jar.toFile())) {
            Set<String> foreign = file.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> APPLICATIONS_OWN.test(name)
                            || name.endsWith(".class") && !name.startsWith("symposium/")
                            || name.startsWith("symposium/cli/")
                            || name.startsWith("symposium/demo/")
                            || name.startsWith("symposium/judge/")
                            || name.startsWith("symposium/torture/")
                            || name.startsWith("symposium/client/"))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(Set.of(), foreign);
        }
    }

    /** On the module path a package is in one jar alone. */
    @Test
    void noPackageIsInTwoJars() {
        Map<String, String> owners = new TreeMap<>();
        MODULES.keySet().forEach(artifact -> ModuleFinder.of(jar(artifact))
                .findAll()
                .iterator()
                .next()
                .descriptor()
                .packages()
                .forEach(name -> assertEquals(
                        artifact, owners.merge(name, artifact, (one, other) -> one + " and " + other), name)));
        assertTrue(owners.containsKey("symposium.service"), owners::toString);
    }

    /** Where no jar has been built, too. The test kit has no resources. */
    @ParameterizedTest
    @ValueSource(strings = {"actors", "service", "testkit"})
    void noResourceIsTheApplications(String artifact) throws IOException {
        Path main = Pages.root().resolve(MODULES.get(artifact)).resolve("src/main");
        assertTrue(Files.isDirectory(main.resolve("java")), main::toString);
        Path resources = main.resolve("resources");
        assertEquals(!artifact.equals("testkit"), Files.isDirectory(resources), resources::toString);
        if (Files.isDirectory(resources)) {
            try (Stream<Path> files = Files.list(resources)) {
                assertEquals(
                        Set.of(),
                        files.map(each -> each.getFileName().toString())
                                .filter(APPLICATIONS_OWN)
                                .collect(Collectors.toSet()));
            }
        }
    }

    /** The jar of this build, which the tests have on their class path once it is packaged: in {@code mvn verify}. */
    private static Path jar(String artifact) {
        String name = "symposium-" + artifact + "-";
        Path jar = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(each -> each.getFileName().toString().startsWith(name)
                        && each.getFileName().toString().endsWith(".jar"))
                .findFirst()
                .orElse(Path.of(name + "*.jar on the class path"));
        return Build.packaged(jar);
    }
}
