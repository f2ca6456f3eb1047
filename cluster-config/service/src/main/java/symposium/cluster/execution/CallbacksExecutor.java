package symposium.cluster.execution;

import akka.dispatch.DispatcherPrerequisites;
import akka.dispatch.ExecutorServiceConfigurator;
import akka.dispatch.ExecutorServiceFactory;
import akka.dispatch.MonitorableThreadFactory;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The executor of the dispatcher {@code symposium.callbacks-dispatcher}, for functions of an application, which may
 * block. At most {@code most-threads} threads run at a time; further tasks wait for one of them. A thread that waits
 * for a {@link java.util.concurrent.CompletableFuture} does not count, because another runs in its place: functions
 * that wait for each other's results do not starve each other. A thread ends when it has been free for {@code
 * keep-alive-time}.
 */
public final class CallbacksExecutor extends ExecutorServiceConfigurator {

    /** The most that a {@link ForkJoinPool} can have. */
    private static final int MOST = 0x7fff;

    private static final String THREADS = "most-threads";
    private static final String KEEP_ALIVE = "keep-alive-time";

    private final int mostThreads;
    private final long keepAliveMillis;

    /** Called by Akka. */
    public CallbacksExecutor(Config config, DispatcherPrerequisites prerequisites) {
        super(config, prerequisites);
        this.mostThreads = Math.min(config.getInt(THREADS), MOST);
        this.keepAliveMillis = config.getDuration(KEEP_ALIVE).toMillis();
        if (mostThreads < 1) {
            throw new ConfigException.BadValue(config.getValue(THREADS).origin(), THREADS, "it is at least 1");
        }
        if (keepAliveMillis < 1) {
            throw new ConfigException.BadValue(config.getValue(KEEP_ALIVE).origin(), KEEP_ALIVE, "it is at least 1ms");
        }
    }

    @Override
    public ExecutorServiceFactory createExecutorServiceFactory(String id, ThreadFactory threads) {
        ForkJoinPool.ForkJoinWorkerThreadFactory named = threads instanceof MonitorableThreadFactory factory
                ? factory.withName(factory.name() + "-" + id)
                : null;
        return new ExecutorServiceFactory() {
            @Override
            public ExecutorService createExecutorService() {
                return new ForkJoinPool(
                        mostThreads,
                        named == null ? ForkJoinPool.defaultForkJoinWorkerThreadFactory : named,
                        null,
                        true,
                        0,
                        MOST,
                        mostThreads,
                        // A thread that cannot be replaced waits all the same.
                        pool -> true,
                        keepAliveMillis,
                        TimeUnit.MILLISECONDS);
            }
        };
    }
}
