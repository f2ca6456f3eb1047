package symposium.election.franklin;

import static symposium.election.franklin.Franklin.Rule.A0_WOKEN;
import static symposium.election.franklin.Franklin.Rule.A1_NOTED;
import static symposium.election.franklin.Franklin.Rule.A2_STAYS;
import static symposium.election.franklin.Franklin.Rule.A3_DEFEATED;
import static symposium.election.franklin.Franklin.Rule.A4_WON;
import static symposium.election.franklin.Franklin.Rule.A5_WON_BEFORE;
import static symposium.election.franklin.Franklin.Rule.N0_TOLD;
import static symposium.election.franklin.Franklin.Rule.N1_RETURNED;
import static symposium.election.franklin.Franklin.Rule.R0_RELAYED;

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
import symposium.kernel.Side;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.problem.Bound;

/**
 * Franklin's election on a bidirectional ring: a process compares itself with its nearest active neighbours (Raynal,
 * section 5.5.1).
 */
public final class Franklin extends RingElection<Franklin.State, Franklin.Message> {

    /** What circulates on the ring: numbers in both directions, the news to the left. */
    public sealed interface Message extends Printable {}

    /** {@code number} is active, and the nearest on this side. */
    public record Number(ProcessId number) implements Message {}

    /** {@code number} is elected. */
    public record Elected(ProcessId number) implements Message, Announcement {}

    /**
     * A process of the ring.
     *
     * @param number its own name
     * @param neighbours its neighbours
     * @param part its part in the election
     * @param fromLeft the number that has come from the left in this round, while active
     * @param fromRight the number that has come from the right in this round, while active
     * @param leader the process that is elected, once it knows
     */
    @RecordBuilder
    public record State(
            ProcessId number,
            Neighbours neighbours,
            Part part,
            Optional<ProcessId> fromLeft,
            Optional<ProcessId> fromRight,
            Optional<ProcessId> leader)
            implements FranklinStateBuilder.With, Contender<State> {

        /** The beginning of a round. */
        State active() {
            return new State(number, neighbours, Part.ACTIVE, Optional.empty(), Optional.empty(), leader);
        }

        State relay() {
            return new State(number, neighbours, Part.RELAY, Optional.empty(), Optional.empty(), leader);
        }

        @Override
        public State led(ProcessId by) {
            return relay().withLeader(Optional.of(by));
        }

        /** The number that has come from this neighbour in this round. */
        Optional<ProcessId> from(Neighbour neighbour) {
            return neighbour.side() == Side.LEFT ? fromLeft : fromRight;
        }

        State noting(Neighbour from, ProcessId other) {
            return from.side() == Side.LEFT ? withFromLeft(Optional.of(other)) : withFromRight(Optional.of(other));
        }
    }

    /**
     * What a process does after its initiation; the project's own labels: a when active, r when a relay, n on the news.
     */
    public enum Rule implements symposium.kernel.Rule {
        /** A number finds the process asleep: it takes part, and notes the number. */
        A0_WOKEN,
        /** The first number of a round is noted, until one comes from the other side. */
        A1_NOTED,
        /** The second number of a round, and the own is greater than both: another round. */
        A2_STAYS,
        /** The second number of a round, and the own is not: a relay from now on. */
        A3_DEFEATED,
        /** The own number: elected. */
        A4_WON,
        /** The own number comes back from the other side, too. */
        A5_WON_BEFORE,
        /** A number at a relay. */
        R0_RELAYED,
        /** The news of the election. */
        N0_TOLD,
        /** The news comes back to the leader. */
        N1_RETURNED
    }

    /** The protocol of every process. */
    public Franklin() {
        super(Elected::new, N0_TOLD, N1_RETURNED);
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(self, neighbours, Part.ASLEEP, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** One number a side and round; a second one belongs to the next round, and waits. */
    @Override
    public boolean admits(State p, Neighbour from, Message message) {
        return p.from(from).isEmpty();
    }

    /** A round begins. */
    @Override
    protected Transition<State, Message, Leader> takePart(State p, Transition<State, Message, Leader> step) {
        Number own = new Number(p.number());
        return step.next(p.active()).send(p.left(), own).send(p.right(), own);
    }

    @Override
    protected Transition<State, Message, Leader> onVote(
            Neighbour from, Message message, State p, Transition<State, Message, Leader> step) {
        ProcessId number = ((Number) message).number();
        return switch (p.part()) {
            case ASLEEP -> {
                takePart(p, step);
                yield step.by(A0_WOKEN, step.state().noting(from, number));
            }
            case ACTIVE -> onActive(from, number, p, step);
            case RELAY ->
                p.leader().equals(Optional.of(p.number()))
                        ? step.by(A5_WON_BEFORE)
                        : step.by(R0_RELAYED).send(p.beyond(from), message);
        };
    }

    /**
     * "An active process tests to see if its identifier is greater than those of its neighbours on both left and
     * right."
     */
    private Transition<State, Message, Leader> onActive(
            Neighbour from, ProcessId number, State p, Transition<State, Message, Leader> step) {
        if (number.equals(p.number())) {
            return announce(A4_WON, number, p.left(), p, step);
        }
        Optional<ProcessId> other = p.from(p.beyond(from));
        if (other.isEmpty()) {
            return step.by(A1_NOTED, p.noting(from, number));
        }
        return p.number().compareTo(greater(number, other.get())) > 0
                ? takePart(p, step.by(A2_STAYS))
                : step.by(A3_DEFEATED, p.relay());
    }

    @Override
    protected void requireOver(State p, Transition<State, Message, Leader> step) {
        step.require(p.part() == Part.RELAY, "all others are relays when the news goes round");
    }

    /** The catalogue entry. */
    public static final class Entry extends ElectionAlgorithm<State, Message> {
        public Entry() {
            super(RingElection.<State, Message>algorithm("franklin", Message.class)
                    .withPaper(Paper.of(
                                    "W. R. Franklin, On an improved algorithm for decentralized extrema finding in circular"
                                            + " configurations of processors, 1982; after Raynal, section 5.5.1")
                            .withCost(
                                    "at most 2 n (1 + log n), whatever the schedule and the initiators, and n to announce")
                            .withBounds(List.of(Bound.most("2 n (1 + log n)", n -> 2 * n * (1 + Bound.log(n))))))
                    .withProtocol(start -> new Franklin())
                    .checks(checks -> checks.withInvariants(FranklinChecks.invariants())
                            .withVariants(start -> FranklinChecks.variants())));
        }
    }
}
