package symposium.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file for what a parser reads from files: each input replaces the one before. */
final class OneFile {

    private static final Path DIRECTORY = directory();

    private OneFile() {}

    private static Path directory() {
        try {
            Path directory = Files.createTempDirectory("fuzz");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
            return directory;
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void delete(Path directory) {
        try (var files = Files.walk(directory)) {
            files.sorted((one, other) -> other.compareTo(one))
                    .forEach(each -> each.toFile().delete());
        } catch (IOException gone) {
            // Nothing is left.
        }
    }

    static Path named(String name) {
        return DIRECTORY.resolve(name);
    }
}
