package symposium.own.naimitrehel;

import static symposium.own.naimitrehel.NaimiTrehel.Rule.FORWARD;
import static symposium.own.naimitrehel.NaimiTrehel.Rule.GIVE;
import static symposium.own.naimitrehel.NaimiTrehel.Rule.QUEUE;
import static symposium.own.naimitrehel.NaimiTrehel.Rule.RELEASE;
import static symposium.own.naimitrehel.NaimiTrehel.Rule.REQUEST;
import static symposium.own.naimitrehel.NaimiTrehel.Rule.TOKEN;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;

/**
 * One process of Naimi and Trehel's algorithm.
 *
 * @param elected the process at which the token starts
 */
public record NaimiTrehel(ProcessId elected)
        implements Protocol<NaimiTrehel.State, NaimiTrehel.Message, Input, Output> {

    /** What processes send. */
    public sealed interface Message extends Printable {}

    /**
     * Sent along {@code last}: a process wants the token.
     *
     * @param requester which process
     */
    public record Request(ProcessId requester) implements Message {}

    /** A process that has it may enter. */
    public record Token() implements Message {}

    /**
     * A process, with the paper's variables.
     *
     * @param self its name
     * @param last the probable owner of the token, where requests go; empty at a root: a process that asked last, or
     *     has the token and no process after it
     * @param next who gets the token after this process, where that is known
     * @param requesting whether the user wants the critical section or is in it
     * @param token whether the token is here
     */
    @RecordBuilder
    public record State(
            ProcessId self, Optional<ProcessId> last, Optional<ProcessId> next, boolean requesting, boolean token)
            implements NaimiTrehelStateBuilder.With {}

    /** The paper's procedures; the receipt of a request is told apart by its three branches. */
    public enum Rule implements symposium.kernel.Rule {
        /** The user wants to enter. */
        REQUEST,
        /** The user exits. */
        RELEASE,
        /** A process that is no root receives a request. */
        FORWARD,
        /** A root that waits or is in its critical section receives a request. */
        QUEUE,
        /** A root with an idle token receives a request. */
        GIVE,
        /** The process receives the token. */
        TOKEN
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        boolean token = self.equals(elected);
        return new State(self, token ? Optional.empty() : Optional.of(elected), Optional.empty(), false, token);
    }

    @Override
    public Transition<State, Message, Output> onInput(Input input, State p, Transition<State, Message, Output> step) {
        if (input == Input.ENTER) {
            step.by(REQUEST, p.with(to -> to.requesting(true).last(Optional.empty())));
            p.last().ifPresent(last -> step.send(last, new Request(p.self())));
            return p.last().isEmpty() ? step.tell(new Output.Granted()) : step;
        }
        step.by(
                RELEASE,
                p.with(to -> to.requesting(false).token(p.next().isEmpty()).next(Optional.empty())));
        p.next().ifPresent(next -> step.send(next, new Token()));
        return step;
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        if (!(message instanceof Request request)) {
            return step.by(TOKEN, p.withToken(true)).tell(new Output.Granted());
        }
        Optional<ProcessId> requester = Optional.of(request.requester());
        State reversed = p.withLast(requester);
        if (p.last().isPresent()) {
            return step.by(FORWARD, reversed).send(p.last().get(), request);
        }
        return p.requesting()
                ? step.by(QUEUE, reversed.withNext(requester))
                : step.by(GIVE, reversed.withToken(false)).send(request.requester(), new Token());
    }

    /** Naimi and Trehel's algorithm in the catalogue. */
    public static final class Entry extends MutexAlgorithm<State, Message> {
        public Entry() {
            super(MutexAlgorithm.<State, Message>of(
                            "naimi-trehel", Message.class, start -> new NaimiTrehel(start.holder()))
                    .withPaper(Paper.of(
                                    "M. Naimi, M. Trehel, A. Arnold, A log(N) distributed mutual exclusion algorithm based on"
                                            + " path reversal, JPDC 34, 1996")
                            .withCost("0 where the token rests, else 2 to n; O(log n) on average"))
                    .checks(checks -> checks.withInvariants(NaimiTrehelChecks.invariants())
                            .withVariants(NaimiTrehelChecks::variants)
                            // a process alone asks no process
                            .reachableAlone(REQUEST, RELEASE)
                            // of two, each asks the other, who is a root
                            .unreachable(2, FORWARD)));
        }
    }
}
