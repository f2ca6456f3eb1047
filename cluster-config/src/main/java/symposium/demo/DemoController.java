package symposium.demo;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import symposium.demo.DemoConfig.Death;
import symposium.demo.DemoGoal.Ending;
import symposium.demo.Outcome.Result;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;

/** Follows a demo through its phases, and decides when the next one begins and how the demo ends. */
final class DemoController implements DemoEvent.Listener {

    /** The phases of a demo. */
    private enum Phase {
        /** The nodes form a cluster. */
        FORMING,
        /** All nodes take part. */
        RUNNING,
        /** A node is dead, and the survivors have not gone on. */
        RECOVERING,
        /** The survivors go on. */
        GOING_ON
    }

    private final DemoConfig config;
    private final DemoScript script;
    private final DemoGoal goal;
    private final SafetyMonitor monitor;
    private final Runnable serve;
    private final Consumer<ProcessId> kill;

    private Phase phase = Phase.FORMING;
    private Duration since = Duration.ZERO;
    private Optional<Duration> formed = Optional.empty();
    private boolean toBeKilled;
    private Optional<String> failure = Optional.empty();

    /**
     * @param goal is told of all events before this controller
     * @param serve lets the users begin
     * @param kill kills the node of a process
     */
    DemoController(
            DemoConfig config,
            DemoScript script,
            DemoGoal goal,
            SafetyMonitor monitor,
            Runnable serve,
            Consumer<ProcessId> kill) {
        this.config = config;
        this.script = script;
        this.goal = goal;
        this.monitor = monitor;
        this.serve = serve;
        this.kill = kill;
        this.toBeKilled = config.death() == Death.OF_THE_HOLDER;
    }

    /** How long it took until all nodes took part; zero before that. */
    Duration formed() {
        return formed.orElse(Duration.ZERO);
    }

    @Override
    public void onStepped(Duration at, DemoEvent.Stepped it) {
        if (it.part() == script.service().part() && it.event() instanceof TraceEvent.Failed failed) {
            failure = failure.or(() -> Optional.of("process " + failed.process() + " fails: " + failed.why()));
        }
    }

    /**
     * Begins the next phase if it is time.
     *
     * @return how the demo ends, once it does
     */
    Optional<Ending> proceed(Duration now) {
        Optional<String> violation = monitor.violation().or(() -> failure);
        if (violation.isPresent()) {
            return Ending.of(Result.VIOLATED, violation.get());
        }
        Duration lasted = now.minus(since);
        return switch (phase) {
            case FORMING -> forming(now, lasted);
            case RUNNING -> running(now, lasted);
            case RECOVERING -> {
                if (goal.recovered()) {
                    begin(Phase.GOING_ON, now);
                    yield Optional.empty();
                }
                yield goal.standstill(now, lasted);
            }
            case GOING_ON -> {
                if (!goal.recovered()) {
                    begin(Phase.RECOVERING, now);
                    yield Optional.empty();
                }
                yield goal.end(now, lasted, false);
            }
        };
    }

    private Optional<Ending> forming(Duration now, Duration lasted) {
        if (goal.formed()) {
            begin(Phase.RUNNING, now);
            if (formed.isEmpty()) {
                formed = Optional.of(now);
                serve.run();
            }
            return Optional.empty();
        }
        return lasted.compareTo(config.formation()) < 0
                ? Optional.empty()
                : Ending.of(
                        Result.UNDECIDED,
                        goal.unformed() + ", " + config.formation().toSeconds() + " s after the start");
    }

    private Optional<Ending> running(Duration now, Duration lasted) {
        if (!goal.formed()) {
            begin(Phase.FORMING, now);
            return Optional.empty();
        }
        Optional<ProcessId> victim = toBeKilled ? goal.victim(now, lasted) : Optional.empty();
        if (victim.isPresent()) {
            toBeKilled = false;
            begin(Phase.RECOVERING, now);
            kill.accept(victim.get());
            return Optional.empty();
        }
        return goal.end(now, lasted, toBeKilled);
    }

    private void begin(Phase next, Duration at) {
        phase = next;
        since = at;
    }
}
