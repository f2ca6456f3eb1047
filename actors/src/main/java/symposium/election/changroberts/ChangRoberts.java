package symposium.election.changroberts;

import static symposium.election.changroberts.ChangRoberts.Rule.E0_INITIATE;
import static symposium.election.changroberts.ChangRoberts.Rule.E1_INITIATED_BEFORE;
import static symposium.election.changroberts.ChangRoberts.Rule.E2_GREATER;
import static symposium.election.changroberts.ChangRoberts.Rule.E3_SMALLER;
import static symposium.election.changroberts.ChangRoberts.Rule.E4_EXTINCT;
import static symposium.election.changroberts.ChangRoberts.Rule.E5_OWN;
import static symposium.election.changroberts.ChangRoberts.Rule.E6_TOLD;
import static symposium.election.changroberts.ChangRoberts.Rule.E7_RETURNED;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.ElectionAlgorithm;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Bound;
import symposium.kernel.problem.Channels;
import symposium.kernel.topology.Shape;

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
        E0_INITIATE,
        /** The same by a process that takes part already. */
        E1_INITIATED_BEFORE,
        /** {@code j > my_number}: the greater goes on. */
        E2_GREATER,
        /** {@code j < my_number}, and not a participant: the own number goes instead. */
        E3_SMALLER,
        /** {@code j < my_number}, and a participant: extinction. */
        E4_EXTINCT,
        /** {@code j = my_number}: elected. */
        E5_OWN,
        /** Another is elected. */
        E6_TOLD,
        /** The news of the own election comes back. */
        E7_RETURNED
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(self, neighbours, false, Optional.empty());
    }

    @Override
    public Transition<State, Message, Leader> onInput(Call call, State p, Transition<State, Message, Leader> step) {
        return p.participant()
                ? step.by(E1_INITIATED_BEFORE)
                : step.by(E0_INITIATE, p.withParticipant(true)).send(p.left(), new Candidate(p.number()));
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
            return step.by(E2_GREATER, p.withParticipant(true)).send(p.left(), new Candidate(j));
        }
        if (order < 0 && !p.participant()) {
            return step.by(E3_SMALLER, p.withParticipant(true)).send(p.left(), new Candidate(p.number()));
        }
        return order < 0 ? step.by(E4_EXTINCT) : step.by(E5_OWN).send(p.left(), new Elected(p.number()));
    }

    private static Transition<State, Message, Leader> onElected(
            ProcessId j, State p, Transition<State, Message, Leader> step) {
        State led = p.with(next -> next.participant(false).coordinator(j));
        return j.equals(p.number())
                ? step.by(E7_RETURNED, led).tell(new Leader(j))
                : step.by(E6_TOLD, led).tell(new Leader(j)).send(p.left(), new Elected(j));
    }

    /** The catalogue entry. */
    public static final class Entry extends ElectionAlgorithm<State, Message> {
        public Entry() {
            super(ElectionAlgorithm.<State, Message>of("chang-roberts", Message.class)
                    .withPaper(Paper.of(
                                    "E. Chang and R. Roberts, An improved algorithm for decentralized extrema-finding, 1979;"
                                            + " after Raynal, section 5.2")
                            .withCost("n to n(n+1)/2 elections, and n to announce")
                            .withBounds(List.of(
                                    Bound.least("n", n -> n),
                                    Bound.mean("n H(n)", n -> n * Bound.harmonic(n)),
                                    Bound.most("n (n + 1) / 2", n -> n * (n + 1.0) / 2))))
                    .withSystem(SystemModel.of(Channels.FIFO, Shape.RING)
                            .withAssumptions("distinct names; no losses and no crashes"))
                    .messages(sent -> sent.withAnnouncement(Elected.class::isInstance))
                    .withProtocol(start -> new ChangRoberts())
                    .checks(checks -> checks.withInvariants(ChangRobertsChecks.invariants())
                            .withVariants(start -> ChangRobertsChecks.variants())));
        }
    }
}
