package symposium.election.hirschbergsinclair;

import java.util.Optional;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;

/**
 * A process of the ring.
 *
 * @param number my_number: its own name
 * @param neighbours its neighbours
 * @param position the variable "state"
 * @param lgmax the distance of its present candidature, in links; 0 unless a candidate
 * @param responses nbresp: how many responses to its present candidature have come, 0 or 1; 0 unless a candidate
 * @param respOk respOK: whether all of them are favourable; true unless a candidate
 * @param winner who is elected, once it knows
 */
public record HirschbergSinclairState(
        ProcessId number,
        Neighbours neighbours,
        Position position,
        int lgmax,
        int responses,
        boolean respOk,
        Optional<ProcessId> winner) {

    /** "type position = (not_involved, candidate, lost, elected)". */
    public enum Position {
        /** Asleep, or the election is over. */
        NOT_INVOLVED,
        /** Waiting for two responses. */
        CANDIDATE,
        /** A greater one has been met. */
        LOST,
        /** The winner. */
        ELECTED
    }

    HirschbergSinclairState candidate(int distance) {
        return new HirschbergSinclairState(number, neighbours, Position.CANDIDATE, distance, 0, true, winner);
    }

    HirschbergSinclairState awaitingAnother(boolean ok) {
        return new HirschbergSinclairState(number, neighbours, position, lgmax, 1, ok, winner);
    }

    HirschbergSinclairState lost() {
        return position == Position.LOST
                ? this
                : new HirschbergSinclairState(number, neighbours, Position.LOST, 0, 0, true, winner);
    }

    HirschbergSinclairState elected() {
        return new HirschbergSinclairState(number, neighbours, Position.ELECTED, 0, 0, true, Optional.of(number));
    }

    HirschbergSinclairState led(ProcessId by) {
        return new HirschbergSinclairState(number, neighbours, Position.NOT_INVOLVED, 0, 0, true, Optional.of(by));
    }

    /** The neighbour on the other side. */
    Neighbour beyond(Neighbour neighbour) {
        return neighbour.side() == Side.LEFT ? neighbours.right() : neighbours.left();
    }

    @Override
    public String toString() {
        return position.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ')
                + (position == Position.CANDIDATE ? " up to " + lgmax : "")
                + (responses == 1 ? (respOk ? ", one side agrees" : ", one side does not") : "")
                + winner.map(id -> " led by " + id).orElse("");
    }
}
