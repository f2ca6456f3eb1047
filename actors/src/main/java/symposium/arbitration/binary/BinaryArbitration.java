package symposium.arbitration.binary;

import static symposium.arbitration.binary.BinaryArbitration.Mood.DELAYED;
import static symposium.arbitration.binary.BinaryArbitration.Mood.EATING;
import static symposium.arbitration.binary.BinaryArbitration.Mood.READY;
import static symposium.arbitration.binary.BinaryArbitration.Mood.THINKING;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_ALONE;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_ASK;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_BLOCK;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_CUT_OFF;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_DEPARTED;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_DEPARTED_EATS;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_FINISH;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_FINISH_LOST;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_GRAB;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_GRAB_LAST;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_LATE;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_LOST;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_OWN;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_OWN_LAST;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_RISE;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_RISE_CUT_OFF;
import static symposium.arbitration.binary.BinaryArbitration.Rule.B_YIELD;
import static symposium.arbitration.binary.BinaryArbitration.Timer.GRABBING_DELAY;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.SortedSet;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.arbitration.DiningAlgorithm;
import symposium.arbitration.DiningProtocol;
import symposium.arbitration.DiningState;
import symposium.arbitration.Grabbing;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.problem.Channels;

/** A philosopher of section 0: it grabs its forks in some order, one by one, and eats when it owns them all. */
public final class BinaryArbitration extends DiningProtocol<BinaryArbitration.State, BinaryArbitration.Message> {

    /** What goes over the link between two neighbours. */
    public sealed interface Message extends Printable {}

    /** The sender is ready to grab the fork. */
    public record Request() implements Message {}

    /** The fork goes to the recipient, which is ready to grab it, and owns it on arrival. */
    public record Fork() implements Message {}

    /** What a philosopher does. */
    public enum Mood {
        THINKING,
        /** Between grabbing one fork and becoming ready for the next. */
        DELAYED,
        /** Ready to grab a specified fork, which lies at a neighbour. */
        READY,
        EATING
    }

    /**
     * A philosopher.
     *
     * @param mood what it does
     * @param forks its forks, as far as it has grabbed them
     * @param cutOff whether neighbours are out of reach that have not departed
     */
    @RecordBuilder
    public record State(Mood mood, Grabbing forks, boolean cutOff)
            implements DiningState, BinaryArbitrationStateBuilder.With {

        @Override
        public Neighbours neighbours() {
            return forks.order();
        }

        @Override
        public User user() {
            return switch (mood) {
                case THINKING -> User.THINKING;
                case DELAYED, READY -> User.HUNGRY;
                case EATING -> User.EATING;
            };
        }
    }

    /** The delay between grabbing a fork and becoming ready for the next. */
    public enum Timer implements symposium.kernel.Timer {
        /** "A finite delay before the new owner enters its next state" (section 0). */
        GRABBING_DELAY
    }

    /** What a philosopher does; section 0 has no labels. */
    public enum Rule implements symposium.kernel.Rule {
        /** Stops thinking, and is about to reach for its first fork. */
        B_RISE,
        /** Stops thinking, shares no forks, and eats. */
        B_ALONE,
        /** Becomes ready for a fork that lies here, and grabs it. */
        B_GRAB,
        /** Becomes ready for its last fork, which lies here, grabs it, and eats. */
        B_GRAB_LAST,
        /** Becomes ready for a fork that lies with the neighbour, and asks for it. */
        B_ASK,
        /** Comes to own the fork it was ready for. */
        B_OWN,
        /** Comes to own its last fork, and eats. */
        B_OWN_LAST,
        /** Hands over a fork that it does not own. */
        B_YIELD,
        /** Is asked for a fork that it owns, or is about to: the neighbour is blocked. */
        B_BLOCK,
        /** Completes its meal; the forks that neighbours are ready for go to them. */
        B_FINISH,
        /** A neighbour has departed, and its fork with it. */
        B_DEPARTED,
        /** The same, and no other fork was missing: eats. */
        B_DEPARTED_EATS,
        /** Is cut off from neighbours that have not departed: it grabs no fork any more. */
        B_CUT_OFF,
        /** Is cut off while it eats. */
        B_LOST,
        /** Becomes hungry when it is cut off. */
        B_RISE_CUT_OFF,
        /** Receives a message of a process that is no neighbour any more. */
        B_LATE,
        /** Completes a meal that it has been told is lost. */
        B_FINISH_LOST
    }

    public BinaryArbitration() {
        super(new DepartureRules(B_CUT_OFF, B_LOST, B_RISE_CUT_OFF, B_FINISH_LOST, B_LATE));
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(THINKING, Grabbing.start(self, neighbours), false);
    }

    @Override
    protected Transition<State, Message, Output> hungry(State p, Transition<State, Message, Output> step) {
        return p.forks().ownsAll() ? eat(B_ALONE, p, step) : delay(B_RISE, p, step);
    }

    /** It becomes ready for its next fork; a fork that no philosopher owns it grabs in the same act (P0). */
    @Override
    public Transition<State, Message, Output> onTimeout(
            symposium.kernel.Timer delay, State p, Transition<State, Message, Output> step) {
        return p.forks().nextIsHere()
                ? own(B_GRAB, B_GRAB_LAST, p, step)
                : step.by(B_ASK, p.withMood(READY)).send(p.forks().next(), new Request());
    }

    @Override
    protected Transition<State, Message, Output> received(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        return message instanceof Fork ? onFork(from, p, step) : onRequest(from, p, step);
    }

    private static Transition<State, Message, Output> onFork(
            Neighbour from, State p, Transition<State, Message, Output> step) {
        step.require(
                p.mood() == READY && p.forks().next().equals(from),
                "a fork comes to a philosopher that is ready to grab it");
        return own(B_OWN, B_OWN_LAST, p.withForks(p.forks().receive(from.id())), step);
    }

    private static Transition<State, Message, Output> onRequest(
            Neighbour from, State p, Transition<State, Message, Output> step) {
        return p.forks().free(from.id())
                ? step.by(B_YIELD, p.withForks(p.forks().handOver(from.id()))).send(from, new Fork())
                : step.by(B_BLOCK, p.withForks(p.forks().block(from.id())));
    }

    private static Transition<State, Message, Output> own(
            Rule one, Rule last, State p, Transition<State, Message, Output> step) {
        State owner = p.withForks(p.forks().own());
        return owner.forks().ownsAll() ? eat(last, owner, step) : delay(one, owner, step);
    }

    private static Transition<State, Message, Output> delay(
            Rule rule, State p, Transition<State, Message, Output> step) {
        return step.by(rule, p.withMood(DELAYED)).schedule(GRABBING_DELAY);
    }

    private static Transition<State, Message, Output> eat(Rule rule, State p, Transition<State, Message, Output> step) {
        return step.by(rule, p.withMood(EATING)).tell(new Output.Eats());
    }

    /** C0: a philosopher ready for a fork of one that eats will own it when the meal is completed. */
    @Override
    protected Transition<State, Message, Output> sated(State p, Transition<State, Message, Output> step) {
        return step.by(B_FINISH, new State(THINKING, p.forks().letGo(), false))
                .sendEach(p.forks().blocked(), new Fork());
    }

    @Override
    protected Transition<State, Message, Output> departed(
            Neighbours left, State p, Transition<State, Message, Output> step) {
        boolean missed = p.mood() == READY && !left.contains(p.forks().next());
        State next = p.withForks(p.forks().among(left));
        if ((missed || p.mood() == DELAYED) && next.forks().ownsAll()) {
            return eat(B_DEPARTED_EATS, next, step);
        }
        return missed ? delay(B_DEPARTED, next, step) : step.by(B_DEPARTED, next);
    }

    @Override
    protected State cutOff(User user) {
        return new State(user == User.HUNGRY ? READY : THINKING, Grabbing.NONE, true);
    }

    /** A philosopher that eats or is cut off reaches for no more forks. */
    @Override
    public Transition<State, Message, Output> onNeighboursChanged(
            Neighbours now, SortedSet<ProcessId> departed, State p, Transition<State, Message, Output> step) {
        super.onNeighboursChanged(now, departed, p, step);
        return p.mood() == DELAYED && step.state().mood() != DELAYED ? step.cancel(GRABBING_DELAY) : step;
    }

    /** The catalogue entry. */
    public static final class Entry extends DiningAlgorithm<State, Message> {
        public Entry() {
            super(DiningAlgorithm.<State, Message>of("binary-arbitration", Message.class, Channels.UNORDERED)
                    .withPaper(Paper.of("E. W. Dijkstra and C. S. Scholten, Distributed Arbitration, sections 0 to 4")
                            .withCost("0 to 2 for each fork: a request and the fork, where it lies with the neighbour"))
                    .system(system ->
                            system.withAssumptions("grabbing orders without danger of deadlock, as ascending ones are;"
                                    + " nothing is lost but to and from the dead"))
                    .withTimers(List.of(Timer.values()))
                    .withProtocol(start -> new BinaryArbitration())
                    .checks(checks -> checks.withInvariants(BinaryArbitrationChecks.invariants())
                            .withVariants(start -> BinaryArbitrationChecks.variants())
                            .unreachable(
                                    B_ALONE,
                                    B_DEPARTED,
                                    B_DEPARTED_EATS,
                                    B_CUT_OFF,
                                    B_LOST,
                                    B_RISE_CUT_OFF,
                                    B_LATE,
                                    B_FINISH_LOST)
                            .unreachable(2, B_GRAB, B_OWN)
                            .reachableAlone(B_ALONE, B_FINISH)));
        }
    }
}
