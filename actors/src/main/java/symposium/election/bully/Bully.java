package symposium.election.bully;

import static symposium.election.bully.Bully.Rule.ANSWERED;
import static symposium.election.bully.Bully.Rule.ANSWERED_BEFORE;
import static symposium.election.bully.Bully.Rule.CALLED;
import static symposium.election.bully.Bully.Rule.CALLED_BEFORE;
import static symposium.election.bully.Bully.Rule.CALLED_UNRIVALLED;
import static symposium.election.bully.Bully.Rule.CALLS_AGAIN;
import static symposium.election.bully.Bully.Rule.INITIATE;
import static symposium.election.bully.Bully.Rule.INITIATED_BEFORE;
import static symposium.election.bully.Bully.Rule.KNOWN;
import static symposium.election.bully.Bully.Rule.STALE;
import static symposium.election.bully.Bully.Rule.SUCCEEDS;
import static symposium.election.bully.Bully.Rule.TOLD;
import static symposium.election.bully.Bully.Rule.UNCONCERNED;
import static symposium.election.bully.Bully.Rule.UNRIVALLED;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import symposium.election.Election;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.ElectionInvariants;
import symposium.kernel.Algorithm;
import symposium.kernel.Bound;
import symposium.kernel.Channels;
import symposium.kernel.FalseDeparturePromise;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Shape;
import symposium.kernel.Transition;

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
        INITIATE("i.0"),
        /** The same by the greatest: elected. */
        UNRIVALLED("i.1"),
        /** The same by a process that has called already. */
        INITIATED_BEFORE("i.2"),
        /** The same by a process that knows the leader. */
        KNOWN("i.3"),
        /** Called: an answer, and all greater ones are called in turn. */
        CALLED("e.0"),
        /** Called, and the greatest: an answer, and elected. */
        CALLED_UNRIVALLED("e.1"),
        /** Called, and has called or knows the leader: an answer. */
        CALLED_BEFORE("e.2"),
        /** The first answer: a greater process is there. */
        ANSWERED("a.0"),
        /** A further answer, or one that comes when the leader is known. */
        ANSWERED_BEFORE("a.1"),
        /** A greater one is elected. */
        TOLD("c.0"),
        /** The news of an election of one that has departed since: a lesser one is known to be elected. */
        STALE("c.1"),
        /** The leader has departed: all greater ones that are left are called. */
        CALLS_AGAIN("n.0"),
        /** The leader, or the last of those called, has departed, and no greater one is left: elected. */
        SUCCEEDS("n.1"),
        /** Another has departed. */
        UNCONCERNED("n.2");

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
        return new State(self, neighbours, Part.IDLE, Optional.empty());
    }

    @Override
    public Transition<State, Message, Leader> onInput(Call call, State p, Transition<State, Message, Leader> step) {
        if (p.leader().isPresent()) {
            return step.by(KNOWN).tell(new Leader(p.leader().get()));
        }
        if (p.waits()) {
            return step.by(INITIATED_BEFORE);
        }
        return p.greatest() ? lead(p, step.by(UNRIVALLED)) : call(p, step.by(INITIATE));
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
            return step.by(CALLED_BEFORE);
        }
        return p.greatest() ? lead(p, step.by(CALLED_UNRIVALLED)) : call(p, step.by(CALLED));
    }

    private static Transition<State, Message, Leader> onAnswer(State p, Transition<State, Message, Leader> step) {
        return p.part() == Part.CALLING ? step.by(ANSWERED, p.withPart(Part.WAITING)) : step.by(ANSWERED_BEFORE);
    }

    private static Transition<State, Message, Leader> onElected(
            ProcessId number, State p, Transition<State, Message, Leader> step) {
        if (number.compareTo(p.number()) < 0) {
            throw step.violates("no process is elected while a greater one is present");
        }
        return p.leader().isPresent() && p.leader().get().compareTo(number) < 0
                ? step.by(STALE)
                : step.by(TOLD, p.led(number)).tell(new Leader(number));
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
            return step.by(UNCONCERNED, p);
        }
        return p.greatest() ? lead(p, step.by(SUCCEEDS)) : call(p, step.by(CALLS_AGAIN));
    }

    /** The catalogue entry. */
    public static final class Entry extends Algorithm<State, Message, Voter, Call, Leader> {
        public Entry() {
            super(Election.<State, Message>algorithm("bully", Message.class)
                    .source("H. Garcia-Molina, Elections in a distributed computing system, 1982;"
                            + " cited by Raynal, section 5.1")
                    .topologies(Shape.COMPLETE)
                    .tolerates(MembershipTolerance.DEPARTURES)
                    .channels(Channels.UNORDERED)
                    .assumptions("distinct names that all know; crashes that all who are left are told of")
                    .cost("0 to n(n-1), and n-1 to announce")
                    .bounds(Bound.most("n (n - 1)", n -> n * (n - 1.0)))
                    .announcement(Elected.class)
                    .finiteStateSpace()
                    .protocol(start -> new Bully())
                    .underFalseDeparture(algorithm -> new FalseDeparturePromise<>(
                            "nothing: a process that takes all greater ones for departed leads besides the greatest",
                            algorithm.problem(),
                            List.of(ElectionInvariants.neverTwo())))
                    .invariants(BullyChecks.invariants())
                    .variants(start -> BullyChecks.variants()));
        }
    }
}
