package symposium.election.petersonalternating;

import static symposium.election.petersonalternating.PetersonAlternating.Rule.E0_EVEN_STAYS;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.E1_EVEN_DEFEATED;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.N0_TOLD;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.N1_RETURNED;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.O0_ODD_STAYS;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.O1_ODD_DEFEATED;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.R0_RELAYED;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.W0_WOKEN_STAYS;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.W1_WOKEN_DEFEATED;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.W2_WON;

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
 * Peterson's election on a unidirectional ring, the refinement: phases look alternately to the right and to the left,
 * with one message each (named by Raynal, section 5.5.2).
 */
public final class PetersonAlternating extends RingElection<PetersonAlternating.State, PetersonAlternating.Message> {

    /** What circulates on the ring, to the left. */
    public sealed interface Message extends Printable {}

    /** The temporary number of the nearest active process on the recipient's right. */
    public record Number(ProcessId number) implements Message {}

    /** {@code number} is elected. */
    public record Elected(ProcessId number) implements Message, Announcement {}

    /** The kind of the phase that an active process is in. */
    public enum Phase {
        /** A process with a greater number than its right neighbour's stays. */
        ODD,
        /** A process with a smaller number than its right neighbour's takes that number. */
        EVEN
    }

    /**
     * A process of the ring.
     *
     * @param number its own name, the "initial value"
     * @param neighbours its neighbours; messages go to the left
     * @param part its part in the election
     * @param tid its temporary number, while active
     * @param phase the kind of its phase; odd unless active
     * @param leader the process that is elected, once it knows
     */
    @RecordBuilder
    public record State(
            ProcessId number,
            Neighbours neighbours,
            Part part,
            Optional<ProcessId> tid,
            Phase phase,
            Optional<ProcessId> leader)
            implements PetersonAlternatingStateBuilder.With, Contender<State> {

        State active(ProcessId temporary, Phase in) {
            return new State(number, neighbours, Part.ACTIVE, Optional.of(temporary), in, leader);
        }

        State relay() {
            return new State(number, neighbours, Part.RELAY, Optional.empty(), Phase.ODD, leader);
        }

        @Override
        public State led(ProcessId by) {
            return relay().withLeader(Optional.of(by));
        }
    }

    /**
     * What a process does after its initiation; the project's own labels: w when woken, o in an odd phase, e in an even
     * one, r when a relay, n on the news.
     */
    public enum Rule implements symposium.kernel.Rule {
        /** A smaller number finds the process asleep: it takes part, and does as o.0. */
        W0_WOKEN_STAYS,
        /** A greater number finds the process asleep: it takes part, and does as o.1. */
        W1_WOKEN_DEFEATED,
        /** ntid &lt; tid in an odd phase: it keeps its temporary number, and begins an even phase. */
        O0_ODD_STAYS,
        /** ntid &gt; tid in an odd phase: a relay from now on. */
        O1_ODD_DEFEATED,
        /** ntid &gt; tid in an even phase: it takes that number, and begins an odd phase. */
        E0_EVEN_STAYS,
        /** ntid &lt; tid in an even phase: a relay from now on. */
        E1_EVEN_DEFEATED,
        /** A number at a relay. */
        R0_RELAYED,
        /** ntid = tid: no other is active, and it is the greatest number. */
        W2_WON,
        /** The news of the election. */
        N0_TOLD,
        /** The news comes back to the leader. */
        N1_RETURNED
    }

    /** The protocol of every process. */
    public PetersonAlternating() {
        super(Elected::new, N0_TOLD, N1_RETURNED);
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(self, neighbours, Part.ASLEEP, Optional.empty(), Phase.ODD, Optional.empty());
    }

    @Override
    protected Transition<State, Message, Leader> takePart(State p, Transition<State, Message, Leader> step) {
        return phase(Phase.ODD, p.number(), p, step);
    }

    /** A phase begins: "tid := temporary; send(tid)". */
    private static Transition<State, Message, Leader> phase(
            Phase phase, ProcessId temporary, State p, Transition<State, Message, Leader> step) {
        return step.next(p.active(temporary, phase)).send(p.left(), new Number(temporary));
    }

    @Override
    protected Transition<State, Message, Leader> onVote(
            Neighbour right, Message message, State p, Transition<State, Message, Leader> step) {
        ProcessId ntid = ((Number) message).number();
        return switch (p.part()) {
            case ASLEEP -> {
                Transition<State, Message, Leader> odd = onOdd(ntid, takePart(p, step));
                yield odd.by(odd.rule() == O0_ODD_STAYS ? W0_WOKEN_STAYS : W1_WOKEN_DEFEATED);
            }
            case ACTIVE -> {
                if (p.tid().equals(Optional.of(ntid))) {
                    yield announce(W2_WON, ntid, p.left(), p, step);
                }
                yield p.phase() == Phase.ODD ? onOdd(ntid, step) : onEven(ntid, step);
            }
            case RELAY -> step.by(R0_RELAYED).send(p.left(), message);
        };
    }

    /** "if ntid > tid then go to relay". */
    private static Transition<State, Message, Leader> onOdd(ProcessId ntid, Transition<State, Message, Leader> step) {
        State p = step.state();
        ProcessId tid = p.tid().orElseThrow();
        return ntid.compareTo(tid) < 0
                ? phase(Phase.EVEN, tid, p, step.by(O0_ODD_STAYS))
                : step.by(O1_ODD_DEFEATED, p.relay());
    }

    /** "if ntid < tid then go to relay; tid := ntid". */
    private static Transition<State, Message, Leader> onEven(ProcessId ntid, Transition<State, Message, Leader> step) {
        State p = step.state();
        return ntid.compareTo(p.tid().orElseThrow()) < 0
                ? step.by(E1_EVEN_DEFEATED, p.relay())
                : phase(Phase.ODD, ntid, p, step.by(E0_EVEN_STAYS));
    }

    @Override
    protected void requireOver(State p, Transition<State, Message, Leader> step) {
        step.require(p.part() == Part.RELAY, "all are relays when the news goes round");
    }

    /** The catalogue entry. */
    public static final class Entry extends ElectionAlgorithm<State, Message> {
        public Entry() {
            super(RingElection.<State, Message>algorithm("peterson-alternating", Message.class)
                    .withPaper(Paper.of(
                                    "G. L. Peterson, An O(n log n) unidirectional algorithm for the circular extrema problem,"
                                            + " 1982, with phases that alternate; named by Raynal, section 5.5.2")
                            .withCost(
                                    "at most 1.4405 n log n + n, whatever the schedule and the initiators, and n to announce")
                            .withBounds(List.of(Bound.most("1.4405 n log n + n", n -> 1.4405 * n * Bound.log(n) + n))))
                    .withProtocol(start -> new PetersonAlternating())
                    .checks(checks -> checks.withInvariants(PetersonAlternatingChecks.invariants())
                            .withVariants(start -> PetersonAlternatingChecks.variants())));
        }
    }
}
