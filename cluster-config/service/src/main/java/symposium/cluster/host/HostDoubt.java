package symposium.cluster.host;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.wire.WireMessage;

/**
 * Whether this process is a member still, after its host has stood still: others may have removed it meanwhile. What
 * users ask waits until a majority has confirmed that it is one.
 */
final class HostDoubt {

    /** The shortest stall that is logged, in milliseconds. */
    private static final long REMARKABLE_STALL = 1000;

    private final ProcessId self;
    private final String algorithm;
    private final boolean concerned;
    private final StallCheck stalls;
    private final Predicate<SortedSet<ProcessId>> majority;
    private final Consumer<WireMessage> post;
    private final Logger log;
    private final List<Runnable> delayed = new ArrayList<>();

    /**
     * @param algorithm its name
     * @param concerned whether any change of the membership concerns the process
     * @param majority whether these are one
     * @param post sends to another host
     */
    HostDoubt(
            ProcessId self,
            String algorithm,
            boolean concerned,
            StallCheck stalls,
            Predicate<SortedSet<ProcessId>> majority,
            Consumer<WireMessage> post,
            Logger log) {
        this.self = self;
        this.algorithm = algorithm;
        this.concerned = concerned;
        this.stalls = stalls;
        this.majority = majority;
        this.post = post;
        this.log = log;
    }

    /**
     * Asks the others where the host has stood still since the last time.
     *
     * @param others the other members, of which few commands ask
     */
    void check(Supplier<SortedSet<ProcessId>> others) {
        long stall = stalls.stalled();
        if (stall > 0 && concerned) {
            if (stall >= REMARKABLE_STALL) {
                log.info(
                        "process {} of {} has paused for {} ms: it grants nothing until a majority confirms that it is a member",
                        self,
                        algorithm,
                        stall);
            }
            probe(others.get());
        }
    }

    /** Asks those of the others that have not confirmed it yet. */
    void probe(SortedSet<ProcessId> others) {
        trust();
        if (doubtful()) {
            Sorted.without(others, stalls.confirmed())
                    .forEach(other -> post.accept(new WireMessage.MembershipProbe(self, other, stalls.probe())));
        }
    }

    /** Another member confirms that this process is one. */
    void confirmed(ProcessId from, long number) {
        stalls.confirmed(from, number);
        trust();
    }

    /** Runs the request of a user, at once or when the doubt has ended. */
    void whenCertain(Runnable asked) {
        if (doubtful()) {
            delayed.add(asked);
        } else {
            asked.run();
        }
    }

    private boolean doubtful() {
        return stalls.doubtful() && concerned;
    }

    private void trust() {
        SortedSet<ProcessId> confirmed = Sorted.with(stalls.confirmed(), self);
        if (stalls.doubtful() && majority.test(confirmed)) {
            stalls.certain();
            log.debug("process {} of {} is a member: {} confirm it", self, algorithm, confirmed);
            List<Runnable> asked = List.copyOf(delayed);
            delayed.clear();
            asked.forEach(Runnable::run);
        }
    }
}
