package symposium.election.petersonalternating;

import static symposium.election.petersonalternating.PetersonAlternating.Rule.EVEN_DEFEATED;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.EVEN_STAYS;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.ODD_DEFEATED;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.ODD_STAYS;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.RELAYED;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.RETURNED;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.TOLD;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.WOKEN_DEFEATED;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.WOKEN_STAYS;
import static symposium.election.petersonalternating.PetersonAlternating.Rule.WON;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.RingElection;
import symposium.kernel.Algorithm;
import symposium.kernel.Bound;
import symposium.kernel.Channels;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Transition;

/**
 * Peterson's election on a unidirectional ring, the refinement: phases look to the right and to the left by turns, with
 * one message each (named by Raynal, section 5.5.2).
 */
public final class PetersonAlternating extends RingElection<PetersonAlternating.State, PetersonAlternating.Message> {

    /** What circulates on the ring, to the left. */
    public sealed interface Message extends Printable {}

    /** The temporary number of the nearest active process on the recipient's right. */
    public record Number(ProcessId number) implements Message {}

    /** {@code number} is elected. */
    public record Elected(ProcessId number) implements Message {}

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
        WOKEN_STAYS("w.0"),
        /** A greater number finds the process asleep: it takes part, and does as o.1. */
        WOKEN_DEFEATED("w.1"),
        /** ntid &lt; tid in an odd phase: it keeps its temporary number, and begins an even phase. */
        ODD_STAYS("o.0"),
        /** ntid &gt; tid in an odd phase: a relay from now on. */
        ODD_DEFEATED("o.1"),
        /** ntid &gt; tid in an even phase: it takes that number, and begins an odd phase. */
        EVEN_STAYS("e.0"),
        /** ntid &lt; tid in an even phase: a relay from now on. */
        EVEN_DEFEATED("e.1"),
        /** A number at a relay. */
        RELAYED("r.0"),
        /** ntid = tid: no other is active, and it is the greatest number. */
        WON("w.2"),
        /** The news of the election. */
        TOLD("n.0"),
        /** The news comes back to the leader. */
        RETURNED("n.1");

        private final String label;

        Rule(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }
    }

    /** The protocol of every process. */
    public PetersonAlternating() {
        super(Elected::new, TOLD, RETURNED);
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
    public Transition<State, Message, Leader> onMessage(
            Neighbour right, Message message, State p, Transition<State, Message, Leader> step) {
        return message instanceof Number number
                ? onNumber(number, p, step)
                : onElected(right, ((Elected) message).number(), p, step);
    }

    private Transition<State, Message, Leader> onNumber(
            Number message, State p, Transition<State, Message, Leader> step) {
        ProcessId ntid = message.number();
        return switch (p.part()) {
            case ASLEEP -> {
                Transition<State, Message, Leader> odd = onOdd(ntid, takePart(p, step));
                yield odd.by(odd.rule() == ODD_STAYS ? WOKEN_STAYS : WOKEN_DEFEATED);
            }
            case ACTIVE -> {
                if (p.tid().equals(Optional.of(ntid))) {
                    yield announce(WON, ntid, p.left(), p, step);
                }
                yield p.phase() == Phase.ODD ? onOdd(ntid, step) : onEven(ntid, step);
            }
            case RELAY -> step.by(RELAYED).send(p.left(), message);
        };
    }

    /** "if ntid > tid then go to relay". */
    private static Transition<State, Message, Leader> onOdd(ProcessId ntid, Transition<State, Message, Leader> step) {
        State p = step.state();
        ProcessId tid = p.tid().orElseThrow();
        return ntid.compareTo(tid) < 0
                ? phase(Phase.EVEN, tid, p, step.by(ODD_STAYS))
                : step.by(ODD_DEFEATED, p.relay());
    }

    /** "if ntid < tid then go to relay; tid := ntid". */
    private static Transition<State, Message, Leader> onEven(ProcessId ntid, Transition<State, Message, Leader> step) {
        State p = step.state();
        return ntid.compareTo(p.tid().orElseThrow()) < 0
                ? step.by(EVEN_DEFEATED, p.relay())
                : phase(Phase.ODD, ntid, p, step.by(EVEN_STAYS));
    }

    @Override
    protected Transition<State, Message, Leader> onElected(
            Neighbour right, ProcessId leader, State p, Transition<State, Message, Leader> step) {
        if (p.part() != Part.RELAY) {
            throw step.violates("all are relays when the news goes round");
        }
        return super.onElected(right, leader, p, step);
    }

    /** The catalogue entry. */
    public static final class Entry extends Algorithm<State, Message, Voter, Call, Leader> {
        public Entry() {
            super(RingElection.<State, Message>algorithm("peterson-alternating", Message.class)
                    .source("G. L. Peterson, An O(n log n) unidirectional algorithm for the circular extrema problem,"
                            + " 1982, with phases that alternate; named by Raynal, section 5.5.2")
                    .channels(Channels.FIFO)
                    .cost("at most 1.4405 n log n + n, whatever the schedule and the initiators, and n to announce")
                    .bounds(Bound.most("1.4405 n log n + n", n -> 1.4405 * n * Bound.log(n) + n))
                    .announcement(Elected.class)
                    .protocol(start -> new PetersonAlternating())
                    .invariants(PetersonAlternatingChecks.invariants())
                    .variants(start -> PetersonAlternatingChecks.variants()));
        }
    }
}
