package symposium.demo.monitor;

import java.util.Collections;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import symposium.demo.event.DemoEvent.Killed;
import symposium.demo.event.DemoEvent.Lost;
import symposium.demo.event.DemoEvent.NodeEnded;
import symposium.demo.event.DemoEvent.Released;
import symposium.demo.event.DemoEvent.Seen;
import symposium.demo.event.Reactions;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Observer;

/**
 * An independent observer of a problem's users. It is told what users are granted, give back and lose, and which nodes
 * die; it knows no algorithm. There is one class of monitors per problem.
 *
 * @param <H> what a user has
 */
public abstract class SafetyMonitor<H> extends Reactions {

    private final String nothing;
    private final SortedMap<ProcessId, H> holders = new TreeMap<>();
    /** Whom others have taken for dead: what is promised is promised among the rest. */
    private final Set<ProcessId> departed = new HashSet<>();

    private int atOnce;
    private Optional<String> violation = Optional.empty();

    /** How often it was told something that could have been a violation. */
    long checked;

    /** @param nothing what the verdict says if nothing was checked */
    SafetyMonitor(String nothing) {
        this.nothing = nothing;
        Stream.of(Released.class, Lost.class, NodeEnded.class)
                .forEach(type -> on(type, (at, it) -> holders.remove(it.process())));
        on(Seen.class, (at, it) -> {
            // One that sees no majority is cut off itself.
            if (!it.view().cutOff()) {
                departed.addAll(it.view().departed());
                holders.keySet().removeAll(departed);
            }
        });
        on(Killed.class, (at, it) -> Optional.ofNullable(holders.remove(it.process()))
                .ifPresent(this::lostByDeath));
    }

    /** The first violation, in one line, if there has been one. */
    public final Optional<String> violation() {
        return violation;
    }

    /** Whether it was told anything that could have been a violation. */
    public final boolean checked() {
        return checked > 0;
    }

    /** The verdict in one line. */
    public final String verdict() {
        return violation
                .map(line -> "violated: " + line)
                .orElseGet(() -> checked() ? held() : nothing + ": nothing was checked");
    }

    /** What held, and in how many cases. */
    abstract String held();

    /** What users have now. */
    final SortedMap<ProcessId, H> holders() {
        return holders;
    }

    /** The most users that have had something at the same time. */
    final int atOnce() {
        return atOnce;
    }

    /** Whether what its user is granted counts: nobody has taken it for dead. */
    final boolean counts(ProcessId process) {
        return !departed.contains(process);
    }

    /**
     * The user of this process has something from now on.
     *
     * @param conflict the violation that another user has what it has at the same time, if it is one
     */
    final void has(ProcessId process, H what, BiFunction<ProcessId, H, Optional<String>> conflict) {
        holders.forEach((other, its) -> conflict.apply(other, its).ifPresent(this::violated));
        holders.put(process, what);
        atOnce = Math.max(atOnce, holders.size());
    }

    /** The user of a process that is killed had this. */
    void lostByDeath(H what) {}

    /** What the dead had and no survivor has had since; only resources can be missing. */
    public SortedSet<String> missing() {
        return Collections.emptySortedSet();
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
