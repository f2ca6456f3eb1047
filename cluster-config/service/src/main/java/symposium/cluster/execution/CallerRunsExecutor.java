package symposium.cluster.execution;

import akka.actor.typed.DispatcherSelector;
import akka.dispatch.DispatcherPrerequisites;
import akka.dispatch.ExecutorServiceConfigurator;
import akka.dispatch.ExecutorServiceFactory;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The executor of the dispatcher {@code symposium.dispatcher}: an actor runs on the thread that sends to it, unless
 * another thread runs it at this moment. No thread has to be woken, which takes longer than all that the actors of a
 * node do for a request.
 *
 * <p>An actor that one of these actors sends to runs after it, on the same thread. A thread that has run
 * {@value #MOST_TASKS} of them, or has done so for {@code longest-run}, leaves the rest to a thread of this executor:
 * it may be one of the transport, on which heartbeats wait. So is all that is not the work of an actor, such as a timer
 * that expires. These actors neither block nor call what an application has written: what waits
 * behind one that blocks, on the same thread, would wait as long. Akka's streams block where they open a connection.
 */
public final class CallerRunsExecutor extends ExecutorServiceConfigurator {

    /** The dispatcher of actors that run so. */
    public static final DispatcherSelector SELECTOR = DispatcherSelector.fromConfig("symposium.dispatcher");

    private static final int MOST_TASKS = 64;
    private static final String LONGEST_RUN = "longest-run";

    private final long longestRun;

    /** Called by Akka. */
    public CallerRunsExecutor(Config config, DispatcherPrerequisites prerequisites) {
        super(config, prerequisites);
        this.longestRun = config.getDuration(LONGEST_RUN).toNanos();
        if (longestRun < 0) {
            throw new ConfigException.BadValue(
                    config.getValue(LONGEST_RUN).origin(), LONGEST_RUN, "it is a duration, 0 or longer");
        }
    }

    @Override
    public ExecutorServiceFactory createExecutorServiceFactory(String id, ThreadFactory threads) {
        return new ExecutorServiceFactory() {
            @Override
            public ExecutorService createExecutorService() {
                return new Service(threads, longestRun);
            }
        };
    }

    /** A task, and the service that was asked to run it: a thread may send to actors of several actor systems. */
    private record Task(Runnable what, Service service) {

        /** Leaves it to the thread of its service; if its actor system has ended, nobody waits for it. */
        void leave() {
            try {
                service.pool.execute(what);
            } catch (RejectedExecutionException ended) {
                // The mailbox stays as it is, like all mailboxes of that actor system.
            }
        }
    }

    /** What a thread runs, after what it runs now. */
    private static final class Turn {
        private final Queue<Task> tasks = new ArrayDeque<>();
        private final long since = System.nanoTime();
        private int run;

        /** @param longest in nanoseconds */
        boolean goesOn(long longest) {
            return run++ == 0 || run <= MOST_TASKS && System.nanoTime() - since < longest;
        }
    }

    private static final ThreadLocal<Turn> TURNS = new ThreadLocal<>();

    private static final class Service extends AbstractExecutorService {

        private final ThreadPoolExecutor pool;
        private final long longestRun;

        /** @param longestRun in nanoseconds */
        Service(ThreadFactory threads, long longestRun) {
            this.longestRun = longestRun;
            pool = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
            pool.allowCoreThreadTimeOut(true);
        }

        @Override
        public void execute(Runnable task) {
            Turn turn = TURNS.get();
            if (!(task instanceof ForkJoinTask<?>)) {
                pool.execute(task);
            } else if (turn == null) {
                runAll(task);
            } else {
                turn.tasks.add(new Task(task, this));
            }
        }

        private void runAll(Runnable first) {
            Turn turn = new Turn();
            TURNS.set(turn);
            boolean interrupted = Thread.interrupted();
            try {
                for (Task task = new Task(first, this); task != null; task = turn.tasks.poll()) {
                    if (turn.goesOn(longestRun)) {
                        interrupted |= interrupted(task.what());
                    } else {
                        task.leave();
                    }
                }
            } finally {
                TURNS.remove();
                turn.tasks.forEach(Task::leave);
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        /** Whether the thread has been interrupted while it ran the task; Akka throws then, after its work. */
        private static boolean interrupted(Runnable task) {
            try {
                task.run();
            } catch (Exception thrown) {
                if (thrown instanceof InterruptedException) {
                    return true;
                }
                Thread.UncaughtExceptionHandler handler = Thread.currentThread().getUncaughtExceptionHandler();
                handler.uncaughtException(Thread.currentThread(), thrown);
            }
            return Thread.interrupted();
        }

        @Override
        public void shutdown() {
            pool.shutdown();
        }

        @Override
        public List<Runnable> shutdownNow() {
            return pool.shutdownNow();
        }

        @Override
        public boolean isShutdown() {
            return pool.isShutdown();
        }

        @Override
        public boolean isTerminated() {
            return pool.isTerminated();
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
            return pool.awaitTermination(timeout, unit);
        }
    }
}
