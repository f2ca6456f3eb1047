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
 * Selects the process whose node is killed while its user has a grant: the first user that is granted after the
 * selection starts. Where a loss detector circulates on a ring, it must be far away from the victim: if it reaches the
 * dead node before the others know of the crash, it is lost as well, and cannot detect the loss of the token.
 */
final class VictimSelector {

    /** The time until the survivors know of a crash, with a margin. */
    static final Duration DETECTION = Duration.ofSeconds(6);

    private final Duration rest;
    private final List<Timer> lossDetectionTimers;
    private final Map<Timer, ProcessId> detectors = new HashMap<>();
    private boolean started;
    private boolean selective = true;
    private List<ProcessId> ring = List.of();
    private Optional<ProcessId> victim = Optional.empty();

    /**
     * @param rest how long a loss detector stays at each process
     * @param lossDetectionTimers the timers that control this; empty where there is no loss detector
     */
    VictimSelector(Duration rest, List<Timer> lossDetectionTimers) {
        this.rest = rest;
        this.lossDetectionTimers = lossDetectionTimers;
    }

    /**
     * Starts the selection.
     *
     * @param selecting whether a loss detector must be far away
     */
    synchronized void start(boolean selecting) {
        started = true;
        selective = selecting;
    }

    /** A process starts a timer. */
    synchronized void starts(Timer timer, ProcessId process) {
        if (lossDetectionTimers.contains(timer)) {
            detectors.put(timer, process);
        }
    }

    synchronized void ringIs(SortedSet<ProcessId> members) {
        ring = new ArrayList<>(members);
    }

    /** Whether this process, whose user is being granted, is the victim. */
    synchronized boolean selects(ProcessId process) {
        if (!started || victim.isPresent() || selective && !oneIsFarFrom(process)) {
            return false;
        }
        victim = Optional.of(process);
        return true;
    }

    synchronized Optional<ProcessId> victim() {
        return victim;
    }

    private boolean oneIsFarFrom(ProcessId process) {
        return lossDetectionTimers.isEmpty()
                || detectors.values().stream().anyMatch(detector -> isFar(detector, process));
    }

    private boolean isFar(ProcessId detector, ProcessId process) {
        if (!ring.contains(process) || !ring.contains(detector)) {
            return true;
        }
        int hops = Math.floorMod(ring.indexOf(process) - ring.indexOf(detector), ring.size());
        return rest.multipliedBy(Math.max(0, hops - 1)).compareTo(DETECTION) >= 0;
    }
}
