package symposium.checker.search;

import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/** Runs tasks by several threads, the calling one among them. */
public final class Workers {

    private final Iterator<Runnable> tasks;
    private Throwable failure;

    private Workers(List<Runnable> tasks) {
        this.tasks = tasks.iterator();
    }

    /**
     * Runs tasks, each by one thread, and waits until all have ended. What one of them throws is thrown when the others
     * have ended; tasks that were not begun then are not.
     */
    public static void run(List<? extends Runnable> tasks, int threads) {
        Workers workers = new Workers(List.copyOf(tasks));
        List<Thread> others = IntStream.range(1, Math.min(threads, tasks.size()))
                .mapToObj(number -> new Thread(workers::work, "symposium-checker-" + number))
                .toList();
        others.forEach(thread -> {
            thread.setDaemon(true);
            thread.start();
        });
        workers.work();
        join(others);
        workers.rethrow();
    }

    private void work() {
        for (Runnable task = next(); task != null; task = next()) {
            try {
                task.run();
            } catch (RuntimeException | Error thrown) {
                fail(thrown);
            }
        }
    }

    private synchronized Runnable next() {
        return failure == null && tasks.hasNext() ? tasks.next() : null;
    }

    private synchronized void fail(Throwable thrown) {
        failure = failure == null ? thrown : failure;
    }

    private static void join(List<Thread> threads) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException exception) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void rethrow() {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
    }
}
