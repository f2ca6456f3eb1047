package symposium.mutex.lamport;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;
import symposium.clock.Timestamp;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.mutex.Processes;

/**
 * One process.
 *
 * @param self its name
 * @param neighbours all other processes
 * @param quorum how many processes, this one included, must be there for anything to be granted
 * @param clock its logical clock, the least value that it may still use for a request
 * @param queue its request queue, the earliest request first, its own among them
 * @param unheard while it waits: from whom it has not received a message stamped later than its request
 * @param critical whether it has been granted the resource
 */
public record LamportState(
        ProcessId self,
        Neighbours neighbours,
        int quorum,
        long clock,
        List<Timestamp> queue,
        SortedSet<ProcessId> unheard,
        boolean critical) {

    public LamportState {
        queue = List.copyOf(queue);
    }

    /** Its own request, if it has one. */
    public Optional<Timestamp> request() {
        return requestOf(self);
    }

    /** What its queue holds of a process. */
    public Optional<Timestamp> requestOf(ProcessId process) {
        return queue.stream().filter(request -> request.name().equals(process)).findFirst();
    }

    /** Whether it has asked and is not in its critical section. */
    public boolean waiting() {
        return !critical && request().isPresent();
    }

    /** Whether those who are there are enough for anything to be granted. */
    public boolean quorate() {
        return neighbours.size() + 1 >= quorum;
    }

    LamportState at(long time) {
        return new LamportState(self, neighbours, quorum, time, queue, unheard, critical);
    }

    /** With one request more on the queue. */
    LamportState queueing(Timestamp request) {
        return queueing(
                Stream.concat(queue.stream(), Stream.of(request)).sorted().toList());
    }

    /** Without the requests of these. */
    LamportState removing(Collection<ProcessId> processes) {
        return queueing(queue.stream()
                .filter(request -> !processes.contains(request.name()))
                .toList());
    }

    private LamportState queueing(List<Timestamp> requests) {
        return new LamportState(self, neighbours, quorum, clock, requests, unheard, critical);
    }

    LamportState waitingFor(SortedSet<ProcessId> processes) {
        return new LamportState(self, neighbours, quorum, clock, queue, processes, critical);
    }

    LamportState critical(boolean now) {
        return new LamportState(self, neighbours, quorum, clock, queue, Processes.none(), now);
    }

    LamportState among(Neighbours others) {
        return new LamportState(self, others, quorum, clock, queue, unheard, critical);
    }

    /** Clock and queue: {@code 3: [(0, 1), (2, 0)] unheard of [2]}. */
    @Override
    public String toString() {
        return clock + ": " + queue + (critical ? " critical" : "")
                + (unheard.isEmpty() ? "" : " unheard of " + unheard);
    }
}
