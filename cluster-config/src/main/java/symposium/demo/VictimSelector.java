package symposium.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import symposium.kernel.ProcessId;
import symposium.kernel.Timer;

/**
 * Chooses whose meal is the last: once it is on the look-out, the first one who is granted the lock; where something goes round a ring that
 * watches over what the dead had, while that is far away. It must not come to the dead before the others know of the death, or
 * it is lost as well, and there is nothing for it to find.
 */
final class VictimSelector {

    /** How long it takes until the others know, and some. */
    static final Duration NEWS = Duration.ofSeconds(6);

    private final Duration rest;
    private final List<Timer> lossDetectionTimers;
    private final Map<Timer, ProcessId> watchers = new HashMap<>();
    private boolean waiting;
    private boolean choosy = true;
    private List<ProcessId> ring = List.of();
    private Optional<ProcessId> victim = Optional.empty();

    /**
     * @param rest how long what watches rests at each process
     * @param lossDetectionTimers the timers by which it does; none where nothing watches
     */
    VictimSelector(Duration rest, List<Timer> lossDetectionTimers) {
        this.rest = rest;
        this.lossDetectionTimers = lossDetectionTimers;
    }

    /** From now on somebody is looked for. */
    synchronized void lookOut(boolean choosing) {
        waiting = true;
        choosy = choosing;
    }

    /** A process lets a timer run. */
    synchronized void rests(Timer timer, ProcessId process) {
        if (lossDetectionTimers.contains(timer)) {
            watchers.put(timer, process);
        }
    }

    synchronized void ringIs(SortedSet<ProcessId> members) {
        ring = new ArrayList<>(members);
    }

    /** Whether this is the last meal of this process, which is being granted the lock. */
    synchronized boolean strikes(ProcessId process) {
        if (!waiting || victim.isPresent() || choosy && !oneStaysAway(process)) {
            return false;
        }
        victim = Optional.of(process);
        return true;
    }

    synchronized boolean hasStruck(ProcessId process) {
        return victim.filter(process::equals).isPresent();
    }

    private boolean oneStaysAway(ProcessId process) {
        return lossDetectionTimers.isEmpty()
                || watchers.values().stream().anyMatch(watcher -> staysAway(watcher, process));
    }

    private boolean staysAway(ProcessId watcher, ProcessId process) {
        if (!ring.contains(process) || !ring.contains(watcher)) {
            return true;
        }
        int hops = Math.floorMod(ring.indexOf(process) - ring.indexOf(watcher), ring.size());
        return rest.multipliedBy(Math.max(0, hops - 1)).compareTo(NEWS) >= 0;
    }
}
