package symposium.cli.check;

import static symposium.cli.report.ReportText.counted;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import symposium.checker.search.Checkpoints;
import symposium.checker.search.ModelIdentity;
import symposium.cli.option.BadInput;

/** The checkpoints of a search in a directory. When the user ends the program, one more is written before it ends. */
final class KeptSearch implements AutoCloseable {

    private static final Duration LONGEST_WRITING = Duration.ofMinutes(10);

    private final Checkpoints checkpoints;
    private final Consumer<String> note;
    private final Thread last = new Thread(this::endGracefully, "symposium-last-checkpoint");

    /**
     * @param identity what is explored
     * @param every the time between two checkpoints
     * @param note receives lines for the user
     * @throws BadInput if there can be no such directory
     */
    KeptSearch(Path directory, ModelIdentity identity, Duration every, Consumer<String> note) {
        this.note = note;
        try {
            checkpoints = new Checkpoints(
                    directory, identity, every, states -> note.accept(counted("checkpoint of %,d states", states)));
        } catch (IOException unfit) {
            throw new BadInput("--dir %s is not a directory, and none can be made: %s", directory, unfit.getMessage());
        }
        Runtime.getRuntime().addShutdownHook(last);
    }

    Checkpoints checkpoints() {
        return checkpoints;
    }

    private void endGracefully() {
        checkpoints.stop();
        try {
            if (checkpoints.awaitEnd(LONGEST_WRITING)) {
                note.accept("stopped; the same command continues from " + checkpoints.file());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        if (checkpoints.fileBytes() > 0) {
            note.accept(counted("the states took %,d MiB of the disk", checkpoints.fileBytes() >> 20));
        }
        try {
            Runtime.getRuntime().removeShutdownHook(last);
        } catch (IllegalStateException ending) {
            // It runs, and ends by itself.
            return;
        }
    }
}
