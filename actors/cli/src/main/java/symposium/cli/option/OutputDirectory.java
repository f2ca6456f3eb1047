package symposium.cli.option;

import static symposium.cli.option.Values.quoted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A directory into which a command writes files.
 *
 * @param path where it is
 */
public record OutputDirectory(Path path) {

    /**
     * The directory of that name, which is made if there is none.
     *
     * @throws BadInput when it cannot be written into
     */
    static OutputDirectory of(String text) {
        if (text.isBlank()) {
            throw new BadInput(quoted(text) + ": must be the name of a directory");
        }
        try {
            Path path = Files.createDirectories(Path.of(text));
            if (Files.isWritable(path)) {
                return new OutputDirectory(path);
            }
        } catch (InvalidPathException | IOException unfit) {
            throw new BadInput("%s: is not a directory, and none can be made there; use one of yours", quoted(text));
        }
        throw new BadInput("%s: cannot be written into; use a directory of yours", quoted(text));
    }

    /** Deletes a directory with all that is in it, as far as that can be done. */
    public static void delete(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            all.sorted(Comparator.reverseOrder()).forEach(each -> each.toFile().delete());
        } catch (IOException left) {
            // It is one for temporary files.
        }
    }
}
