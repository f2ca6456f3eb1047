package symposium.cluster.simulation;

import akka.dispatch.DispatcherPrerequisites;
import akka.dispatch.ExecutorServiceConfigurator;
import akka.dispatch.ExecutorServiceFactory;
import com.typesafe.config.Config;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The executor of all dispatchers of a simulated actor system: it leaves its tasks to its machine. */
public final class SimulatedExecutor extends ExecutorServiceConfigurator {

    private final SimulatedTime.Machine machine;

    /** Called by Akka. */
    public SimulatedExecutor(Config config, DispatcherPrerequisites prerequisites) {
        super(config, prerequisites);
        this.machine = SimulatedTime.machine(prerequisites.settings().config().getInt(SimulatedNode.MACHINE));
    }

    @Override
    public ExecutorServiceFactory createExecutorServiceFactory(String id, ThreadFactory threads) {
        return new ExecutorServiceFactory() {
            @Override
            public ExecutorService createExecutorService() {
                return new Tasks();
            }
        };
    }

    private final class Tasks extends AbstractExecutorService {
        private boolean shutdown;

        @Override
        public void execute(Runnable task) {
            machine.submit(task);
        }

        @Override
        public void shutdown() {
            shutdown = true;
        }

        @Override
        public List<Runnable> shutdownNow() {
            shutdown = true;
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return shutdown;
        }

        @Override
        public boolean isTerminated() {
            return shutdown;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }
}
