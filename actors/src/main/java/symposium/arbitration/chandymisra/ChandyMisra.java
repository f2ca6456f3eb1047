package symposium.arbitration.chandymisra;

import static symposium.arbitration.chandymisra.ChandyMisra.Rule.CUT_OFF;
import static symposium.arbitration.chandymisra.ChandyMisra.Rule.DEPARTED;
import static symposium.arbitration.chandymisra.ChandyMisra.Rule.DEPARTED_EATS;
import static symposium.arbitration.chandymisra.ChandyMisra.Rule.DONE;
import static symposium.arbitration.chandymisra.ChandyMisra.Rule.DONE_LOST;
import static symposium.arbitration.chandymisra.ChandyMisra.Rule.HUNGRY;
import static symposium.arbitration.chandymisra.ChandyMisra.Rule.HUNGRY_CUT_OFF;
import static symposium.arbitration.chandymisra.ChandyMisra.Rule.HUNGRY_EATS;
import static symposium.arbitration.chandymisra.ChandyMisra.Rule.KEEP;
import static symposium.arbitration.chandymisra.ChandyMisra.Rule.LATE;
import static symposium.arbitration.chandymisra.ChandyMisra.Rule.LOST;
import static symposium.arbitration.chandymisra.ChandyMisra.Rule.RECEIVE;
import static symposium.arbitration.chandymisra.ChandyMisra.Rule.RECEIVE_EATS;
import static symposium.arbitration.chandymisra.ChandyMisra.Rule.SEND;
import static symposium.arbitration.chandymisra.ChandyMisra.Rule.SEND_ASK;

import io.soabase.recordbuilder.core.RecordBuilder;
import symposium.arbitration.Dining.Output;
import symposium.arbitration.Dining.User;
import symposium.arbitration.DiningAlgorithm;
import symposium.arbitration.DiningProtocol;
import symposium.arbitration.DiningState;
import symposium.arbitration.ForkSet;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.problem.Channels;

/**
 * A philosopher of Chandy and Misra: a fork that has been used is dirty, and a dirty fork that is asked for is given
 * away, cleaned.
 */
public final class ChandyMisra extends DiningProtocol<ChandyMisra.State, ChandyMisra.Message> {

    /** What goes over the link between two neighbours. */
    public sealed interface Message extends Printable {}

    /** The request token: its holder, which lacks the fork, may ask for it once. */
    public record Request() implements Message {}

    /** The fork, cleaned. */
    public record Fork() implements Message {}

    /**
     * A philosopher with hygienic forks.
     *
     * @param neighbours the philosophers that it shares forks with
     * @param user what it does, which is what its user does
     * @param here the forks that lie here
     * @param dirty those of the forks here that have been used since they came
     * @param tokens the forks whose request token is here: with the fork here, too, it is asked for; without, it may be
     *     asked for
     * @param cutOff whether neighbours are out of reach that have not departed
     */
    @RecordBuilder
    public record State(Neighbours neighbours, User user, ForkSet here, ForkSet dirty, ForkSet tokens, boolean cutOff)
            implements DiningState, ChandyMisraStateBuilder.With {

        boolean hasAll() {
            return here.size() == neighbours.size();
        }

        /** Hungry, and no fork is missing. */
        boolean mayEat() {
            return user == User.HUNGRY && hasAll();
        }

        boolean mayAskFor(ProcessId other) {
            return tokens.contains(other) && !here.contains(other);
        }

        State without(ForkSet forks) {
            return with(next -> next.here(here.without(forks)).dirty(dirty.without(forks)));
        }

        State without(ProcessId fork) {
            return with(next -> next.here(here.without(fork)).dirty(dirty.without(fork)));
        }
    }

    /** The guarded commands of the hygienic solution (R1 to R4), with what becomes of departures. */
    public enum Rule implements symposium.kernel.Rule {
        /** Becomes hungry, and asks for every fork that is missing (R1). */
        HUNGRY("R1"),
        /** Becomes hungry with all forks here, and eats. */
        HUNGRY_EATS("R1 eats"),
        /** Sends a dirty fork that is asked for, cleaned (R2). */
        SEND("R2"),
        /** The same while hungry: asks for it back (R2, R1). */
        SEND_ASK("R2 R1"),
        /** Keeps a clean fork, or one in use, that is asked for (R3). */
        KEEP("R3"),
        /** Receives a fork (R4). */
        RECEIVE("R4"),
        /** Receives the last fork, and eats. */
        RECEIVE_EATS("R4 eats"),
        /** Completes a meal: forks are dirty, and those asked for go. */
        DONE("R2 done"),
        /** A neighbour has departed, and its fork with it. */
        DEPARTED("d.departed"),
        /** The same, and no other fork was missing: eats. */
        DEPARTED_EATS("d.eats"),
        /** Is cut off from neighbours that have not departed. */
        CUT_OFF("d.cut-off"),
        /** Is cut off while it eats. */
        LOST("d.lost"),
        /** Becomes hungry when it is cut off. */
        HUNGRY_CUT_OFF("d.hungry"),
        /** Completes a meal that it has been told is lost. */
        DONE_LOST("d.done"),
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

    public ChandyMisra() {
        super(new DepartureRules(CUT_OFF, LOST, HUNGRY_CUT_OFF, DONE_LOST, LATE));
    }

    /**
     * Every fork is dirty and lies at the lower of its two philosophers, the request token at the higher: there is no
     * cycle.
     */
    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        ForkSet here = ForkSet.of(neighbours, other -> self.compareTo(other) < 0);
        ForkSet tokens = ForkSet.of(neighbours, other -> self.compareTo(other) > 0);
        return new State(neighbours, User.THINKING, here, here, tokens, false);
    }

    /** R1. */
    @Override
    protected Transition<State, Message, Output> hungry(State p, Transition<State, Message, Output> step) {
        if (p.hasAll()) {
            return eat(HUNGRY_EATS, p, step);
        }
        for (Neighbour each : p.neighbours()) {
            if (p.mayAskFor(each.id())) {
                step.send(each, new Request());
            }
        }
        return step.by(
                HUNGRY, p.with(next -> next.user(User.HUNGRY).tokens(p.tokens().only(p.here()::contains))));
    }

    @Override
    protected Transition<State, Message, Output> received(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        return message instanceof Fork ? onFork(from.id(), p, step) : onRequest(from, p, step);
    }

    /** R2 and R3. */
    private static Transition<State, Message, Output> onRequest(
            Neighbour from, State p, Transition<State, Message, Output> step) {
        ProcessId other = from.id();
        State asked = p.withTokens(p.tokens().with(other));
        if (p.user() == User.EATING || !p.dirty().contains(other)) {
            return step.by(KEEP, asked);
        }
        return p.user() == User.THINKING
                ? step.by(SEND, asked.without(other)).send(from, new Fork())
                : step.by(SEND_ASK, p.without(other)).send(from, new Fork()).send(from, new Request());
    }

    /** R4. */
    private static Transition<State, Message, Output> onFork(
            ProcessId from, State p, Transition<State, Message, Output> step) {
        return eatIfPossible(RECEIVE, RECEIVE_EATS, p.withHere(p.here().with(from)), step);
    }

    private static Transition<State, Message, Output> eatIfPossible(
            Rule waits, Rule eats, State p, Transition<State, Message, Output> step) {
        return p.mayEat() ? eat(eats, p, step) : step.by(waits, p);
    }

    /** Every fork is in use, and dirty from now on. */
    private static Transition<State, Message, Output> eat(Rule rule, State p, Transition<State, Message, Output> step) {
        return step.by(rule, p.with(next -> next.user(User.EATING).dirty(p.here())))
                .tell(new Output.Eats());
    }

    @Override
    protected Transition<State, Message, Output> sated(State p, Transition<State, Message, Output> step) {
        return step.by(DONE, p.without(p.tokens()).withUser(User.THINKING)).sendEach(p.tokens(), new Fork());
    }

    @Override
    protected Transition<State, Message, Output> departed(
            Neighbours left, State p, Transition<State, Message, Output> step) {
        State next = p.with(among -> among.neighbours(left)
                .here(p.here().among(left))
                .dirty(p.dirty().among(left))
                .tokens(p.tokens().among(left)));
        return eatIfPossible(DEPARTED, DEPARTED_EATS, next, step);
    }

    @Override
    protected State cutOff(User user) {
        return new State(Neighbours.none(), user, ForkSet.NONE, ForkSet.NONE, ForkSet.NONE, true);
    }

    /** The catalogue entry: the yardstick for the other solutions. */
    public static final class Entry extends DiningAlgorithm<State, Message> {
        public Entry() {
            super(DiningAlgorithm.<State, Message>of("chandy-misra", Message.class, Channels.FIFO)
                    .withPaper(Paper.of(
                                    "K. M. Chandy and J. Misra, The drinking philosophers problem, ACM TOPLAS 6(4), 1984,"
                                            + " section 3")
                            .withCost("2 for each fork that changes hands: a request and the fork"))
                    .system(system ->
                            system.withAssumptions("distinct names; nothing is lost but to and from the dead"))
                    .withProtocol(start -> new ChandyMisra())
                    .checks(checks -> checks.withInvariants(ChandyMisraChecks.invariants())
                            .withVariants(start -> ChandyMisraChecks.variants())
                            .unreachable(DEPARTED, DEPARTED_EATS, CUT_OFF, LOST, HUNGRY_CUT_OFF, DONE_LOST, LATE)
                            .unreachable(2, RECEIVE, SEND_ASK)
                            .reachableAlone(HUNGRY_EATS, DONE)));
        }
    }
}
