package symposium.election.hirschbergsinclair;

import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.C0_SMALLER_JOINED;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.C1_SMALLER;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.C2_GREATER_PASSED;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.C3_GREATER_RESPONDED;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.C4_WON;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.C5_WON_BEFORE;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.C6_AFTERWARDS;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.E0_TOLD;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.E1_RETURNED;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.R0_AWAITED;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.R1_NEXT;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.R2_DEFEATED;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.R3_VOID;
import static symposium.election.hirschbergsinclair.HirschbergSinclair.Rule.R4_RESPONSE_PASSED;

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
import symposium.kernel.problem.Channels;

/**
 * Hirschberg and Sinclair's election on a bidirectional ring: elections among ever more neighbours (Raynal, section
 * 5.3).
 */
public final class HirschbergSinclair extends RingElection<HirschbergSinclair.State, HirschbergSinclair.Message> {

    /** What circulates on the ring, in both directions. */
    public sealed interface Message extends Printable {}

    /**
     * {@code number} is a candidate among the processes up to {@code lgmax} links away.
     *
     * @param number the candidate
     * @param lg the distance already travelled, in links, from 0
     * @param lgmax the distance to travel at most, a power of two
     */
    public record Candidature(ProcessId number, int lg, int lgmax) implements Message {}

    /**
     * The answer from one end of the path of a candidature.
     *
     * @param ok whether the response is favourable
     * @param number the candidate that it goes to
     */
    public record Response(boolean ok, ProcessId number) implements Message {}

    /** {@code number} is elected: "ended". */
    public record Elected(ProcessId number) implements Message, Announcement {}

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

    /**
     * A process of the ring.
     *
     * @param number my_number: its own name
     * @param neighbours its neighbours
     * @param position the variable "state"
     * @param lgmax the distance of its present candidature, in links; 0 unless a candidate
     * @param responses nbresp: the number of responses to its present candidature that have come, 0 or 1; 0 unless a
     *     candidate
     * @param respOk respOK: whether all of them are favourable; true unless a candidate
     * @param leader the winner, once it knows
     */
    @RecordBuilder
    public record State(
            ProcessId number,
            Neighbours neighbours,
            Position position,
            int lgmax,
            int responses,
            boolean respOk,
            Optional<ProcessId> leader)
            implements HirschbergSinclairStateBuilder.With, Participant<State> {

        @Override
        public boolean asleep() {
            return position == Position.NOT_INVOLVED && leader.isEmpty();
        }

        State candidate(int distance) {
            return new State(number, neighbours, Position.CANDIDATE, distance, 0, true, leader);
        }

        State lost() {
            return position == Position.LOST ? this : notCandidate(Position.LOST);
        }

        @Override
        public State led(ProcessId by) {
            return notCandidate(by.equals(number) ? Position.ELECTED : Position.NOT_INVOLVED)
                    .withLeader(Optional.of(by));
        }

        private State notCandidate(Position other) {
            return new State(number, neighbours, other, 0, 0, true, leader);
        }
    }

    /** The cases of the program in section 5.3 after the initiation, in its order; the chapter has no labels. */
    public enum Rule implements symposium.kernel.Rule {
        /** The first of two responses. */
        R0_AWAITED,
        /** The second of two, and both are favourable: twice the distance. */
        R1_NEXT,
        /** The second of two, and not both are favourable: lost. */
        R2_DEFEATED,
        /** A response to a process that is no longer a candidate. */
        R3_VOID,
        /** A response for another. */
        R4_RESPONSE_PASSED,
        /** A smaller number, and not involved: an unfavourable response, and a candidature of its own. */
        C0_SMALLER_JOINED,
        /** A smaller number, and involved, or the winner is known: an unfavourable response. */
        C1_SMALLER,
        /** A greater number that has not gone its distance: lost, and passed on. */
        C2_GREATER_PASSED,
        /** A greater number that has gone its distance: lost, and a favourable response. */
        C3_GREATER_RESPONDED,
        /** The own number comes back: elected. */
        C4_WON,
        /** The own number comes back from the other side, too. */
        C5_WON_BEFORE,
        /**
         * A greater number at a process that knows the winner: passed on, or a favourable response, and nothing else.
         */
        C6_AFTERWARDS,
        /** Another is elected. */
        E0_TOLD,
        /** The news of the own election comes back. */
        E1_RETURNED
    }

    /** The protocol of every process. */
    public HirschbergSinclair() {
        super(Elected::new, E0_TOLD, E1_RETURNED);
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(self, neighbours, Position.NOT_INVOLVED, 0, 0, true, Optional.empty());
    }

    @Override
    protected Transition<State, Message, Leader> takePart(State p, Transition<State, Message, Leader> step) {
        return sendLR(1, p, step);
    }

    /** "sendLR (candidature, my_number, 0, lgmax)". */
    private static Transition<State, Message, Leader> sendLR(
            int lgmax, State p, Transition<State, Message, Leader> step) {
        Candidature own = new Candidature(p.number(), 0, lgmax);
        return step.next(p.candidate(lgmax)).send(p.left(), own).send(p.right(), own);
    }

    @Override
    protected Transition<State, Message, Leader> onVote(
            Neighbour from, Message message, State p, Transition<State, Message, Leader> step) {
        return message instanceof Response response
                ? onResponse(from, response, p, step)
                : onCandidature(from, (Candidature) message, p, step);
    }

    private static Transition<State, Message, Leader> onResponse(
            Neighbour from, Response response, State p, Transition<State, Message, Leader> step) {
        if (!response.number().equals(p.number())) {
            return step.by(R4_RESPONSE_PASSED).send(p.beyond(from), response);
        }
        if (p.position() != Position.CANDIDATE) {
            return step.by(R3_VOID);
        }
        boolean ok = p.respOk() && response.ok();
        if (p.responses() == 0) {
            return step.by(R0_AWAITED, p.with(next -> next.responses(1).respOk(ok)));
        }
        return ok ? sendLR(2 * p.lgmax(), p, step.by(R1_NEXT)) : step.by(R2_DEFEATED, p.lost());
    }

    private Transition<State, Message, Leader> onCandidature(
            Neighbour from, Candidature candidature, State p, Transition<State, Message, Leader> step) {
        int order = candidature.number().compareTo(p.number());
        if (order > 0) {
            return onGreater(from, candidature, p, step);
        }
        if (order < 0) {
            step.send(from, new Response(false, candidature.number()));
            return p.asleep() ? takePart(p, step.by(C0_SMALLER_JOINED)) : step.by(C1_SMALLER);
        }
        return p.position() == Position.ELECTED
                ? step.by(C5_WON_BEFORE)
                : announce(C4_WON, p.number(), p.beyond(from), p, step);
    }

    private static Transition<State, Message, Leader> onGreater(
            Neighbour from, Candidature greater, State p, Transition<State, Message, Leader> step) {
        int lg = greater.lg() + 1;
        boolean passes = lg < greater.lgmax();
        if (p.leader().isPresent()) {
            step.by(C6_AFTERWARDS);
        } else {
            step.by(passes ? C2_GREATER_PASSED : C3_GREATER_RESPONDED, p.lost());
        }
        return passes
                ? step.send(p.beyond(from), new Candidature(greater.number(), lg, greater.lgmax()))
                : step.send(from, new Response(true, greater.number()));
    }

    /** The catalogue entry. */
    public static final class Entry extends ElectionAlgorithm<State, Message> {
        public Entry() {
            super(RingElection.<State, Message>algorithm("hirschberg-sinclair", Message.class)
                    .withPaper(Paper.of("D. S. Hirschberg and J. B. Sinclair, Decentralized extrema finding in circular"
                                    + " configurations of processors, 1980; after Raynal, section 5.3")
                            .withCost("at most 8 n (1 + log n), and n to announce")
                            .withBounds(List.of(Bound.most("8 n (1 + log n)", n -> 8 * n * (1 + Bound.log(n))))))
                    .system(system -> system.withChannels(Channels.UNORDERED))
                    .withProtocol(start -> new HirschbergSinclair())
                    .checks(checks -> checks.withInvariants(HirschbergSinclairChecks.invariants())
                            .withVariants(start -> HirschbergSinclairChecks.variants())));
        }
    }
}
