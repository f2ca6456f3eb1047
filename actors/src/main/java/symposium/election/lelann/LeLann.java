package symposium.election.lelann;

import static symposium.election.lelann.LeLann.Rule.C0_JOINED;
import static symposium.election.lelann.LeLann.Rule.C1_PASSED;
import static symposium.election.lelann.LeLann.Rule.C2_NOTED;
import static symposium.election.lelann.LeLann.Rule.C3_LOST;
import static symposium.election.lelann.LeLann.Rule.C4_WON;
import static symposium.election.lelann.LeLann.Rule.E0_TOLD;
import static symposium.election.lelann.LeLann.Rule.E1_RETURNED;

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
 * Le Lann's election on a unidirectional ring: every candidate's number goes round, and every candidate notes the
 * greatest (Raynal, section 5.1).
 */
public final class LeLann extends RingElection<LeLann.State, LeLann.Message> {

    /** What circulates on the ring, to the left. */
    public sealed interface Message extends Printable {}

    /** {@code number} is a candidate; its message goes round the whole ring. */
    public record Candidate(ProcessId number) implements Message {}

    /** {@code number} is elected. */
    public record Elected(ProcessId number) implements Message, Announcement {}

    /** The part of a process in the election. */
    public enum Part {
        /** None yet. */
        ASLEEP,
        /** It passes the candidates' messages on, and is no candidate. */
        PASSING,
        /** It is a candidate whose message has not come back. */
        CANDIDATE,
        /** It was a candidate; its message has come back. */
        COUNTED
    }

    /**
     * A process of the ring.
     *
     * @param number its own name
     * @param neighbours its neighbours; messages go to the left
     * @param part its part in the election
     * @param greatest the greatest candidate that it knows of, while it is a candidate
     * @param leader the process that is elected, once it knows
     */
    @RecordBuilder
    public record State(
            ProcessId number,
            Neighbours neighbours,
            Part part,
            Optional<ProcessId> greatest,
            Optional<ProcessId> leader)
            implements LeLannStateBuilder.With, Participant<State> {

        @Override
        public boolean asleep() {
            return part == Part.ASLEEP;
        }

        /** Whether it has become a candidate, because its user decided so. */
        boolean initiator() {
            return part == Part.CANDIDATE || part == Part.COUNTED;
        }

        State counted() {
            return with(next -> next.part(Part.COUNTED).greatest(Optional.empty()));
        }

        @Override
        public State led(ProcessId by) {
            return withLeader(Optional.of(by));
        }
    }

    /** What a process does after its initiation; the project's own labels: c on a candidate, e on the news. */
    public enum Rule implements symposium.kernel.Rule {
        /** The first candidate passes a process that is asleep, which is no candidate from now on. */
        C0_JOINED,
        /** A candidate passes a process that is none. */
        C1_PASSED,
        /** A candidate passes another. */
        C2_NOTED,
        /** The own candidature is back, and a greater one has passed. */
        C3_LOST,
        /** The own candidature is back, and no greater one has passed. */
        C4_WON,
        /** Another is elected. */
        E0_TOLD,
        /** The news of the own election comes back. */
        E1_RETURNED
    }

    /** The protocol of every process. */
    public LeLann() {
        super(Elected::new, E0_TOLD, E1_RETURNED);
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(self, neighbours, Part.ASLEEP, Optional.empty(), Optional.empty());
    }

    @Override
    protected Transition<State, Message, Leader> takePart(State p, Transition<State, Message, Leader> step) {
        return step.next(p.with(next -> next.part(Part.CANDIDATE).greatest(p.number())))
                .send(p.left(), new Candidate(p.number()));
    }

    @Override
    protected Transition<State, Message, Leader> onVote(
            Neighbour right, Message message, State p, Transition<State, Message, Leader> step) {
        Candidate candidate = (Candidate) message;
        return switch (p.part()) {
            case ASLEEP -> step.by(C0_JOINED, p.withPart(Part.PASSING)).send(p.left(), candidate);
            case PASSING -> step.by(C1_PASSED).send(p.left(), candidate);
            case CANDIDATE -> onRival(candidate, p, step);
            case COUNTED ->
                throw step.violates("a candidature that has gone round the whole ring has met every candidate");
        };
    }

    private Transition<State, Message, Leader> onRival(
            Candidate candidate, State p, Transition<State, Message, Leader> step) {
        ProcessId greatest = p.greatest().orElseThrow();
        if (!candidate.number().equals(p.number())) {
            return step.by(C2_NOTED, p.withGreatest(Optional.of(greater(candidate.number(), greatest))))
                    .send(p.left(), candidate);
        }
        return greatest.equals(p.number())
                ? announce(C4_WON, p.number(), p.left(), p.counted(), step)
                : step.by(C3_LOST, p.counted());
    }

    @Override
    protected void requireOver(State p, Transition<State, Message, Leader> step) {
        step.require(p.part() != Part.CANDIDATE, "all candidates are home before the news goes round");
    }

    /** The catalogue entry. */
    public static final class Entry extends ElectionAlgorithm<State, Message> {
        public Entry() {
            super(RingElection.<State, Message>algorithm("lelann", Message.class)
                    .withPaper(Paper.of("G. Le Lann, Distributed systems: towards a formal approach, 1977;"
                                    + " cited by Raynal, section 5.1")
                            .withCost("n for each that initiates, n*n when all do, and n to announce")
                            .withBounds(List.of(Bound.most("n^2", n -> (double) n * n))))
                    .withProtocol(start -> new LeLann())
                    .checks(checks -> checks.withInvariants(LeLannChecks.invariants())
                            .withVariants(start -> LeLannChecks.variants())));
        }
    }
}
