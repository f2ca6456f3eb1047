package symposium.cluster.host;

import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import symposium.kernel.ProcessId;

/**
 * Finds that a host has stood still, as in a long pause of its virtual machine, and collects which processes confirm
 * since then that they reach it.
 *
 * <p>After a pause, what a node knows of the membership is as old as the pause: the others may have removed it, and
 * granted again what it holds. A process that needs no message for a grant would go on in its former generation. It
 * answers its users once a majority has confirmed that it is a member; what they ask until then waits. Raft's leaders
 * check their quorum likewise (D. Ongaro, Consensus: Bridging Theory and Practice, 2014, section 6.2).
 */
public final class StallCheck {

    /** Of a virtual machine: one counts no time while the machine is suspended, the other may be set. */
    public static final List<LongSupplier> CLOCKS =
            List.of(System::nanoTime, () -> TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));

    private final long longest;
    private final List<LongSupplier> clocks;
    private final long[] last;
    private final SortedSet<ProcessId> confirmed = new TreeSet<>();
    private long probe;
    private boolean doubtful;

    /**
     * @param longest the longest time without a stall between two calls of {@link #stalled}
     * @param clocks in nanoseconds; a stall is one by any of them, since none counts through every kind of pause
     */
    StallCheck(Duration longest, List<LongSupplier> clocks) {
        this.longest = longest.toNanos();
        this.clocks = List.copyOf(clocks);
        this.last = this.clocks.stream().mapToLong(LongSupplier::getAsLong).toArray();
    }

    /**
     * Called whenever something happens.
     *
     * @return the time of the stall that has just ended, in milliseconds; 0 where there was none. After a stall the
     *     process is doubtful, and earlier confirmations no longer count.
     */
    long stalled() {
        long stall = 0;
        for (int i = 0; i < last.length; i++) {
            long now = clocks.get(i).getAsLong();
            stall = Math.max(stall, now - last[i]);
            last[i] = now;
        }
        if (stall <= longest) {
            return 0;
        }
        doubtful = true;
        probe++;
        confirmed.clear();
        return Duration.ofNanos(stall).toMillis();
    }

    /** Whether the process may have been removed in a stall, as far as it knows. */
    boolean doubtful() {
        return doubtful;
    }

    /** The number of the probe that is to be answered. */
    long probe() {
        return probe;
    }

    /**
     * A process confirms that it reaches this one.
     *
     * @param number the probe that it answers; an answer to an earlier one is ignored
     */
    void confirmed(ProcessId other, long number) {
        if (number == probe) {
            confirmed.add(other);
        }
    }

    /** The processes that have confirmed since the latest stall. */
    SortedSet<ProcessId> confirmed() {
        return new TreeSet<>(confirmed);
    }

    /** Enough have confirmed. */
    void certain() {
        doubtful = false;
    }
}
