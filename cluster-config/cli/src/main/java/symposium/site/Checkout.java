package symposium.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A checkout of Symposium.
 *
 * @param root its directory
 */
public record Checkout(Path root) {

    /** Whether a directory is a checkout: it has every document that becomes a page. */
    public static boolean isAt(Path directory) {
        return Document.all().stream().allMatch(each -> Files.isRegularFile(directory.resolve(each.source())));
    }

    /** What a document says. */
    String text(Document document) throws IOException {
        return Files.readString(root.resolve(document.source()));
    }

    /** A file, by its path from the root. */
    byte[] bytes(String path) throws IOException {
        return Files.readAllBytes(root.resolve(path));
    }

    /** Whether there is such a file. */
    boolean has(String path) {
        return Files.isRegularFile(root.resolve(path));
    }
}
