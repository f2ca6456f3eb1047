package symposium.election.bully;

import static symposium.election.bully.Bully.Rule.A0_ANSWERED;
import static symposium.election.bully.Bully.Rule.A1_ANSWERED_BEFORE;
import static symposium.election.bully.Bully.Rule.C0_TOLD;
import static symposium.election.bully.Bully.Rule.C1_STALE;
import static symposium.election.bully.Bully.Rule.E0_CALLED;
import static symposium.election.bully.Bully.Rule.E1_CALLED_UNRIVALLED;
import static symposium.election.bully.Bully.Rule.E2_CALLED_BEFORE;
import static symposium.election.bully.Bully.Rule.I0_INITIATE;
import static symposium.election.bully.Bully.Rule.I1_UNRIVALLED;
import static symposium.election.bully.Bully.Rule.I2_INITIATED_BEFORE;
import static symposium.election.bully.Bully.Rule.I3_KNOWN;
import static symposium.election.bully.Bully.Rule.N0_CALLS_AGAIN;
import static symposium.election.bully.Bully.Rule.N1_SUCCEEDS;
import static symposium.election.bully.Bully.Rule.N2_UNCONCERNED;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.ElectionAlgorithm;
import symposium.election.ElectionInvariants;
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
import symposium.kernel.problem.FalseDeparturePromise;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.topology.Shape;

/**
 * Garcia-Molina's bully algorithm on a complete graph: the processes are notified of crashes, and do not use timeouts.
 */
public final class Bully implements Protocol<Bully.State, Bully.Message, Call, Leader> {

    /**
     * What processes say to each other; a call goes to greater processes, an answer and the news of the election to
     * lesser ones.
     */
    public sealed interface Message extends Printable {}

    /** A process of a lesser name calls for an election: "election". */
    public record Calling() implements Message {}

    /** A process of a greater name is there and takes over: "answer". */
    public record Answer() implements Message {}

    /** {@code number}, which sends this, is elected: "coordinator". */
    public record Elected(ProcessId number) implements Message {}

    /** What a process does at present. */
    public enum Part {
        /** Nothing. */
        IDLE,
        /** It has called all greater ones and waits for an answer. */
        CALLING,
        /** A greater one has answered; it waits for the news. */
        WAITING
    }

    /**
     * A process.
     *
     * @param number its own name
     * @param neighbours all others that have not departed, as far as it knows
     * @param part what it does at present
     * @param leader the process that is elected, once it knows
     */
    @RecordBuilder
    public record State(ProcessId number, Neighbours neighbours, Part part, Optional<ProcessId> leader)
            implements BullyStateBuilder.With {

        /** Whether it waits for a greater process. */
        boolean waits() {
            return part != Part.IDLE;
        }

        /** All processes of greater names that are left. */
        List<Neighbour> greater() {
            return neighbours.all().stream()
                    .filter(other -> other.id().compareTo(number) > 0)
                    .toList();
        }

        /** Whether no process of a greater name is left. */
        boolean greatest() {
            return greater().isEmpty();
        }

        /** Whether its leader has departed. */
        boolean leaderless() {
            return leader.isPresent()
                    && !leader.get().equals(number)
                    && !neighbours.contains(Neighbour.of(leader.get()));
        }

        State led(ProcessId by) {
            return new State(number, neighbours, Part.IDLE, Optional.of(by));
        }
    }

    /**
     * What a process does; the project's own labels: i on initiation, e on a call, a on an answer, c on news of an
     * election, n on news of a departure.
     */
    public enum Rule implements symposium.kernel.Rule {
        /** A decision to initiate: all greater ones are called. */
        I0_INITIATE,
        /** The same by the greatest: elected. */
        I1_UNRIVALLED,
        /** The same by a process that has called already. */
        I2_INITIATED_BEFORE,
        /** The same by a process that knows the leader. */
        I3_KNOWN,
        /** Called: an answer, and all greater ones are called in turn. */
        E0_CALLED,
        /** Called, and the greatest: an answer, and elected. */
        E1_CALLED_UNRIVALLED,
        /** Called, and has called or knows the leader: an answer. */
        E2_CALLED_BEFORE,
        /** The first answer: a greater process is there. */
        A0_ANSWERED,
        /** A further answer, or one that comes when the leader is known. */
        A1_ANSWERED_BEFORE,
        /** A greater one is elected. */
        C0_TOLD,
        /** The news of an election of one that has departed since: a lesser one is known to be elected. */
        C1_STALE,
        /** The leader has departed: all greater ones that are left are called. */
        N0_CALLS_AGAIN,
        /** The leader, or the last of those called, has departed, and no greater one is left: elected. */
        N1_SUCCEEDS,
        /** Another has departed. */
        N2_UNCONCERNED
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(self, neighbours, Part.IDLE, Optional.empty());
    }

    @Override
    public Transition<State, Message, Leader> onInput(Call call, State p, Transition<State, Message, Leader> step) {
        if (p.leader().isPresent()) {
            return step.by(I3_KNOWN).tell(new Leader(p.leader().get()));
        }
        if (p.waits()) {
            return step.by(I2_INITIATED_BEFORE);
        }
        return p.greatest() ? lead(p, step.by(I1_UNRIVALLED)) : call(p, step.by(I0_INITIATE));
    }

    /** "election" to all greater ones. */
    private static Transition<State, Message, Leader> call(State p, Transition<State, Message, Leader> step) {
        return step.next(p.with(next -> next.part(Part.CALLING).leader(Optional.empty())))
                .sendAll(p.greater(), new Calling());
    }

    /** "coordinator" to all others, which are lesser ones. */
    private static Transition<State, Message, Leader> lead(State p, Transition<State, Message, Leader> step) {
        return step.next(p.led(p.number()))
                .tell(new Leader(p.number()))
                .sendAll(p.neighbours(), new Elected(p.number()));
    }

    @Override
    public Transition<State, Message, Leader> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Leader> step) {
        if (message instanceof Calling) {
            return onCalling(p, step.send(from, new Answer()));
        }
        return message instanceof Answer ? onAnswer(p, step) : onElected(((Elected) message).number(), p, step);
    }

    private static Transition<State, Message, Leader> onCalling(State p, Transition<State, Message, Leader> step) {
        if (p.waits() || p.leader().isPresent()) {
            return step.by(E2_CALLED_BEFORE);
        }
        return p.greatest() ? lead(p, step.by(E1_CALLED_UNRIVALLED)) : call(p, step.by(E0_CALLED));
    }

    private static Transition<State, Message, Leader> onAnswer(State p, Transition<State, Message, Leader> step) {
        return p.part() == Part.CALLING ? step.by(A0_ANSWERED, p.withPart(Part.WAITING)) : step.by(A1_ANSWERED_BEFORE);
    }

    private static Transition<State, Message, Leader> onElected(
            ProcessId number, State p, Transition<State, Message, Leader> step) {
        step.require(number.compareTo(p.number()) >= 0, "no process is elected while a greater one is present");
        return p.leader().isPresent() && p.leader().get().compareTo(number) < 0
                ? step.by(C1_STALE)
                : step.by(C0_TOLD, p.led(number)).tell(new Leader(number));
    }

    @Override
    public Transition<State, Message, Leader> onNeighboursChanged(
            Neighbours neighbours,
            SortedSet<ProcessId> departed,
            State before,
            Transition<State, Message, Leader> step) {
        State p = before.withNeighbours(neighbours);
        boolean lastGreaterDeparted = p.waits() && p.greatest() && !before.greatest();
        if (!p.leaderless() && !lastGreaterDeparted) {
            return step.by(N2_UNCONCERNED, p);
        }
        return p.greatest() ? lead(p, step.by(N1_SUCCEEDS)) : call(p, step.by(N0_CALLS_AGAIN));
    }

    /** The catalogue entry. */
    public static final class Entry extends ElectionAlgorithm<State, Message> {
        public Entry() {
            super(ElectionAlgorithm.<State, Message>of("bully", Message.class)
                    .withPaper(Paper.of("H. Garcia-Molina, Elections in a distributed computing system, 1982;"
                                    + " cited by Raynal, section 5.1")
                            .withCost("0 to n(n-1), and n-1 to announce")
                            .withBounds(List.of(Bound.most("n (n - 1)", n -> n * (n - 1.0)))))
                    .withSystem(SystemModel.of(Channels.UNORDERED, Shape.COMPLETE)
                            .withTolerates(MembershipTolerance.DEPARTURES)
                            .withAssumptions("distinct names that all know; crashes that all who are left are told of"))
                    .messages(sent -> sent.withAnnouncement(Elected.class::isInstance))
                    .withProtocol(start -> new Bully())
                    .withFalseDeparture(algorithm -> new FalseDeparturePromise<>(
                            "nothing: a process that takes all greater ones for departed leads besides the greatest",
                            algorithm.problem(),
                            List.of(ElectionInvariants.neverTwo())))
                    .checks(checks -> checks.withFiniteStateSpace(true)
                            .withInvariants(BullyChecks.invariants())
                            .withVariants(start -> BullyChecks.variants())));
        }
    }
}
