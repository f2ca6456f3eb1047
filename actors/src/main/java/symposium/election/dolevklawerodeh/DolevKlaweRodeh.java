package symposium.election.dolevklawerodeh;

import static symposium.election.dolevklawerodeh.DolevKlaweRodeh.Rule.DEFEATED;
import static symposium.election.dolevklawerodeh.DolevKlaweRodeh.Rule.FIRST_RELAYED;
import static symposium.election.dolevklawerodeh.DolevKlaweRodeh.Rule.GREATEST;
import static symposium.election.dolevklawerodeh.DolevKlaweRodeh.Rule.NEIGHBOUR;
import static symposium.election.dolevklawerodeh.DolevKlaweRodeh.Rule.RETURNED;
import static symposium.election.dolevklawerodeh.DolevKlaweRodeh.Rule.SECOND_RELAYED;
import static symposium.election.dolevklawerodeh.DolevKlaweRodeh.Rule.STAYS;
import static symposium.election.dolevklawerodeh.DolevKlaweRodeh.Rule.TOLD;
import static symposium.election.dolevklawerodeh.DolevKlaweRodeh.Rule.WOKEN;

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
 * Dolev, Klawe and Rodeh's election on a unidirectional ring: a process judges its right neighbour from the left
 * (Raynal, section 5.4).
 */
public final class DolevKlaweRodeh extends RingElection<DolevKlaweRodeh.State, DolevKlaweRodeh.Message> {

    /** The invariant that a message out of turn violates. */
    static final String IN_TURN = "an active process receives (1, ...) and (2, ...) in turn";

    /** What circulates on the ring, to the left. */
    public sealed interface Message extends Printable {}

    /** (1, number): the nearest active process on the recipient's right has the place of {@code number}. */
    public record First(ProcessId number) implements Message {}

    /** (2, number): the second active process on the recipient's right has the place of {@code number}. */
    public record Second(ProcessId number) implements Message {}

    /** {@code number} is elected. */
    public record Elected(ProcessId number) implements Message, Announcement {}

    /**
     * A process of the ring.
     *
     * @param number my_number: its own name
     * @param neighbours its neighbours; messages go to the left
     * @param part the variable "state: (active, passive)"; the chapter's "passive" is both asleep and relay
     * @param max the number whose place it takes, while active
     * @param neighbourR the number of the nearest active process on its right, from its first message of a stage to its
     *     second
     * @param leader the process that is elected, once it knows
     */
    @RecordBuilder
    public record State(
            ProcessId number,
            Neighbours neighbours,
            Part part,
            Optional<ProcessId> max,
            Optional<ProcessId> neighbourR,
            Optional<ProcessId> leader)
            implements DolevKlaweRodehStateBuilder.With, Contender<State> {

        State active(ProcessId whose) {
            return new State(number, neighbours, Part.ACTIVE, Optional.of(whose), Optional.empty(), leader);
        }

        State relay() {
            return new State(number, neighbours, Part.RELAY, Optional.empty(), Optional.empty(), leader);
        }

        @Override
        public State led(ProcessId by) {
            return relay().withLeader(Optional.of(by));
        }
    }

    /** The cases of the program in section 5.4 after the initiation, in its order; the chapter has no labels. */
    public enum Rule implements symposium.kernel.Rule {
        /** (1, number) finds the process asleep: it takes part, then does as the next case says. */
        WOKEN("1.0"),
        /**
         * (1, number), number different from max: the nearest active neighbour is known, and made known to the left.
         */
        NEIGHBOUR("1.1"),
        /** (1, number), number = max: max is the greatest of all. */
        GREATEST("1.2"),
        /** (1, number) at a relay. */
        FIRST_RELAYED("1.3"),
        /** (2, number), the neighbour is the greatest of the three: the process takes its place. */
        STAYS("2.0"),
        /** (2, number), the neighbour is not: a relay from now on. */
        DEFEATED("2.1"),
        /** (2, number) at a relay. */
        SECOND_RELAYED("2.2"),
        /** The news of the election. */
        TOLD("e.0"),
        /** The news comes back to the process that gave it out. */
        RETURNED("e.1");

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
    public DolevKlaweRodeh() {
        super(Elected::new, TOLD, RETURNED);
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(self, neighbours, Part.ASLEEP, Optional.empty(), Optional.empty(), Optional.empty());
    }

    @Override
    protected Transition<State, Message, Leader> takePart(State p, Transition<State, Message, Leader> step) {
        return inPlaceOf(p.number(), p, step);
    }

    /** A stage begins: "max := number; sendL (1, max)". */
    private static Transition<State, Message, Leader> inPlaceOf(
            ProcessId number, State p, Transition<State, Message, Leader> step) {
        return step.next(p.active(number)).send(p.left(), new First(number));
    }

    @Override
    protected Transition<State, Message, Leader> onVote(
            Neighbour right, Message message, State p, Transition<State, Message, Leader> step) {
        if (p.part() == Part.RELAY) {
            return step.by(message instanceof First ? FIRST_RELAYED : SECOND_RELAYED)
                    .send(p.left(), message);
        }
        return message instanceof First first
                ? onFirst(first.number(), p, step)
                : onSecond(((Second) message).number(), p, step);
    }

    private Transition<State, Message, Leader> onFirst(
            ProcessId number, State p, Transition<State, Message, Leader> step) {
        step.require(p.neighbourR().isEmpty(), IN_TURN);
        if (p.asleep()) {
            return onNeighbour(number, takePart(p, step)).by(WOKEN);
        }
        return p.max().equals(Optional.of(number))
                ? announce(GREATEST, number, p.left(), p, step)
                : onNeighbour(number, step).by(NEIGHBOUR);
    }

    private static Transition<State, Message, Leader> onNeighbour(
            ProcessId number, Transition<State, Message, Leader> step) {
        State p = step.state();
        return step.next(p.withNeighbourR(Optional.of(number))).send(p.left(), new Second(number));
    }

    private static Transition<State, Message, Leader> onSecond(
            ProcessId number, State p, Transition<State, Message, Leader> step) {
        step.require(p.neighbourR().isPresent(), IN_TURN);
        ProcessId neighbourR = p.neighbourR().get();
        return neighbourR.compareTo(greater(number, p.max().orElseThrow())) > 0
                ? inPlaceOf(neighbourR, p, step.by(STAYS))
                : step.by(DEFEATED, p.relay());
    }

    @Override
    protected void requireOver(State p, Transition<State, Message, Leader> step) {
        step.require(p.part() == Part.RELAY, "all are relays when the news goes round");
    }

    /** The catalogue entry. */
    public static final class Entry extends ElectionAlgorithm<State, Message> {
        public Entry() {
            super(RingElection.<State, Message>algorithm("dolev-klawe-rodeh", Message.class)
                    .withPaper(Paper.of(
                                    "D. Dolev, M. Klawe and M. Rodeh, An O(n log n) unidirectional distributed algorithm"
                                            + " for extrema finding in a circle, 1982; after Raynal, section 5.4")
                            .withCost(
                                    "at most 2 n log n + n, whatever the schedule and the initiators, and n to announce")
                            .withBounds(List.of(Bound.most("2 n log n + n", n -> 2 * n * Bound.log(n) + n))))
                    .withProtocol(start -> new DolevKlaweRodeh())
                    .checks(checks -> checks.withInvariants(DolevKlaweRodehChecks.invariants())
                            .withVariants(start -> DolevKlaweRodehChecks.variants())));
        }
    }
}
