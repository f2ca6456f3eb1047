package symposium;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The Markdown pages of this checkout, wherever they lie in it. */
public final class Pages {

    private static final Set<String> WITHOUT_PAGES = Set.of("target", ".git", "src");

    private Pages() {}

    /** The root of this checkout, wherever below it the tests run. */
    public static Path root() {
        Path at = Path.of("").toAbsolutePath();
        while (at != null && !Files.exists(at.resolve("cluster-config/README.md"))) {
            at = at.getParent();
        }
        if (at == null) {
            throw new IllegalStateException("no checkout above " + Path.of("").toAbsolutePath());
        }
        return at;
    }

    /** The text of a page. */
    public static String text(String page) {
        try {
            return Files.readString(root().resolve(page));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The paths of all pages below the root, in the order of their names. */
    public static List<String> all() {
        Path root = root();
        List<String> pages = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    return WITHOUT_PAGES.contains(directory.getFileName().toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (file.toString().endsWith(".md")) {
                        pages.add(root.relativize(file).toString().replace('\\', '/'));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return pages.stream().sorted().toList();
    }
}
