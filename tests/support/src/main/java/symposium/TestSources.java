package symposium;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The sources of all tests of this checkout. */
public final class TestSources {

    /** The modules with tests, below the root of the checkout. */
    private static final List<String> MODULES = List.of("tests/actors", "tests/laboratory", "tests/cluster-config");

    private TestSources() {}

    /** The Java files of all modules with tests. */
    public static List<Path> all() throws IOException {
        List<Path> all = new ArrayList<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(Pages.root().resolve(module).resolve("src/test/java"))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
            }
        }
        return all;
    }
}
