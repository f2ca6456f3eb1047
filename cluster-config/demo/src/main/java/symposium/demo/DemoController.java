package symposium.demo;

import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import symposium.checker.model.Verdict;
import symposium.demo.DemoConfig.Death;
import symposium.demo.event.DemoEvent;
import symposium.demo.event.Reactions;
import symposium.demo.script.DemoScript;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.service.member.Termination;

/**
 * Follows a demo, and decides when its users begin, when a node is killed and how the demo ends; what is to be shown
 * depends on the service.
 */
abstract class DemoController extends Reactions {

    /** After this time what should happen is believed not to happen. */
    static final Duration PATIENCE = Duration.ofSeconds(45);

    /**
     * How a demo ends.
     *
     * @param verdict on the demo
     * @param why the outcome in one line
     */
    record Ending(Verdict verdict, String why) {
        static Optional<Ending> of(Verdict verdict, String why) {
            return Optional.of(new Ending(verdict, why));
        }

        /** Undecided after {@link #PATIENCE}. */
        static Optional<Ending> undecided(String what, String since) {
            return of(Verdict.UNDECIDED, what + ", " + PATIENCE.toSeconds() + " s " + since);
        }
    }

    final DemoConfig config;
    final DemoScript script;
    final SafetyMonitor monitor;
    private final Consumer<ProcessId> kill;
    private volatile Optional<Duration> formed = Optional.empty();
    private volatile Optional<ProcessId> dead = Optional.empty();
    /** All whose nodes have been killed, or have ended by themselves. */
    private final Set<ProcessId> gone = new ConcurrentSkipListSet<>();

    private final AtomicReference<ProcessId> condemned = new AtomicReference<>();
    private Optional<String> failure = Optional.empty();

    /** @param kill kills the node of a process */
    DemoController(DemoConfig config, DemoScript script, SafetyMonitor monitor, Consumer<ProcessId> kill) {
        this.config = config;
        this.script = script;
        this.monitor = monitor;
        this.kill = kill;
        on(DemoEvent.Stepped.class, (at, it) -> {
            if (it.part() == script.service().part() && it.event() instanceof TraceEvent.Failed failed) {
                failure = failure.or(() -> Optional.of("process " + failed.process() + " fails: " + failed.why()));
            }
        });
        on(DemoEvent.NodeEnded.class, (at, it) -> {
            gone.add(it.process());
            if (it.ended().cause() == Termination.Cause.VIOLATED) {
                failure = failure.or(() -> Optional.of(it.ended().why()));
            }
        });
    }

    /** When all nodes took part for the first time. */
    final Optional<Duration> formed() {
        return formed;
    }

    final void forms(Duration at) {
        formed = formed.or(() -> Optional.of(at));
    }

    /** The process that has been killed; of several, the last. */
    final Optional<ProcessId> dead() {
        return dead;
    }

    /** All whose nodes have been killed, or have ended by themselves. */
    final Set<ProcessId> gone() {
        return Collections.unmodifiableSet(gone);
    }

    final void kill(ProcessId process) {
        dead = Optional.of(process);
        gone.add(process);
        condemned.set(null);
        kill.accept(process);
    }

    /**
     * Kills a node as soon as the demo comes to it; by any thread.
     *
     * @return why not, if so
     */
    final Optional<String> condemn(ProcessId process) {
        return condemnable(process).or(() -> Optional.of("another node is being killed at this moment")
                .filter(line -> !condemned.compareAndSet(null, process)));
    }

    /** Why the others cannot do without a process, if so. */
    final Optional<String> condemnable(ProcessId process) {
        return refused(process).or(() -> Optional.of(
                        "the others would be no majority of " + config.nodes() + ", and nothing would be granted")
                .filter(line -> 2 * (config.nodes() - gone.size() - 1) <= config.nodes()));
    }

    /** Why nothing can be done by hand, if so. */
    final Optional<String> refused() {
        if (config.death() != Death.BY_HAND) {
            return Optional.of("this demo has no faults by hand");
        }
        return ready() ? Optional.empty() : Optional.of("the cluster has not formed yet");
    }

    /** Why nothing can be done to a process by hand, if so. */
    final Optional<String> refused(ProcessId process) {
        if (config.death() != Death.BY_HAND) {
            return refused();
        }
        if (process.number() >= config.nodes()) {
            return Optional.of(
                    "there is no process " + process + "; they are numbered from 0 to " + (config.nodes() - 1));
        }
        return refused().or(() -> Optional.of("process " + process + " is gone")
                .filter(line -> gone.stream().anyMatch(each -> each.number() == process.number())));
    }

    /** The process that has been condemned and lives. */
    final Optional<ProcessId> condemned() {
        return Optional.ofNullable(condemned.get());
    }

    private boolean ready() {
        return formed.isPresent();
    }

    final boolean toBeKilled() {
        return config.death() == Death.OF_THE_HOLDER && dead.isEmpty();
    }

    /**
     * Does what it is time for.
     *
     * @return how the demo ends, once it does
     */
    final Optional<Ending> proceed(Duration now) {
        Optional<String> violation = monitor.violation().or(() -> failure);
        return violation.isPresent() ? Ending.of(Verdict.VIOLATED, violation.get()) : next(now);
    }

    /** The same, as long as nothing is violated. */
    abstract Optional<Ending> next(Duration now);

    static boolean isLong(Duration span, Duration bound) {
        return span.compareTo(bound) >= 0;
    }
}
