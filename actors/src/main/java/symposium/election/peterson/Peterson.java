package symposium.election.peterson;

import static symposium.election.peterson.Peterson.Rule.A0_WOKEN;
import static symposium.election.peterson.Peterson.Rule.A1_NEIGHBOUR;
import static symposium.election.peterson.Peterson.Rule.A2_STAYS;
import static symposium.election.peterson.Peterson.Rule.A3_DEFEATED;
import static symposium.election.peterson.Peterson.Rule.N0_TOLD;
import static symposium.election.peterson.Peterson.Rule.N1_RETURNED;
import static symposium.election.peterson.Peterson.Rule.R0_RELAYED;
import static symposium.election.peterson.Peterson.Rule.R1_WON;
import static symposium.election.peterson.Peterson.Rule.R2_LATE;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import symposium.election.Election.Leader;
import symposium.election.ElectionAlgorithm;
import symposium.election.RingElection;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.problem.Bound;

/**
 * Peterson's election on a unidirectional ring: the basic algorithm, with two messages a phase (named by Raynal,
 * section 5.5.2).
 */
public final class Peterson extends RingElection<Peterson.State, Peterson.Message> {

    /** What circulates on the ring, to the left. */
    public sealed interface Message extends Printable {}

    /** A temporary number, of an active process on the recipient's right, or greater. */
    public record Number(ProcessId number) implements Message {}

    /** {@code number} is elected. */
    public record Elected(ProcessId number) implements Message, Announcement {}

    /**
     * A process of the ring.
     *
     * @param number its own name, the "initial value"
     * @param neighbours its neighbours; messages go to the left
     * @param part its part in the election
     * @param tid its temporary number, while active
     * @param ntid the first number received in this phase, until the second
     * @param leader the process that is elected, once it knows
     */
    @RecordBuilder
    public record State(
            ProcessId number,
            Neighbours neighbours,
            Part part,
            Optional<ProcessId> tid,
            Optional<ProcessId> ntid,
            Optional<ProcessId> leader)
            implements PetersonStateBuilder.With, Contender<State> {

        State active(ProcessId temporary) {
            return new State(number, neighbours, Part.ACTIVE, Optional.of(temporary), Optional.empty(), leader);
        }

        State relay() {
            return new State(number, neighbours, Part.RELAY, Optional.empty(), Optional.empty(), leader);
        }

        @Override
        public State led(ProcessId by) {
            return relay().withLeader(Optional.of(by));
        }
    }

    /**
     * What a process does after its initiation; the project's own labels: a when active, r when a relay, n on the news.
     */
    public enum Rule implements symposium.kernel.Rule {
        /** A number finds the process asleep: it takes part, then does as a.1. */
        A0_WOKEN,
        /** The first number of a phase, ntid: the greater of it and tid goes on. */
        A1_NEIGHBOUR,
        /**
         * The second number of a phase, nntid, and ntid &gt;= max(tid, nntid): it takes ntid, and begins another phase.
         */
        A2_STAYS,
        /** The second number of a phase, and ntid is less: a relay from now on. */
        A3_DEFEATED,
        /** A number at a relay. */
        R0_RELAYED,
        /** The own number, at a relay or not: elected. */
        R1_WON,
        /** A number at a process that knows the leader: of no use any more. */
        R2_LATE,
        /** The news of the election. */
        N0_TOLD,
        /** The news comes back to the leader. */
        N1_RETURNED
    }

    /** The protocol of every process. */
    public Peterson() {
        super(Elected::new, N0_TOLD, N1_RETURNED);
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(self, neighbours, Part.ASLEEP, Optional.empty(), Optional.empty(), Optional.empty());
    }

    @Override
    protected Transition<State, Message, Leader> takePart(State p, Transition<State, Message, Leader> step) {
        return phase(p.number(), p, step);
    }

    /** A phase begins: "tid := temporary; send(tid)". */
    private static Transition<State, Message, Leader> phase(
            ProcessId temporary, State p, Transition<State, Message, Leader> step) {
        return step.next(p.active(temporary)).send(p.left(), new Number(temporary));
    }

    @Override
    protected Transition<State, Message, Leader> onVote(
            Neighbour right, Message message, State p, Transition<State, Message, Leader> step) {
        ProcessId ntid = ((Number) message).number();
        if (p.leader().isPresent()) {
            return step.by(R2_LATE);
        }
        if (ntid.equals(p.number())) {
            return announce(R1_WON, p.number(), p.left(), p, step);
        }
        return switch (p.part()) {
            case ASLEEP -> onNtid(ntid, takePart(p, step)).by(A0_WOKEN);
            case ACTIVE -> p.ntid().isEmpty() ? onNtid(ntid, step).by(A1_NEIGHBOUR) : onNntid(ntid, p, step);
            case RELAY -> step.by(R0_RELAYED).send(p.left(), message);
        };
    }

    /** "receive(ntid); if tid > ntid then send(tid) else send(ntid)". */
    private static Transition<State, Message, Leader> onNtid(ProcessId ntid, Transition<State, Message, Leader> step) {
        State p = step.state();
        return step.next(p.withNtid(Optional.of(ntid)))
                .send(p.left(), new Number(greater(p.tid().orElseThrow(), ntid)));
    }

    /** "receive(nntid); if ntid >= max(tid, nntid) then tid := ntid else go to relay". */
    private static Transition<State, Message, Leader> onNntid(
            ProcessId nntid, State p, Transition<State, Message, Leader> step) {
        ProcessId ntid = p.ntid().orElseThrow();
        return ntid.compareTo(greater(p.tid().orElseThrow(), nntid)) >= 0
                ? phase(ntid, p, step.by(A2_STAYS))
                : step.by(A3_DEFEATED, p.relay());
    }

    /** The catalogue entry. */
    public static final class Entry extends ElectionAlgorithm<State, Message> {
        public Entry() {
            super(RingElection.<State, Message>algorithm("peterson", Message.class)
                    .withPaper(Paper.of(
                                    "G. L. Peterson, An O(n log n) unidirectional algorithm for the circular extrema problem,"
                                            + " 1982, the basic algorithm; named by Raynal, section 5.5.2")
                            .withCost(
                                    "at most 2 n log n + n, whatever the schedule and the initiators, and n to announce")
                            .withBounds(List.of(Bound.most("2 n log n + n", n -> 2 * n * Bound.log(n) + n))))
                    .withProtocol(start -> new Peterson())
                    .checks(checks -> checks.withInvariants(PetersonChecks.invariants())
                            .withVariants(start -> PetersonChecks.variants())));
        }
    }
}
