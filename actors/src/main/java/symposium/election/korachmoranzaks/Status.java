package symposium.election.korachmoranzaks;

import java.util.Comparator;
import symposium.kernel.ProcessId;

/**
 * How great a kingdom is: its phase, then the name of its king.
 *
 * @param phase how often the king has been joined by a kingdom as great as its own, from 0; -1 for a process that is asleep
 * @param king the king
 */
public record Status(int phase, ProcessId king) implements Comparable<Status> {

    private static final Comparator<Status> ORDER =
            Comparator.comparingInt(Status::phase).thenComparing(Status::king);

    @Override
    public int compareTo(Status other) {
        return ORDER.compare(this, other);
    }

    boolean above(Status other) {
        return compareTo(other) > 0;
    }

    @Override
    public String toString() {
        return phase + "/" + king;
    }
}
