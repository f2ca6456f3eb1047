package symposium.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import symposium.kernel.ProcessId;

/**
 * Chooses whose meal is the last: once it is on the look-out, the first one who is granted the lock; where pong goes round, while pong is far away. Pong must not
 * come to the dead before the others know of the death, or it is lost as well, and there is nothing for it to find.
 */
final class Fate {

    /** How long it takes until the others know, and some. */
    static final Duration NEWS = Duration.ofSeconds(6);

    private final Duration rest;
    private boolean waiting;
    private boolean choosy = true;
    private Optional<ProcessId> pong = Optional.empty();
    private List<ProcessId> ring = List.of();
    private Optional<ProcessId> victim = Optional.empty();

    /** @param rest how long pong rests at each process */
    Fate(Duration rest) {
        this.rest = rest;
    }

    /** From now on somebody is looked for. */
    synchronized void lookOut(boolean choosing) {
        waiting = true;
        choosy = choosing;
    }

    synchronized void pongComesTo(ProcessId process) {
        pong = Optional.of(process);
    }

    synchronized void ringIs(SortedSet<ProcessId> members) {
        ring = new ArrayList<>(members);
    }

    /** Whether this is the last meal of this process, which is being granted the lock. */
    synchronized boolean strikes(ProcessId process) {
        if (!waiting || victim.isPresent() || choosy && !pongStaysAway(process)) {
            return false;
        }
        victim = Optional.of(process);
        return true;
    }

    synchronized boolean hasStruck(ProcessId process) {
        return victim.filter(process::equals).isPresent();
    }

    private boolean pongStaysAway(ProcessId process) {
        if (pong.isEmpty() || !ring.contains(process) || !ring.contains(pong.get())) {
            return true;
        }
        int hops = Math.floorMod(ring.indexOf(process) - ring.indexOf(pong.get()), ring.size());
        return rest.multipliedBy(Math.max(0, hops - 1)).compareTo(NEWS) >= 0;
    }
}
