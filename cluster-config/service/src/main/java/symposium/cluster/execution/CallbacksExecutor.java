package symposium.cluster.execution;

import akka.dispatch.DispatcherPrerequisites;
import akka.dispatch.ExecutorServiceConfigurator;
import akka.dispatch.ExecutorServiceFactory;
import akka.dispatch.MonitorableThreadFactory;
import com.typesafe.config.Config;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The executor of the dispatcher {@code symposium.callbacks-dispatcher}, for what an application has written and may
 * block: a task is run by a thread that is free, or by another thread, up to {@code most-threads}; what comes beyond
 * waits for one of them. A thread ends when it has been free for {@code keep-alive-time}.
 */
public final class CallbacksExecutor extends ExecutorServiceConfigurator {

    private final int mostThreads;
    private final long keepAliveMillis;

    /** Called by Akka. */
    public CallbacksExecutor(Config config, DispatcherPrerequisites prerequisites) {
        super(config, prerequisites);
        this.mostThreads = config.getInt("most-threads");
        this.keepAliveMillis = config.getDuration("keep-alive-time").toMillis();
    }

    @Override
    public ExecutorServiceFactory createExecutorServiceFactory(String id, ThreadFactory threads) {
        ThreadFactory named = threads instanceof MonitorableThreadFactory factory
                ? factory.withName(factory.name() + "-" + id)
                : threads;
        return new ExecutorServiceFactory() {
            @Override
            public ExecutorService createExecutorService() {
                return new ThreadPoolExecutor(
                        0,
                        mostThreads,
                        keepAliveMillis,
                        TimeUnit.MILLISECONDS,
                        new HandOver(),
                        named,
                        CallbacksExecutor::wait);
            }
        };
    }

    /** Takes a task only when a thread is free for it; otherwise the executor starts another thread. */
    private static final class HandOver extends LinkedTransferQueue<Runnable> {

        private static final long serialVersionUID = 1;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }
    }

    /** There are as many threads as may be: the task waits for one of them. */
    private static void wait(Runnable task, ThreadPoolExecutor pool) {
        if (pool.isShutdown()) {
            throw new RejectedExecutionException("the callbacks of this actor system have ended");
        }
        pool.getQueue().add(task);
    }
}
