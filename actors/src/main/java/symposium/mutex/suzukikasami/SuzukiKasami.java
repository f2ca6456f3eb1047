package symposium.mutex.suzukikasami;

import static symposium.mutex.suzukikasami.SuzukiKasami.Rule.ACCESS;
import static symposium.mutex.suzukikasami.SuzukiKasami.Rule.POSTLUDE_KEEPS;
import static symposium.mutex.suzukikasami.SuzukiKasami.Rule.POSTLUDE_SENDS;
import static symposium.mutex.suzukikasami.SuzukiKasami.Rule.PRELUDE_BROADCAST;
import static symposium.mutex.suzukikasami.SuzukiKasami.Rule.PRELUDE_PRESENT;
import static symposium.mutex.suzukikasami.SuzukiKasami.Rule.REQUEST_LATE;
import static symposium.mutex.suzukikasami.SuzukiKasami.Rule.REQUEST_NOTED;
import static symposium.mutex.suzukikasami.SuzukiKasami.Rule.REQUEST_SENDS;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.Printable;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Sorted;
import symposium.kernel.Transition;
import symposium.kernel.catalogue.Paper;
import symposium.kernel.catalogue.SystemModel;
import symposium.kernel.problem.Channels;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.Output.Granted;
import symposium.mutex.MutualExclusion.User;

/**
 * One process of Ricart and Agrawala's algorithm of 1983, which is Suzuki and Kasami's of 1982: the text of the
 * chapter's section 3.4.
 *
 * <p>{@link Input#ENTER} begins the prelude, {@link Granted} ends it, and {@link Input#RELEASE} begins the postlude.
 *
 * @param holder the process in which {@code token_present} is initialized to T
 */
public record SuzukiKasami(ProcessId holder)
        implements Protocol<SuzukiKasami.State, SuzukiKasami.Message, Input, Output> {

    /** "The messages are of two types, the requests and the token itself" (section 3.6). */
    public sealed interface Message extends Printable {}

    /**
     * Asks for the token: the paper's (request, k, j), where j is the sender.
     *
     * @param k the clock of the sender: the number of its request, from 1
     */
    public record Request(int k) implements Message {}

    /**
     * The privilege: the paper's (access, token), and the variable {@code token} while it is present.
     *
     * @param array by process, the number of its request that was granted last, 0 before the first; no other process is
     *     given the token
     */
    public record Token(SortedMap<ProcessId, Integer> array) implements Message {

        /** {@code token(j)}. */
        public int of(ProcessId j) {
            return array.get(j);
        }
    }

    /**
     * A process with the paper's variables.
     *
     * @param self i
     * @param neighbours all others
     * @param clock the number of requests that it has made
     * @param user what its user does: it waits at {@code wait (access, token)}
     * @param requests the paper's {@code requests}, without those that are 0
     * @param token the paper's {@code token}, which means something while {@code token_present}, and is present then
     */
    @RecordBuilder
    public record State(
            ProcessId self,
            Neighbours neighbours,
            int clock,
            User user,
            SortedMap<ProcessId, Integer> requests,
            Optional<Token> token)
            implements SuzukiKasamiStateBuilder.With {

        /** {@code token_present}. */
        public boolean tokenPresent() {
            return token.isPresent();
        }

        /** {@code token_held}. */
        public boolean tokenHeld() {
            return user == User.CRITICAL;
        }

        /** Whether the process waits for the token. */
        public boolean waiting() {
            return user == User.WAITING;
        }

        /** {@code request(j)}. */
        public int request(ProcessId j) {
            return requests.getOrDefault(j, 0);
        }

        /** The number of its requests that are granted in the end: all but the one that it waits with. */
        public int granted() {
            return waiting() ? clock - 1 : clock;
        }
    }

    /**
     * What happens to a process; the paper names the two parts of its first text, and the conditions in them tell these
     * apart.
     */
    public enum Rule implements symposium.kernel.Rule {
        /** The prelude with {@code token_present}: no message. */
        PRELUDE_PRESENT,
        /** The prelude without: the request is broadcast, and the token waited for. */
        PRELUDE_BROADCAST,
        /** The token comes to a process that waits for it: the rest of the prelude. */
        ACCESS,
        /** The postlude, where no request is known: the token stays. */
        POSTLUDE_KEEPS,
        /** The postlude, where one is: the token is sent. */
        POSTLUDE_SENDS,
        /** A request comes to where the token is not, or is held: it is noted. */
        REQUEST_NOTED,
        /** A request comes to where the token rests: the text of the postlude sends it. */
        REQUEST_SENDS,
        /**
         * A request comes to where the token rests, but it has been granted long since: the text of the postlude sends
         * nothing.
         */
        REQUEST_LATE
    }

    @Override
    public State initial(ProcessId self, Neighbours neighbours) {
        SortedMap<ProcessId, Integer> array = new TreeMap<>(java.util.Map.of(self, 0));
        neighbours.forEach(other -> array.put(other.id(), 0));
        Optional<Token> token = Optional.of(new Token(array)).filter(it -> self.equals(holder));
        return new State(self, neighbours, 0, User.IDLE, Sorted.map(), token);
    }

    @Override
    public Transition<State, Message, Output> onInput(Input input, State p, Transition<State, Message, Output> step) {
        return input == Input.ENTER ? prelude(p, step) : leavingCriticalSection(p, step);
    }

    @Override
    public Transition<State, Message, Output> onMessage(
            Neighbour from, Message message, State p, Transition<State, Message, Output> step) {
        return message instanceof Token token
                ? onAccess(token, p, step)
                : onRequest(((Request) message).k(), from.id(), p, step);
    }

    /** From the test of {@code token_present} to {@code token_held <- T} nothing may come between. */
    private static Transition<State, Message, Output> prelude(State p, Transition<State, Message, Output> step) {
        step.require(p.user() == User.IDLE, "the prelude is begun outside the critical section");
        if (p.tokenPresent()) {
            return criticalSection(p, step.by(PRELUDE_PRESENT));
        }
        int k = p.clock() + 1;
        return step.by(PRELUDE_BROADCAST, p.with(next -> next.clock(k).user(User.WAITING)))
                .sendAll(p.neighbours(), new Request(k));
    }

    private static Transition<State, Message, Output> onAccess(
            Token token, State p, Transition<State, Message, Output> step) {
        step.require(p.waiting(), "the token comes to a process that waits for it");
        return criticalSection(p.with(next -> next.token(token)), step.by(ACCESS));
    }

    /** {@code token_held <- T}, and the critical section begins. */
    private static Transition<State, Message, Output> criticalSection(
            State p, Transition<State, Message, Output> step) {
        return step.next(p.withUser(User.CRITICAL)).tell(new Granted());
    }

    private static Transition<State, Message, Output> leavingCriticalSection(
            State p, Transition<State, Message, Output> step) {
        step.require(p.tokenHeld() && p.tokenPresent(), MutexInvariants.CRITICAL_HOLDS_TOKEN);
        return postlude(POSTLUDE_SENDS, POSTLUDE_KEEPS, p.withUser(User.IDLE), step);
    }

    private static Transition<State, Message, Output> onRequest(
            int k, ProcessId j, State p, Transition<State, Message, Output> step) {
        State next = p.withRequests(Sorted.with(p.requests(), j, Math.max(p.request(j), k)));
        return next.tokenPresent() && !next.tokenHeld()
                ? postlude(REQUEST_SENDS, REQUEST_LATE, next, step)
                : step.by(REQUEST_NOTED, next);
    }

    /**
     * The text of the postlude: {@code token(i) <- clock}, and the token goes to the first, counted from i+1 round to
     * i-1, whose request has not been granted.
     *
     * @param sends the rule when there is one
     * @param keeps the rule when there is none
     * @param p the process, outside the critical section, with the token
     */
    public static Transition<State, Message, Output> postlude(
            symposium.kernel.Rule sends,
            symposium.kernel.Rule keeps,
            State p,
            Transition<State, Message, Output> step) {
        Token token = new Token(Sorted.with(p.token().orElseThrow().array(), p.self(), p.clock()));
        Optional<ProcessId> pending = roundFrom(p.self(), token)
                .filter(j -> p.request(j) > token.of(j))
                .findFirst();
        return pending.isEmpty()
                ? step.by(keeps, p.with(next -> next.token(token)))
                : step.by(sends, p.withToken(Optional.empty())).send(Neighbour.of(pending.get()), token);
    }

    /** {@code for j from i+1 to n, 1 to i-1}. */
    static Stream<ProcessId> roundFrom(ProcessId i, Token token) {
        Stream<ProcessId> after = token.array().tailMap(i).keySet().stream().skip(1);
        Stream<ProcessId> before = token.array().headMap(i).keySet().stream();
        return Stream.concat(after, before);
    }

    /** The catalogue entry. */
    public static final class Entry extends MutexAlgorithm<State, Message> {
        public Entry() {
            super(MutexAlgorithm.<State, Message>of("suzuki-kasami", Message.class)
                    .withPaper(Paper.of(
                                    "G. Ricart and A. K. Agrawala 1983, I. Suzuki and T. Kasami 1982; as Raynal gives it, section 3: the token's array is searched in the order of the ring")
                            .withCost("n per entry, or 0 where the token is"))
                    .withSystem(SystemModel.of(Channels.UNORDERED, Shape.COMPLETE)
                            .withAssumptions("no losses and no crashes; any order of messages"))
                    .withProtocol(start -> new SuzukiKasami(start.holder()))
                    .checks(checks -> checks.withInvariants(SuzukiKasamiChecks.invariants())
                            .withVariants(SuzukiKasamiChecks::variants)
                            // with two, a request cannot come later than the token that it has called
                            .reachableAlone(PRELUDE_PRESENT, POSTLUDE_KEEPS)
                            .unreachable(2, REQUEST_LATE)));
        }
    }
}
