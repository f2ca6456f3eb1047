package symposium.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import symposium.demo.DemoEvent;

/** Writes down every step of a process, as it happens. */
final class StepLog implements DemoEvent.Listener, AutoCloseable {

    private final PrintWriter to;
    private final Instant beginning;

    StepLog(PrintWriter to, Instant beginning) {
        this.to = to;
        this.beginning = beginning;
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
