package symposium.mutex.ricartagrawala;

import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.CO0_ANSWER_IDLE;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.CO1_ANSWER_EARLIER;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.CO2_DEFER;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.M0_DEPARTED;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.M1_DEPARTED_ENTER;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.M2_LOST;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.M3_RELEASE_AFTER_LOSS;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.M4_UNDELIVERABLE;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.P0_REQUEST;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.P1_REQUEST_ALONE;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.P2_ACKNOWLEDGED;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.P3_ENTER;
import static symposium.mutex.ricartagrawala.RicartAgrawala.Rule.P4_RELEASE;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import symposium.clock.Timestamp;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.PermissionBased;

/**
 * One process and its co-processes, after Hoogerwoord, section 2.3 with the values of F as in section 2.4.
 *
 * <p>A user's {@link Input#ENTER} begins the body of the loop, {@link Input#RELEASE} is the end of its critical
 * section. The co-processes {@code co p,q} of process q share one state with q, and take their steps together with it:
 * a co-process whose guard has become true goes on at once.
 */
public final class RicartAgrawala extends PermissionBased<RicartAgrawala.State, RicartAgrawala.Message> {

    /** The messages between a process and the co-processes of others. */
    public sealed interface Message extends Printable {}

    /**
     * Sent by process p to every co-process {@code co p,q}: "send F_p".
     *
     * @param f the value of F_p, which identifies p's request
     */
    public record Request(Timestamp f) implements Message {}

    /**
     * Sent back when {@code ¬x_q ∨ F_p < F_q} holds: "which is just an empty message".
     *
     * @param clock empty, as printed; or the sender's c, in the form with stamped acknowledgements
     */
    public record Acknowledgement(OptionalLong clock) implements Message {}

    /** The content of acknowledgements. */
    public enum Form {
        /** Nothing, as printed. */
        EMPTY,
        /** The clock of the sender, to which the recipient raises its own. */
        STAMPED
    }

    /**
     * A process q together with its co-processes {@code co p,q}, one for every other process p, which share
     * {@code x_q}, {@code F_q} and {@code c_q}.
     *
     * @param self the process's name
     * @param neighbours all other processes that have not departed
     * @param quorum how many processes, this one included, must be left for any request to be granted
     * @param c the private variable c, from which values of F are taken; never decreased
     * @param f the value of F while x is true; empty while x is false, when no process reads F
     * @param awaited the processes from whose co-processes an acknowledgement has yet to come
     * @param critical whether the process is in its critical section
     * @param deferred the processes p whose co-process {@code co p,q} waits for its guard
     */
    @RecordBuilder
    public record State(
            ProcessId self,
            Neighbours neighbours,
            int quorum,
            long c,
            Optional<Timestamp> f,
            SortedSet<ProcessId> awaited,
            boolean critical,
            SortedSet<ProcessId> deferred)
            implements PermissionBased.State, RicartAgrawalaStateBuilder.With {

        @Override
        public Optional<Timestamp> request() {
            return f;
        }

        /** The paper's x: whether the process waits for its critical section or is in it. */
        public boolean x() {
            return f.isPresent();
        }
    }

    /**
     * The atomic steps of process p and of the co-processes that live with it, in the order of the program of section
     * 2.3. The last group is for departures, of which the paper has none.
     */
    public enum Rule implements symposium.kernel.Rule {
        /** {@code x_p, F_p := true, (c_p, p)}, and F_p is sent to every co-process. */
        P0_REQUEST,
        /** The same where there is no co-process: the critical section follows at once. */
        P1_REQUEST_ALONE,
        /** An acknowledgement is received; another is awaited, or there is no quorum. */
        P2_ACKNOWLEDGED,
        /** The last acknowledgement is received, and the critical section begins. */
        P3_ENTER,
        /** {@code x_p := false}; the co-processes that waited for it answer. */
        P4_RELEASE,
        /** {@code receive f; c_q := } a value exceeding f; {@code ¬x_q}: an acknowledgement is sent. */
        CO0_ANSWER_IDLE,
        /** The same where {@code x_q} and {@code f < F_q}: an acknowledgement is sent. */
        CO1_ANSWER_EARLIER,
        /** The same where {@code x_q} and {@code F_q < f}: the co-process waits. */
        CO2_DEFER,
        /** Processes have departed: their acknowledgements are not awaited, and none is owed to them. */
        M0_DEPARTED,
        /** The same, and only their acknowledgements were awaited: the critical section begins. */
        M1_DEPARTED_ENTER,
        /**
         * Processes have departed, and too few are left: the critical section is lost, and the co-processes that waited
         * answer.
         */
        M2_LOST,
        /** The user leaves a critical section before it has heard of its loss. */
        M3_RELEASE_AFTER_LOSS,
        /** A message has come back; the news that its recipient has departed follows. */
        M4_UNDELIVERABLE
    }

    private final Form form;

    /**
     * @param start its quorum is how many processes must be left for any request to be granted
     * @param form the content of acknowledgements
     */
    public RicartAgrawala(Start start, Form form) {
        super(
                start,
                new Rules(
                        P4_RELEASE, M0_DEPARTED, M1_DEPARTED_ENTER, M2_LOST, M3_RELEASE_AFTER_LOSS, M4_UNDELIVERABLE));
        this.form = form;
    }

    /** Initially ¬x everywhere; "if we choose, for all processes, c = 0 initially". */
    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        return new State(self, neighbours, quorum, 0, Optional.empty(), Sorted.set(), false, Sorted.set());
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State state, Transition<State, Message, Output> step) {
        return message instanceof Request request
                ? onRequest(request.f(), from, state, step)
                : onAcknowledgement((Acknowledgement) message, from, state, step);
    }

    // --- process p

    @Override
    protected Transition<State, Message, Output> request(State p, Transition<State, Message, Output> step) {
        Timestamp f = new Timestamp(p.c(), p.self());
        State asking = p.with(next -> next.f(f).c(p.c() + 1).awaited(Sorted.ids(p.neighbours())));
        return granting(P0_REQUEST, P1_REQUEST_ALONE, asking, step).sendAll(p.neighbours(), new Request(f));
    }

    private Transition<State, Message, Output> onAcknowledgement(
            Acknowledgement acknowledgement, Neighbour q, State p, Transition<State, Message, Output> step) {
        step.require(p.awaited().contains(q.id()), "an acknowledgement is awaited");
        long c = Math.max(p.c(), acknowledgement.clock().orElse(p.c()));
        State next = p.with(it -> it.c(c).awaited(Sorted.without(p.awaited(), q.id())));
        return granting(P2_ACKNOWLEDGED, P3_ENTER, next, step);
    }

    @Override
    protected boolean permitted(State p) {
        return p.awaited().isEmpty();
    }

    @Override
    protected State entering(State p) {
        return p.withCritical(true);
    }

    /** {@code x_p := false}, the guard of every co-process that lives with p. */
    @Override
    protected Transition<State, Message, Output> exit(State p, Transition<State, Message, Output> step) {
        return step.next(p.with(next -> next.f(Optional.empty()).critical(false).deferred(Sorted.set())))
                .sendEach(p.deferred(), acknowledgement(p));
    }

    // --- the co-processes co p,q of process q

    private Transition<State, Message, Output> onRequest(
            Timestamp f, Neighbour p, State q, Transition<State, Message, Output> step) {
        // c_q := a value exceeding f: the least that does not decrease c_q
        State next = q.withC(Math.max(q.c(), f.clock() + 1));
        return !next.x() || f.isBefore(next.f().orElseThrow())
                ? step.by(next.x() ? CO1_ANSWER_EARLIER : CO0_ANSWER_IDLE, next).send(p, acknowledgement(next))
                : step.by(CO2_DEFER, next.withDeferred(Sorted.with(next.deferred(), p.id())));
    }

    private Acknowledgement acknowledgement(State q) {
        return new Acknowledgement(form == Form.STAMPED ? OptionalLong.of(q.c()) : OptionalLong.empty());
    }

    // --- departures

    @Override
    protected State without(SortedSet<ProcessId> departed, Neighbours left, State p) {
        return p.with(next -> next.neighbours(left)
                .awaited(Sorted.without(p.awaited(), departed))
                .deferred(Sorted.without(p.deferred(), departed)));
    }

    /** The catalogue entry with empty acknowledgements, as printed. */
    public static class Entry extends MutexAlgorithm<State, Message> {
        public Entry() {
            this("ricart-agrawala", Form.EMPTY, "");
        }

        Entry(String name, Form form, String each) {
            super(PermissionBased.<State, Message>algorithm(name, Message.class, Channels.UNORDERED)
                    .withPaper(
                            Paper.of("R. R. Hoogerwoord, Leslie Lamport's Logical Clocks: a tutorial, 2002, chapter 2;"
                                            + " G. Ricart, A. K. Agrawala, An optimal algorithm for mutual exclusion in"
                                            + " computer networks, 1981")
                                    .withCost("2(n-1) per entry: n-1 requests, n-1 acknowledgements" + each))
                    .system(system ->
                            system.withAssumptions("no losses; order does not matter; of crashes the others are told"))
                    .withProtocol(start -> new RicartAgrawala(start, form))
                    .checks(checks -> checks.withInvariants(RicartAgrawalaChecks.invariants())
                            .withQuotient(Optional.of(RicartAgrawalaChecks.clocks()))
                            .withVariants(start -> RicartAgrawalaChecks.variants(new RicartAgrawala(start, form)))
                            .unreachable(P1_REQUEST_ALONE)
                            // with one other there is but one acknowledgement
                            .unreachable(2, P2_ACKNOWLEDGED)
                            .reachableAlone(P1_REQUEST_ALONE, P4_RELEASE)));
        }
    }

    /** The catalogue entry with stamped acknowledgements, which make the algorithm fair in causal order. */
    public static final class StampedEntry extends Entry {
        public StampedEntry() {
            super("ricart-agrawala-stamped", Form.STAMPED, ", each with a number");
        }
    }
}
