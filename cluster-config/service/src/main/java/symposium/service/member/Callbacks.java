package symposium.service.member;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * Runs the functions that applications attach to futures, and which may block; applications do not use this class. The
 * functions run on the threads of {@code symposium.callbacks-dispatcher}, or immediately if the actor system has
 * ended.
 *
 * @since 1.0
 */
public final class Callbacks implements Executor {

    /** Selects the dispatcher of callbacks. */
    public static final DispatcherSelector SELECTOR = DispatcherSelector.fromConfig("symposium.callbacks-dispatcher");

    private final ActorSystem<?> system;
    private final Executor threads;

    /** Creates the executor of the actor system. */
    public Callbacks(ActorSystem<?> system) {
        this.system = system;
        this.threads = system.dispatchers().lookup(SELECTOR);
    }

    /**
     * Runs application code inside an actor. The actor continues if the code throws an exception. This includes an
     * undeclared checked exception and an {@link Error}, for which Akka would end the JVM.
     *
     * @param failed receives the exception or error, except an {@link OutOfMemoryError}, which is rethrown
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
