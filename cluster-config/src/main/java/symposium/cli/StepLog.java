package symposium.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import symposium.demo.DemoEvent;

/** Writes down every step of a process, as it happens. */
final class StepLog implements DemoEvent.Listener, AutoCloseable {

    private final PrintWriter to;
    private final Instant beginning;

    private StepLog(PrintWriter to, Instant beginning) {
        this.to = to;
        this.beginning = beginning;
    }

    /**
     * A ledger in this file, or nowhere.
     *
     * @throws BadInput when the file cannot be written
     */
    static StepLog in(Optional<Path> file, Instant beginning) {
        try {
            Writer writer = file.isPresent()
                    ? Files.newBufferedWriter(file.get(), StandardCharsets.UTF_8)
                    : Writer.nullWriter();
            return new StepLog(new PrintWriter(writer, true), beginning);
        } catch (IOException unwritable) {
            throw new BadInput("--log " + Values.quoted(file.toString()) + ": cannot be written: "
                    + unwritable.getMessage() + "; a file in a directory of yours is wanted");
        }
    }

    @Override
    public void onStepped(Duration at, DemoEvent.Stepped it) {
        to.println(beginning.plus(at) + "  " + it.event());
    }

    @Override
    public void close() {
        to.close();
    }
}
