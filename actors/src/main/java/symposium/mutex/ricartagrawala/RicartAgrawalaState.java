package symposium.mutex.ricartagrawala;

import java.util.Optional;
import java.util.SortedSet;
import symposium.clock.Timestamp;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.mutex.Processes;

/**
 * A process q together with its co-processes {@code co p,q}, one for every other process p: they live on the same machine and share
 * {@code x_q}, {@code F_q} and {@code c_q}.
 *
 * @param self the process's name
 * @param neighbours all other processes
 * @param quorum how many processes, this one included, must be there for anything to be granted
 * @param c the private variable c, from which values of F are taken; never decreased
 * @param f the value of F while x is true, empty while it is false: what F is then nobody looks at
 * @param awaited the processes from whose co-processes an acknowledgement has yet to come
 * @param critical whether the process is in its critical section
 * @param deferred the processes p whose co-process {@code co p,q} waits for its guard
 */
public record RicartAgrawalaState(
        ProcessId self,
        Neighbours neighbours,
        int quorum,
        long c,
        Optional<Timestamp> f,
        SortedSet<ProcessId> awaited,
        boolean critical,
        SortedSet<ProcessId> deferred) {

    /** The paper's x: whether the process is in its critical section or waits for it. */
    public boolean x() {
        return f.isPresent();
    }

    /** Whether the process has asked and is not in its critical section. */
    public boolean waiting() {
        return x() && !critical;
    }

    /** Whether those who are there are enough for anything to be granted. */
    public boolean quorate() {
        return neighbours.size() + 1 >= quorum;
    }

    /** Whether the process may begin its critical section now. */
    boolean admitted() {
        return waiting() && awaited.isEmpty() && quorate();
    }

    RicartAgrawalaState clock(long value) {
        return new RicartAgrawalaState(self, neighbours, quorum, value, f, awaited, critical, deferred);
    }

    /** {@code x, F := true, value}: everybody's acknowledgement is awaited. */
    RicartAgrawalaState asking(Timestamp value) {
        return new RicartAgrawalaState(
                self, neighbours, quorum, c, Optional.of(value), Processes.of(neighbours), false, deferred);
    }

    RicartAgrawalaState acknowledgedBy(ProcessId one) {
        return new RicartAgrawalaState(
                self, neighbours, quorum, c, f, Processes.without(awaited, one), critical, deferred);
    }

    RicartAgrawalaState inCriticalSection() {
        return new RicartAgrawalaState(self, neighbours, quorum, c, f, awaited, true, deferred);
    }

    /** {@code x := false}, and no co-process waits any more. */
    RicartAgrawalaState idle() {
        return new RicartAgrawalaState(
                self, neighbours, quorum, c, Optional.empty(), Processes.none(), false, Processes.none());
    }

    RicartAgrawalaState deferring(ProcessId one) {
        return new RicartAgrawalaState(
                self, neighbours, quorum, c, f, awaited, critical, Processes.with(deferred, one));
    }

    RicartAgrawalaState among(Neighbours others, SortedSet<ProcessId> departed) {
        return new RicartAgrawalaState(
                self,
                others,
                quorum,
                c,
                f,
                Processes.without(awaited, departed),
                critical,
                Processes.without(deferred, departed));
    }

    /** The paper's variables: {@code c=2 F=(1, 0) awaits [2] defers [1]}. */
    @Override
    public String toString() {
        return "c=" + c + f.map(value -> " F=" + value).orElse(" ¬x") + (critical ? " critical" : "")
                + (awaited.isEmpty() ? "" : " awaits " + awaited) + (deferred.isEmpty() ? "" : " defers " + deferred);
    }
}
