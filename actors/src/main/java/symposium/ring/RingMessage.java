package symposium.ring;

import java.util.SortedSet;
import symposium.election.changroberts.ChangRoberts;
import symposium.kernel.ProcessId;
import symposium.mutex.Fence;

/** What travels on the ring. Each message tells whose departure its sender knows of. */
public sealed interface RingMessage {

    /** Everyone of whom the sender knows that it has departed. */
    SortedSet<ProcessId> departed();

    /**
     * EWD851's token, which is Misra's ping; to the left.
     *
     * @param fence the fence of the latest grant; its generation is that of the token
     * @param nbping the number of meetings
     */
    record Ping(SortedSet<ProcessId> departed, Fence fence, int nbping) implements RingMessage {
        @Override
        public String toString() {
            return "token " + fence;
        }
    }

    /** EWD851's signal; to the right. */
    record Signal(SortedSet<ProcessId> departed) implements RingMessage {
        @Override
        public String toString() {
            return "signal";
        }
    }

    /**
     * Misra's other token; to the left.
     *
     * @param nbpong the number of meetings, negative
     * @param round what it is about
     */
    record Pong(SortedSet<ProcessId> departed, int nbpong, Round round) implements RingMessage {
        @Override
        public String toString() {
            return "pong " + round;
        }
    }

    /**
     * A candidate of an election among those who have not departed; to the left.
     *
     * @param candidate Chang and Roberts' message
     */
    record Ballot(SortedSet<ProcessId> departed, ChangRoberts.Candidate candidate) implements RingMessage {
        @Override
        public String toString() {
            return candidate.toString();
        }
    }

    /**
     * The news of an election, which looks for tokens on its way round; to the left.
     *
     * @param elected Chang and Roberts' message
     * @param found what has been found so far
     */
    record Census(SortedSet<ProcessId> departed, ChangRoberts.Elected elected, Findings found) implements RingMessage {
        @Override
        public String toString() {
            return elected + ", found " + found;
        }
    }

    /**
     * What a pong is about.
     *
     * @param generation the generation to which it belongs, and which it makes known
     * @param visits while a new token sleeps: how many processes know of its generation, up to the quorum; 0 when none sleeps
     */
    record Round(long generation, int visits) {

        Round visiting(int most) {
            return visits == 0 ? this : new Round(generation, Math.min(visits + 1, most));
        }

        Round settled() {
            return new Round(generation, 0);
        }

        @Override
        public String toString() {
            return "g" + generation + (visits > 0 ? " known to " + visits : "");
        }
    }

    /**
     * What a census has found.
     *
     * @param generation the highest generation that anybody knows of
     * @param visits how many processes have been asked, up to the quorum
     * @param ping whether the token lives
     * @param pong whether pong lives
     */
    record Findings(long generation, int visits, boolean ping, boolean pong) {

        Findings and(Findings others, int most) {
            return new Findings(
                    Math.max(generation, others.generation),
                    Math.min(visits + others.visits, most),
                    ping || others.ping,
                    pong || others.pong);
        }

        @Override
        public String toString() {
            return (ping ? "token" : "no token") + (pong ? ", pong" : ", no pong") + ", g" + generation + " of "
                    + visits;
        }
    }
}
