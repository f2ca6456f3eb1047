package symposium.service.member;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * Runs what depends on futures, which the application has written and which may block: on the threads of {@code
 * symposium.callbacks-dispatcher}, or at once when the actor system has ended.
 * Applications have no use for it.
 *
 * @since 1.0
 */
public final class Callbacks implements Executor {

    /** The dispatcher. */
    public static final DispatcherSelector SELECTOR = DispatcherSelector.fromConfig("symposium.callbacks-dispatcher");

    private final ActorSystem<?> system;
    private final Executor threads;

    /** Those of an actor system. */
    public Callbacks(ActorSystem<?> system) {
        this.system = system;
        this.threads = system.dispatchers().lookup(SELECTOR);
    }

    /**
     * Runs code of the application inside an actor, which goes on whatever that throws: also an {@link Error}, at which
     * Akka would end the JVM, and an exception that is not declared.
     *
     * @param failed gets what is thrown, but for an {@link OutOfMemoryError}, which is thrown on
     */
    public static void run(Runnable code, Consumer<Throwable> failed) {
        try {
            code.run();
        } catch (OutOfMemoryError exhausted) {
            throw exhausted;
        } catch (Throwable thrown) {
            if (thrown instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            failed.accept(thrown);
        }
    }

    @Override
    public void execute(Runnable task) {
        if (system.getWhenTerminated().toCompletableFuture().isDone()) {
            task.run();
            return;
        }
        try {
            threads.execute(task);
        } catch (RejectedExecutionException ending) {
            task.run();
        }
    }
}
