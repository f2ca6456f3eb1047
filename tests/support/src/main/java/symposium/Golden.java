package symposium;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The golden files of a module: texts among its test resources that tests compare with what they compute. They are
 * written again on purpose only, with {@code -Dsymposium.golden=write}.
 */
public final class Golden {

    private static final Path RESOURCES = Path.of("src/test/resources");

    private Golden() {}

    /** Whether this run writes golden files instead of reading them. */
    public static boolean isWritten() {
        return "write".equals(System.getProperty("symposium.golden"));
    }

    /** Fails if a text differs from a golden file, which a run that writes them makes equal to it. */
    public static void assertKept(String resource, String text) {
        assertEquals(kept(resource, text), text);
    }

    /** The text of a golden file, which is the given text afterwards in a run that writes them. */
    public static String kept(String resource, String text) {
        try {
            if (isWritten()) {
                if (!Files.isDirectory(RESOURCES)) {
                    throw new AssertionError("golden files are written by a test that runs in the directory of its"
                            + " module, and there is no " + RESOURCES.toAbsolutePath());
                }
                write(RESOURCES.resolve(resource), text);
                return text;
            }
            try (InputStream golden = Golden.class.getClassLoader().getResourceAsStream(resource)) {
                if (golden == null) {
                    throw new AssertionError("there is no golden file " + resource);
                }
                return new String(golden.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
    }
}
