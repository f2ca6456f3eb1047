package symposium.web;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import symposium.cli.cluster.LiveFaults;
import symposium.demo.Demo;
import symposium.demo.DemoConfig;
import symposium.demo.ThinkTimes;
import symposium.demo.narration.DemoOutcome;

/** A demo beside its live page, in which a button kills a node; it runs until this is closed. */
final class LiveDemo implements AutoCloseable {

    private final RunServer server;
    private final CompletableFuture<DemoOutcome> outcome = new CompletableFuture<>();
    private final Thread main;

    private LiveDemo(Demo demo, RunServer server) {
        this.server = server;
        this.main = new Thread(() -> {
            try {
                outcome.complete(demo.run());
            } catch (InterruptedException closed) {
                outcome.completeExceptionally(closed);
            }
        });
        main.start();
    }

    /**
     * Starts one of {@code ewd851-misra}.
     *
     * @param problem is told when the page cannot read the logs
     */
    static LiveDemo start(Path logs, int nodes, ThinkTimes times, Consumer<String> problem) throws IOException {
        return start("ewd851-misra", logs, nodes, times, problem);
    }

    /**
     * Starts one of an algorithm.
     *
     * @param problem is told when the page cannot read the logs
     */
    static LiveDemo start(String algorithm, Path logs, int nodes, ThinkTimes times, Consumer<String> problem)
            throws IOException {
        DemoConfig config = new DemoConfig(
                algorithm,
                Optional.empty(),
                nodes,
                7,
                Duration.ofMinutes(10),
                OptionalInt.empty(),
                DemoConfig.Death.BY_HAND,
                times,
                Duration.ofSeconds(90),
                Optional.of(logs));
        AtomicReference<RunServer> shown = new AtomicReference<>();
        Demo demo = Demo.of(config, line -> {}, (at, event) -> {
            LiveFaults.show(event, shown.get());
        });
        shown.set(RunServer.start(
                logs, Optional.empty(), 0, "symposium demo: " + algorithm, LiveFaults.of(demo), problem));
        return new LiveDemo(demo, shown.get());
    }

    String address() {
        return server.address();
    }

    /** How it ended, once it has. */
    CompletableFuture<DemoOutcome> outcome() {
        return outcome;
    }

    @Override
    public void close() {
        main.interrupt();
        try {
            main.join();
        } catch (InterruptedException waiting) {
            Thread.currentThread().interrupt();
        }
        server.close();
    }
}
