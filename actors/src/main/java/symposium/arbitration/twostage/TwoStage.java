package symposium.arbitration.twostage;

import static symposium.arbitration.twostage.TwoStage.Mood.EATING;
import static symposium.arbitration.twostage.TwoStage.Mood.GRABBING;
import static symposium.arbitration.twostage.TwoStage.Mood.HUNGRY;
import static symposium.arbitration.twostage.TwoStage.Mood.THINKING;
import static symposium.arbitration.twostage.TwoStage.Rule.BLOCK;
import static symposium.arbitration.twostage.TwoStage.Rule.CUT_OFF;
import static symposium.arbitration.twostage.TwoStage.Rule.DEPARTED;
import static symposium.arbitration.twostage.TwoStage.Rule.DEPARTED_T0;
import static symposium.arbitration.twostage.TwoStage.Rule.DEPARTED_T0_T1;
import static symposium.arbitration.twostage.TwoStage.Rule.DEPARTED_T1;
import static symposium.arbitration.twostage.TwoStage.Rule.FINISH_LOST;
import static symposium.arbitration.twostage.TwoStage.Rule.LATE;
import static symposium.arbitration.twostage.TwoStage.Rule.LOST;
import static symposium.arbitration.twostage.TwoStage.Rule.OWN;
import static symposium.arbitration.twostage.TwoStage.Rule.T0;
import static symposium.arbitration.twostage.TwoStage.Rule.T0_T1;
import static symposium.arbitration.twostage.TwoStage.Rule.T1;
import static symposium.arbitration.twostage.TwoStage.Rule.T2;
import static symposium.arbitration.twostage.TwoStage.Rule.UNDIRECTED;
import static symposium.arbitration.twostage.TwoStage.Rule.WANT;
import static symposium.arbitration.twostage.TwoStage.Rule.WANT_CUT_OFF;
import static symposium.arbitration.twostage.TwoStage.Rule.WANT_T0;
import static symposium.arbitration.twostage.TwoStage.Rule.WANT_T0_T1;
import static symposium.arbitration.twostage.TwoStage.Rule.YIELD;

import io.soabase.recordbuilder.core.RecordBuilder;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.arbitration.DiningAlgorithm;
import symposium.arbitration.DiningProtocol;
import symposium.arbitration.DiningState;
import symposium.arbitration.ForkSet;
import symposium.arbitration.Grabbing;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.problem.Channels;

/**
 * A philosopher of section 5: T0 directs an arrow towards each tabled neighbour, T1 waits until no outgoing arrow is
 * left, T2 makes all forks undirected. T0's of neighbours exclude each other by binary arbitration: T0 is done owning
 * all forks of the first stage.
 */
public final class TwoStage extends DiningProtocol<TwoStage.State, TwoStage.Message> {

    /** What goes over the link between two neighbours. */
    public sealed interface Message extends Printable {}

    /** The sender is ready to grab the fork of the first stage. */
    public record Request() implements Message {}

    /**
     * The fork of the first stage goes to the recipient, which is ready to grab it.
     *
     * @param tabled whether the sender is tabled: the recipient's T0 will direct an arrow towards it, unless it is
     *     {@link Undirected} before
     */
    public record Fork(boolean tabled) implements Message {}

    /** The sender has made the fork undirected (T2). */
    public record Undirected() implements Message {}

    /** What a philosopher does. */
    public enum Mood {
        THINKING,
        /** Before T0: grabbing the forks of the first stage. */
        GRABBING,
        HUNGRY,
        EATING
    }

    /**
     * A philosopher.
     *
     * @param mood what it does
     * @param forks the forks of the first stage
     * @param tabled the neighbours that were tabled when their fork came, and have not made it undirected since; to
     *     these lead the arrows while this one is hungry
     * @param incoming the neighbours that got their fork from here while this one was tabled: arrows from there lead
     *     here, or will
     * @param cutOff whether neighbours are out of reach that have not departed
     */
    @RecordBuilder
    public record State(Mood mood, Grabbing forks, ForkSet tabled, ForkSet incoming, boolean cutOff)
            implements DiningState, TwoStageStateBuilder.With {

        @Override
        public Neighbours neighbours() {
            return forks.order();
        }

        @Override
        public User user() {
            return switch (mood) {
                case THINKING -> User.THINKING;
                case GRABBING, HUNGRY -> User.HUNGRY;
                case EATING -> User.EATING;
            };
        }

        /** "The union of the last two states will be denoted by tabled." */
        boolean isTabled() {
            return mood == HUNGRY || mood == EATING;
        }

        /** The neighbours to which an arrow leads from here. */
        ForkSet outgoing() {
            return isTabled() ? tabled : ForkSet.NONE;
        }
    }

    /** T0, T1 and T2 of section 5, and what it takes to make the T0's of neighbours exclude each other. */
    public enum Rule implements symposium.kernel.Rule {
        /** Wants to be tabled: grabs what lies here, and asks for the first fork that does not. */
        WANT("w.ask"),
        /** Wants to be tabled, and grabs every fork here: T0; some neighbours are tabled. */
        WANT_T0("T0 at once"),
        /** The same, without an outgoing arrow: T0 and T1. */
        WANT_T0_T1("T0 T1 at once"),
        /** Comes to own a fork, and is ready for another. */
        OWN("w.own"),
        /** Comes to own the last fork: T0; some neighbours are tabled. */
        T0("T0"),
        /** The same, without an outgoing arrow: T0 and T1. */
        T0_T1("T0 T1"),
        /** Hands over a fork that it does not own. */
        YIELD("w.yield"),
        /** Is asked for a fork that it owns, or that is on its way here. */
        BLOCK("w.block"),
        /** A neighbour has made a fork undirected; others are directed still, or there is no meal in sight. */
        UNDIRECTED("u.one"),
        /** The last outgoing arrow has disappeared: T1. */
        T1("T1"),
        /** T2: makes all its forks undirected. */
        T2("T2"),
        /** A neighbour has departed. */
        DEPARTED("d.departed"),
        /** A neighbour has departed whose fork was the last that was missing: T0. */
        DEPARTED_T0("d.T0"),
        /** The same, without an outgoing arrow: T0 and T1. */
        DEPARTED_T0_T1("d.T0 T1"),
        /** A neighbour has departed to which the last outgoing arrow led: T1. */
        DEPARTED_T1("d.T1"),
        /** Is cut off from neighbours that have not departed: it does not eat any more. */
        CUT_OFF("d.cut-off"),
        /** Is cut off while it eats. */
        LOST("d.lost"),
        /** Wants to be tabled when it is cut off. */
        WANT_CUT_OFF("d.want"),
        /** Completes a meal that it has been told is lost. */
        FINISH_LOST("d.finish"),
        /** Receives a message of a process that is no neighbour any more. */
        LATE("d.late");

        private final String label;

        Rule(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }
    }

    public TwoStage() {
        super(new DepartureRules(CUT_OFF, LOST, WANT_CUT_OFF, FINISH_LOST, LATE));
    }

    /** "All philosophers thinking and all forks undirected." */
    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(THINKING, Grabbing.start(self, neighbours), ForkSet.NONE, ForkSet.NONE, false);
    }

    // --- the first stage: T0's of neighbours exclude each other

    @Override
    protected Transition<State, Message, Output> hungry(State p, Transition<State, Message, Output> step) {
        return grab(WANT, WANT_T0, WANT_T0_T1, p.withMood(GRABBING), step);
    }

    @Override
    protected Transition<State, Message, Output> received(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        if (message instanceof Fork fork) {
            return onFork(from, fork, p, step);
        }
        return message instanceof Request ? onRequest(from, p, step) : onUndirected(from.id(), p, step);
    }

    private static Transition<State, Message, Output> onFork(
            Neighbour from, Fork fork, State p, Transition<State, Message, Output> step) {
        step.require(
                p.mood() == GRABBING && p.forks().next().equals(from),
                "a fork comes to a philosopher that is ready to grab it");
        State next = p.withForks(p.forks().receive(from.id()));
        return grab(OWN, T0, T0_T1, fork.tabled() ? next.withTabled(p.tabled().with(from.id())) : next, step);
    }

    private static Transition<State, Message, Output> onRequest(
            Neighbour from, State p, Transition<State, Message, Output> step) {
        ProcessId other = from.id();
        if (!p.forks().free(other)) {
            return step.by(BLOCK, p.withForks(p.forks().block(other)));
        }
        State next = p.withForks(p.forks().handOver(other));
        return step.by(YIELD, p.isTabled() ? next.withIncoming(p.incoming().with(other)) : next)
                .send(from, new Fork(p.isTabled()));
    }

    /** Grabs one fork after the other until one does not lie here; with all of them, T0. */
    private static Transition<State, Message, Output> grab(
            Rule missing, Rule t0, Rule t0t1, State p, Transition<State, Message, Output> step) {
        Grabbing forks = p.forks();
        while (!forks.ownsAll() && forks.nextIsHere()) {
            forks = forks.own();
        }
        return forks.ownsAll()
                ? t0(t0, t0t1, p.withForks(forks), step)
                : step.by(missing, p.withForks(forks)).send(forks.next(), new Request());
    }

    // --- T0, T1, T2

    /** Directs an arrow towards each tabled neighbour, and lets the forks of the first stage go. */
    private static Transition<State, Message, Output> t0(
            Rule t0, Rule t0t1, State p, Transition<State, Message, Output> step) {
        ForkSet blocked = p.forks().blocked();
        boolean eats = p.tabled().isEmpty();
        step.by(eats ? t0t1 : t0, new State(eats ? EATING : HUNGRY, p.forks().letGo(), p.tabled(), blocked, false))
                .sendEach(blocked, new Fork(true));
        return eats ? step.tell(new Output.Eats()) : step;
    }

    private static Transition<State, Message, Output> onUndirected(
            ProcessId other, State p, Transition<State, Message, Output> step) {
        step.require(p.tabled().contains(other), "a fork is made undirected that was directed");
        return withoutArrow(UNDIRECTED, T1, p.withTabled(p.tabled().without(other)), step);
    }

    /** T1, where no outgoing arrow is left. */
    private static Transition<State, Message, Output> withoutArrow(
            Rule waits, Rule t1, State p, Transition<State, Message, Output> step) {
        return p.mood() == HUNGRY && p.tabled().isEmpty()
                ? step.by(t1, p.withMood(EATING)).tell(new Output.Eats())
                : step.by(waits, p);
    }

    /** T2: makes all its forks undirected. */
    @Override
    protected Transition<State, Message, Output> sated(State p, Transition<State, Message, Output> step) {
        return step.by(T2, new State(THINKING, p.forks(), p.tabled(), ForkSet.NONE, false))
                .sendEach(p.incoming(), new Undirected());
    }

    // --- departures

    @Override
    protected Transition<State, Message, Output> departed(
            Neighbours left, State p, Transition<State, Message, Output> step) {
        State next = p.with(among -> among.forks(p.forks().among(left))
                .tabled(p.tabled().among(left))
                .incoming(p.incoming().among(left)));
        return p.mood() == GRABBING && !left.contains(p.forks().next())
                ? grab(DEPARTED, DEPARTED_T0, DEPARTED_T0_T1, next, step)
                : withoutArrow(DEPARTED, DEPARTED_T1, next, step);
    }

    @Override
    protected State cutOff(User user) {
        return new State(user == User.HUNGRY ? GRABBING : THINKING, Grabbing.NONE, ForkSet.NONE, ForkSet.NONE, true);
    }

    /** The catalogue entry. */
    public static final class Entry extends DiningAlgorithm<State, Message> {
        public Entry() {
            super(DiningAlgorithm.<State, Message>of("two-stage", Message.class, Channels.FIFO)
                    .withPaper(Paper.of("E. W. Dijkstra and C. S. Scholten, Distributed Arbitration, section 5")
                            .withCost("0 to 3 for each fork: a request and the fork, where it lies with the neighbour,"
                                    + " and the news that it is undirected"))
                    .system(system -> system.withAssumptions(
                            "orders of grabbing without danger of deadlock, as ascending ones are;"
                                    + " nothing is lost but to and from the dead"))
                    .withProtocol(start -> new TwoStage())
                    .checks(checks -> checks.withInvariants(TwoStageChecks.invariants())
                            .withVariants(start -> TwoStageChecks.variants())
                            .unreachable(WANT_T0, DEPARTED, DEPARTED_T0, DEPARTED_T0_T1, DEPARTED_T1)
                            .unreachable(CUT_OFF, LOST, WANT_CUT_OFF, FINISH_LOST, LATE)
                            .unreachable(2, OWN, UNDIRECTED)
                            .reachableAlone(WANT_T0_T1, T2)));
        }
    }
}
