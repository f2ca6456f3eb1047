package symposium.cli.option;

import static symposium.cli.option.Values.quoted;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file that a command writes at its end. A command that is interrupted leaves the file as it was.
 *
 * @param path where it is
 */
public record OutputFile(Path path) {

    /**
     * The file of that name, which can be written.
     *
     * @throws BadInput when it cannot be written
     */
    static OutputFile of(String text) {
        if (text.isBlank()) {
            throw new BadInput(quoted(text) + ": must be the name of a file");
        }
        try {
            OutputFile file = new OutputFile(Path.of(text));
            if (file.replaceable()) {
                Files.delete(file.temporary());
            } else {
                Files.newOutputStream(file.path).close();
            }
            return file;
        } catch (InvalidPathException | IOException unwritable) {
            throw new BadInput(unwritable(text, unwritable));
        }
    }

    /**
     * Writes a text to a temporary file, and moves that to its place.
     *
     * @param option the option that names the file
     * @throws BadInput when it cannot be written
     */
    public void write(String option, String text) {
        try {
            if (replaceable()) {
                replace(temporary(), text);
            } else {
                Files.writeString(path, text, StandardCharsets.UTF_8);
            }
        } catch (IOException unwritable) {
            throw new BadInput(option + " " + unwritable(path.toString(), unwritable));
        }
    }

    private void replace(Path temporary, String text) throws IOException {
        try {
            Files.writeString(temporary, text, StandardCharsets.UTF_8);
            Files.move(temporary, target(), StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /**
     * A writer of lines to the file, as they come.
     *
     * @param option the option that names the file
     * @throws BadInput when it cannot be written
     */
    public PrintWriter writer(String option) {
        try {
            return new PrintWriter(Files.newBufferedWriter(path, StandardCharsets.UTF_8), true);
        } catch (IOException unwritable) {
            throw new BadInput(option + " " + unwritable(path.toString(), unwritable));
        }
    }

    /** A device or a directory is not. */
    private boolean replaceable() {
        return !Files.exists(path) || Files.isRegularFile(path) && Files.isWritable(path);
    }

    private Path target() throws IOException {
        return Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
    }

    private Path temporary() throws IOException {
        Path target = target();
        Path directory = target.getParent();
        if (!Files.isDirectory(directory)) {
            throw new NoSuchFileException(directory.toString());
        }
        Path temporary = directory.resolve("." + target.getFileName() + ".part");
        Files.deleteIfExists(temporary);
        return Files.createFile(temporary);
    }

    private static String unwritable(String file, Exception why) {
        String reason = why.getMessage();
        if (why instanceof NoSuchFileException) {
            reason = "there is no such directory";
        } else if (why instanceof AccessDeniedException) {
            reason = "permission is denied";
        } else if (why instanceof FileSystemException specific && specific.getReason() != null) {
            reason = specific.getReason();
        }
        return "%s: cannot be written: %s; use a file in a directory of yours".formatted(quoted(file), reason);
    }
}
