package symposium.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A checkout of Symposium.
 *
 * @param root its directory
 */
public record Checkout(Path root) {

    /** Whether a directory is a checkout: it has the documents that every checkout has. */
    public static boolean isAt(Path directory) {
        return Document.FIXED.stream().allMatch(each -> Files.isRegularFile(directory.resolve(each.source())));
    }

    /** The documents that become pages. */
    List<Document> documents() throws IOException {
        return Document.in(root);
    }

    /** The text of a document. */
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
