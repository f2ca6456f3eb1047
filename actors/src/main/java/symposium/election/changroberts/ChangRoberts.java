package symposium.election.changroberts;

import static symposium.election.changroberts.ChangRoberts.Rule.EXTINCT;
import static symposium.election.changroberts.ChangRoberts.Rule.GREATER;
import static symposium.election.changroberts.ChangRoberts.Rule.INITIATE;
import static symposium.election.changroberts.ChangRoberts.Rule.INITIATED_BEFORE;
import static symposium.election.changroberts.ChangRoberts.Rule.OWN;
import static symposium.election.changroberts.ChangRoberts.Rule.RETURNED;
import static symposium.election.changroberts.ChangRoberts.Rule.SMALLER;
import static symposium.election.changroberts.ChangRoberts.Rule.TOLD;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import symposium.election.Election;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.kernel.Algorithm;
import symposium.kernel.Bound;
import symposium.kernel.Channels;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Shape;
import symposium.kernel.Transition;

/** Chang and Roberts' election on a unidirectional ring, by selective extinction (Raynal, section 5.2). */
public final class ChangRoberts implements Protocol<ChangRoberts.State, ChangRoberts.Message, Call, Leader> {

    /** What circulates on the ring, to the left. */
    public sealed interface Message extends Printable {}

    /** {@code number} is a candidate. */
    public record Candidate(ProcessId number) implements Message {}

    /** {@code number} is elected. */
    public record Elected(ProcessId number) implements Message {}

    /**
     * A process of the ring.
     *
     * @param number my_number: its own name
     * @param neighbours its neighbours; messages go to the left
     * @param participant whether it takes part in an election
     * @param coordinator the leader elected last
     */
    @RecordBuilder
    public record State(ProcessId number, Neighbours neighbours, boolean participant, Optional<ProcessId> coordinator)
            implements ChangRobertsStateBuilder.With {

        Neighbour left() {
            return neighbours.left();
        }
    }

    /** The cases of the program in section 5.2, in its order; the chapter has no labels. */
    public enum Rule implements symposium.kernel.Rule {
        /** A decision to initiate an election. */
        INITIATE("e.0"),
        /** The same by a process that takes part already. */
        INITIATED_BEFORE("e.1"),
        /** j > my_number: the greater goes on. */
        GREATER("e.2"),
        /** j < my_number, and not a participant: the own number goes instead. */
        SMALLER("e.3"),
        /** j < my_number, and a participant: extinction. */
        EXTINCT("e.4"),
        /** j = my_number: elected. */
        OWN("e.5"),
        /** Another is elected. */
        TOLD("e.6"),
        /** The news of the own election comes back. */
        RETURNED("e.7");

        private final String label;

        Rule(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(self, neighbours, false, Optional.empty());
    }

    @Override
    public Transition<State, Message, Leader> onInput(Call call, State p, Transition<State, Message, Leader> step) {
        return p.participant()
                ? step.by(INITIATED_BEFORE)
                : step.by(INITIATE, p.withParticipant(true)).send(p.left(), new Candidate(p.number()));
    }

    @Override
    public Transition<State, Message, Leader> onMessage(
            Neighbour right, Message message, State p, Transition<State, Message, Leader> step) {
        return message instanceof Candidate candidate
                ? onCandidate(candidate.number(), p, step)
                : onElected(((Elected) message).number(), p, step);
    }

    private static Transition<State, Message, Leader> onCandidate(
            ProcessId j, State p, Transition<State, Message, Leader> step) {
        int order = j.compareTo(p.number());
        if (order > 0) {
            return step.by(GREATER, p.withParticipant(true)).send(p.left(), new Candidate(j));
        }
        if (order < 0 && !p.participant()) {
            return step.by(SMALLER, p.withParticipant(true)).send(p.left(), new Candidate(p.number()));
        }
        return order < 0 ? step.by(EXTINCT) : step.by(OWN).send(p.left(), new Elected(p.number()));
    }

    private static Transition<State, Message, Leader> onElected(
            ProcessId j, State p, Transition<State, Message, Leader> step) {
        State led = p.with(next -> next.participant(false).coordinator(j));
        return j.equals(p.number())
                ? step.by(RETURNED, led).tell(new Leader(j))
                : step.by(TOLD, led).tell(new Leader(j)).send(p.left(), new Elected(j));
    }

    /** The catalogue entry. */
    public static final class Entry extends Algorithm<State, Message, Voter, Call, Leader> {
        public Entry() {
            super(Election.<State, Message>algorithm("chang-roberts", Message.class)
                    .source("E. Chang and R. Roberts, An improved algorithm for decentralized extrema-finding, 1979;"
                            + " after Raynal, section 5.2")
                    .topologies(Shape.RING)
                    .channels(Channels.FIFO)
                    .assumptions("distinct names; no losses and no crashes")
                    .cost("n to n(n+1)/2 elections, and n to announce")
                    .bounds(
                            Bound.least("n", n -> n),
                            Bound.mean("n H(n)", n -> n * Bound.harmonic(n)),
                            Bound.most("n (n + 1) / 2", n -> n * (n + 1.0) / 2))
                    .announcement(Elected.class)
                    .protocol(start -> new ChangRoberts())
                    .invariants(ChangRobertsChecks.invariants())
                    .variants(start -> ChangRobertsChecks.variants()));
        }
    }
}
