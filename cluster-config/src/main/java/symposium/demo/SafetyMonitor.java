package symposium.demo;

import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Observer;
import symposium.kernel.ProcessId;

/**
 * An independent observer of a problem's users. It is told what users are granted, give back and lose, and which nodes
 * die; it knows no algorithm. There is one class of monitors per problem.
 */
public abstract class SafetyMonitor implements DemoEvent.Listener {

    private final String nothing;
    private Optional<String> violation = Optional.empty();

    /** @param nothing what the verdict says if nothing was checked */
    SafetyMonitor(String nothing) {
        this.nothing = nothing;
    }

    /** The first violation, in one line, if there has been one. */
    public final Optional<String> violation() {
        return violation;
    }

    /** Whether it was told anything that could have been a violation. */
    public abstract boolean checked();

    /** The verdict in one line. */
    public final String verdict() {
        return violation
                .map(line -> "violated: " + line)
                .orElseGet(() -> checked() ? held() : nothing + ": nothing was checked");
    }

    /** What held, and in how many cases. */
    abstract String held();

    /** The user of this process has nothing from now on. */
    abstract void hasNothing(ProcessId process);

    /** What the dead had and no survivor has had since; only resources can be missing. */
    SortedSet<String> missing() {
        return Collections.emptySortedSet();
    }

    @Override
    public final void onReleased(Duration at, DemoEvent.Released it) {
        hasNothing(it.process());
    }

    @Override
    public final void onLost(Duration at, DemoEvent.Lost it) {
        hasNothing(it.process());
    }

    @Override
    public void onKilled(Duration at, DemoEvent.Killed it) {
        hasNothing(it.process());
    }

    @Override
    public final void onEnded(Duration at, DemoEvent.NodeEnded it) {
        hasNothing(it.process());
    }

    final void violated(String line) {
        violation = violation.or(() -> Optional.of(line));
    }

    /** The observer after {@code output}, which it may find a violation. */
    final <O> Observer<O> sees(Observer<O> observer, ProcessId process, O output) {
        try {
            return observer.sees(process, output);
        } catch (InvariantViolation violated) {
            violated(violated.getMessage());
            return observer;
        }
    }
}
