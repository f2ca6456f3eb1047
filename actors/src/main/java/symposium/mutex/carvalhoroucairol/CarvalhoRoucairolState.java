package symposium.mutex.carvalhoroucairol;

import java.util.Collection;
import java.util.Optional;
import java.util.SortedSet;
import symposium.clock.Timestamp;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;
import symposium.mutex.Processes;

/**
 * One process.
 *
 * @param self its name
 * @param neighbours all other processes
 * @param quorum how many processes, this one included, must be there for anything to be granted
 * @param c its logical clock, from which timestamps of requests are taken
 * @param f the timestamp of what it waits for or is engaged in; empty while it is idle
 * @param held the processes with which it shares a permission that it holds
 * @param critical whether it is in its critical section
 * @param deferred whose requests are to be answered when its critical section has ended
 * @param fences what it knows of fences
 */
public record CarvalhoRoucairolState(
        ProcessId self,
        Neighbours neighbours,
        int quorum,
        long c,
        Optional<Timestamp> f,
        SortedSet<ProcessId> held,
        boolean critical,
        SortedSet<ProcessId> deferred,
        Fences fences) {

    /**
     * What a process knows of fences.
     *
     * @param greatest the greatest that it knows to have been used; its own grant's while it is critical
     * @param generation the greatest generation that it or anybody has announced to it
     * @param announced the generation that it has announced last; 0 for none
     * @param unconfirmed who has not yet noted that
     */
    public record Fences(Fence greatest, long generation, long announced, SortedSet<ProcessId> unconfirmed) {

        /** Nothing granted, nobody departed. */
        static final Fences START = new Fences(Fence.start(0), 0, 0, Processes.none());

        /** Whether the next fence may be used: no announcement waits to be noted. */
        boolean confirmed() {
            return unconfirmed.isEmpty();
        }

        /** With the next fence used: that of a new generation, where one has been announced since the greatest was used. */
        Fences used() {
            Fence known = knowing(Fence.start(announced)).greatest;
            return new Fences(known.next(), generation, announced, unconfirmed);
        }

        Fences knowing(Fence fence) {
            return new Fences(fence.compareTo(greatest) > 0 ? fence : greatest, generation, announced, unconfirmed);
        }

        Fences hearing(long of) {
            return new Fences(greatest, Math.max(generation, of), announced, unconfirmed);
        }

        /** A new generation, to be noted by these. */
        Fences announcing(SortedSet<ProcessId> to) {
            return new Fences(greatest, generation + 1, generation + 1, to);
        }

        Fences notedBy(Collection<ProcessId> these) {
            return new Fences(greatest, generation, announced, Processes.without(unconfirmed, these));
        }
    }

    /** Whether the process has asked and is not in its critical section. */
    public boolean waiting() {
        return f.isPresent() && !critical;
    }

    /** Whether it neither waits nor is critical. */
    public boolean idle() {
        return f.isEmpty();
    }

    /** Whether those who are there are enough for anything to be granted. */
    public boolean quorate() {
        return neighbours.size() + 1 >= quorum;
    }

    /** The processes whose permissions it lacks. */
    public SortedSet<ProcessId> lacking() {
        return Processes.without(Processes.of(neighbours), held);
    }

    /** Whether it may begin its critical section now. */
    boolean admitted() {
        return waiting() && lacking().isEmpty() && quorate() && fences.confirmed();
    }

    CarvalhoRoucairolState clock(long value) {
        return new CarvalhoRoucairolState(self, neighbours, quorum, value, f, held, critical, deferred, fences);
    }

    CarvalhoRoucairolState asking(Timestamp value) {
        return new CarvalhoRoucairolState(
                self, neighbours, quorum, c, Optional.of(value), held, critical, deferred, fences);
    }

    CarvalhoRoucairolState holding(SortedSet<ProcessId> permissions) {
        return new CarvalhoRoucairolState(self, neighbours, quorum, c, f, permissions, critical, deferred, fences);
    }

    CarvalhoRoucairolState inCriticalSection() {
        return new CarvalhoRoucairolState(self, neighbours, quorum, c, f, held, true, deferred, fences.used());
    }

    /** Idle, the deferred having got what they had asked for. */
    CarvalhoRoucairolState atRest() {
        return new CarvalhoRoucairolState(
                self,
                neighbours,
                quorum,
                c,
                Optional.empty(),
                Processes.without(held, deferred),
                false,
                Processes.none(),
                fences);
    }

    CarvalhoRoucairolState deferring(ProcessId one) {
        return new CarvalhoRoucairolState(
                self, neighbours, quorum, c, f, held, critical, Processes.with(deferred, one), fences);
    }

    CarvalhoRoucairolState knowing(Fences other) {
        return new CarvalhoRoucairolState(self, neighbours, quorum, c, f, held, critical, deferred, other);
    }

    CarvalhoRoucairolState among(Neighbours others, SortedSet<ProcessId> departed) {
        return new CarvalhoRoucairolState(
                self,
                others,
                quorum,
                c,
                f,
                Processes.without(held, departed),
                critical,
                Processes.without(deferred, departed),
                fences);
    }

    /** {@code c=2 F=(1, 0) holds [1] defers [2] fence 0.4}. */
    @Override
    public String toString() {
        return "c=" + c + f.map(value -> " F=" + value).orElse(" idle") + (critical ? " critical" : "") + " holds "
                + held
                + (deferred.isEmpty() ? "" : " defers " + deferred) + " fence " + fences.greatest()
                + (fences.confirmed() ? "" : " unconfirmed by " + fences.unconfirmed());
    }
}
