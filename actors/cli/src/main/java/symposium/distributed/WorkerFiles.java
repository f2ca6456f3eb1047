package symposium.distributed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The checkpoints of one worker in a directory: a file for each level. */
record WorkerFiles(Path directory, int self, int workers) {

    Path file(int level) {
        return directory.resolve("worker-%d-of-%d-level-%d".formatted(self, workers, level));
    }

    /** The levels of which there are files. */
    List<Integer> levels() throws IOException {
        Pattern name = Pattern.compile("worker-%d-of-%d-level-([0-9]{1,9})".formatted(self, workers));
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> name.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(found -> Integer.valueOf(found.group(1)))
                    .sorted()
                    .toList();
        }
    }

    /** How many workers have left files here, if they were not as many as now. */
    Optional<Integer> otherWorkers() throws IOException {
        Pattern name = Pattern.compile("worker-[0-9]+-of-([0-9]{1,9})-level-[0-9]+");
        if (!Files.isDirectory(directory)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> name.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(found -> Integer.valueOf(found.group(1)))
                    .filter(count -> count != workers)
                    .findFirst();
        }
    }

    /** Removes the files of other levels. */
    void keepOnly(int level) throws IOException {
        for (int other : levels()) {
            if (other != level) {
                Files.deleteIfExists(file(other));
            }
        }
    }
}
