package symposium.election.lelann;

import java.util.Optional;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;

/**
 * A process of the ring.
 *
 * @param number its own name
 * @param neighbours its neighbours; messages go to the left
 * @param part what it has to do with the election
 * @param greatest the greatest candidate that a candidate knows of
 * @param leader who is elected, once it knows
 */
public record LeLannState(
        ProcessId number, Neighbours neighbours, Part part, Optional<ProcessId> greatest, Optional<ProcessId> leader) {

    /** What a process has to do with the election. */
    public enum Part {
        /** Nothing yet. */
        ASLEEP,
        /** It passes on what the candidates send, and is none. */
        PASSING,
        /** It is a candidate whose message has not come back. */
        CANDIDATE,
        /** It is a candidate no more, because its message has come back. */
        COUNTED
    }

    LeLannState passing() {
        return new LeLannState(number, neighbours, Part.PASSING, Optional.empty(), leader);
    }

    LeLannState candidate(ProcessId greatestOfAll) {
        return new LeLannState(number, neighbours, Part.CANDIDATE, Optional.of(greatestOfAll), leader);
    }

    LeLannState counted() {
        return new LeLannState(number, neighbours, Part.COUNTED, Optional.empty(), leader);
    }

    LeLannState led(ProcessId by) {
        return new LeLannState(number, neighbours, part, greatest, Optional.of(by));
    }

    /** Whether it has decided by itself to initiate. */
    boolean initiator() {
        return part == Part.CANDIDATE || part == Part.COUNTED;
    }

    @Override
    public String toString() {
        return part.name().toLowerCase(java.util.Locale.ROOT)
                + greatest.map(id -> " knowing " + id).orElse("")
                + leader.map(id -> " led by " + id).orElse("");
    }
}
