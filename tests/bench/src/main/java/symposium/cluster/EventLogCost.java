package symposium.cluster;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import symposium.actor.ProcessContext;
import symposium.actor.RuntimeDriver;
import symposium.actor.StepLog;
import symposium.cluster.host.NodeEvents;
import symposium.cluster.settings.Hocon;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.runtime.ProcessRuntime;
import symposium.kernel.topology.Topology;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;

/**
 * What a step of a process costs with and without an event log, by the code of a node, without its links: three
 * processes on a ring in one thread, whose users ask again at once.
 */
public final class EventLogCost implements AutoCloseable {

    /** What is told of the steps. */
    public enum Log {
        /** The runtime alone: there is nothing that steps could be told to. */
        ABSENT,
        /** A driver as that of a node, which tells the steps to a function that does nothing. */
        UNHEARD,
        /** The log of a node, while it is off. */
        OFF,
        /** The log of a node, without states. */
        STEPS,
        /** The log of a node, with states. */
        STATES
    }

    private static final int PROCESSES = 3;
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    /** Takes steps on events. */
    private interface Process<M> {
        void on(Event<M, Input> event);
    }

    private final ActorSystem<Void> system;
    private final Run<?, ?> run;

    /**
     * Three processes.
     *
     * @param algorithm one for mutual exclusion
     * @param directory of the logs, if some are written
     */
    public EventLogCost(String algorithm, Log log, Path directory) {
        boolean on = log == Log.STEPS || log == Log.STATES;
        this.system = ActorSystem.create(
                Behaviors.empty(),
                "log",
                Hocon.node(Map.of(
                        "akka.actor.provider",
                        "local",
                        "akka.loggers",
                        List.of(),
                        "akka.use-slf4j",
                        "off",
                        "akka.stdout-loglevel",
                        "OFF",
                        "symposium.event-log.directory",
                        on ? directory.toString() : "off",
                        "symposium.event-log.states",
                        log == Log.STATES)));
        this.run = run(Catalogue.named(algorithm).orElseThrow().withFences(), log);
    }

    @SuppressWarnings("unchecked") // the algorithm is one for mutual exclusion
    private <S, M> Run<S, M> run(Algorithm<S, M, ?, ?, ?> algorithm, Log log) {
        return new Run<>((Algorithm<S, M, ?, Input, Output>) algorithm, log, system);
    }

    /** The mean processor time of a step, in nanoseconds, until users have been granted so often. */
    public double measure(int grants) {
        long steps = run.steps;
        long begin = CLOCK.getCurrentThreadCpuTime();
        run.until(run.grants + grants);
        return (double) (CLOCK.getCurrentThreadCpuTime() - begin) / (run.steps - steps);
    }

    @Override
    public void close() {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
    }

    private static final class Run<S, M> {
        private final SortedMap<ProcessId, Process<M>> processes = new TreeMap<>();
        private final Queue<Runnable> next = new ArrayDeque<>();
        private long grants;
        private long steps;

        Run(Algorithm<S, M, ?, Input, Output> algorithm, Log log, ActorSystem<?> system) {
            Start start = Start.of(PROCESSES, 0);
            Topology topology = algorithm.system().topologies().get(0);
            for (ProcessId self : start.processes()) {
                Protocol<S, M, Input, Output> protocol = algorithm.protocol(start);
                Neighbours neighbours = topology.neighbours(self, start.processes());
                processes.put(
                        self,
                        log == Log.ABSENT
                                ? new Bare(self, neighbours, protocol)
                                : driven(
                                        self,
                                        neighbours,
                                        protocol,
                                        listener(algorithm, log, self, start, neighbours, protocol, system)));
                ask(self, Input.ENTER);
            }
        }

        private StepLog listener(
                Algorithm<S, M, ?, Input, Output> algorithm,
                Log log,
                ProcessId self,
                Start start,
                Neighbours neighbours,
                Protocol<S, M, Input, Output> protocol,
                ActorSystem<?> system) {
            if (log == Log.UNHEARD) {
                return (event, state) -> {};
            }
            NodeEvents events = NodeEvents.of(system, algorithm.name(), self);
            events.began(self, start, OptionalLong.empty(), neighbours, protocol);
            return events;
        }

        private Process<M> driven(
                ProcessId self, Neighbours neighbours, Protocol<S, M, Input, Output> protocol, StepLog log) {
            Consumer<Output> told = output -> told(self, output);
            RuntimeDriver<S, M, Input, Output> driver = new RuntimeDriver<>(
                    self,
                    neighbours,
                    protocol,
                    new ProcessContext<>(
                            (to, message) -> send(self, to, message), told, timer -> Duration.ofSeconds(1), log),
                    new RuntimeDriver.Timers((timer, lasting) -> {}, timer -> {}));
            return event -> driver.on(event).ifPresent(refused -> {
                throw refused.violation();
            });
        }

        /** The effects of steps are carried out as by a {@link RuntimeDriver}, and nothing is told. */
        private final class Bare implements Process<M> {
            private final ProcessId self;
            private ProcessRuntime<S, M, Input, Output> runtime;

            Bare(ProcessId self, Neighbours neighbours, Protocol<S, M, Input, Output> protocol) {
                this.self = self;
                this.runtime = ProcessRuntime.start(self, neighbours, protocol, Channels.FIFO, true);
            }

            @Override
            public void on(Event<M, Input> event) {
                ProcessRuntime.Turn<S, M, Input, Output> turn = runtime.on(event);
                runtime = turn.next();
                turn.steps().forEach(taken -> taken.step().effects().forEach(this::perform));
                turn.refused().ifPresent(refused -> {
                    throw refused.violation();
                });
            }

            private void perform(Effect<M, Output> effect) {
                if (effect instanceof Effect.Send<M, Output> send) {
                    send(self, send.to(), send.message());
                } else if (effect instanceof Effect.Output<M, Output> output) {
                    told(self, output.output());
                }
            }
        }

        private void send(ProcessId self, Neighbour to, M message) {
            next.add(() -> take(to.id(), new Event.Received<>(to.seenBack(self), message)));
        }

        private void told(ProcessId self, Output output) {
            if (output instanceof Output.Granted) {
                grants++;
                ask(self, Input.RELEASE);
                ask(self, Input.ENTER);
            }
        }

        private void ask(ProcessId self, Input input) {
            next.add(() -> take(self, new Event.Input<>(input)));
        }

        private void take(ProcessId self, Event<M, Input> event) {
            steps++;
            processes.get(self).on(event);
        }

        void until(long granted) {
            while (grants < granted) {
                next.remove().run();
            }
        }
    }
}
