package symposium.mutex.suzukikasami;

import static symposium.kernel.composition.Mutation.messages;
import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.receiving;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.composition.Mutation.steps;
import static symposium.mutex.suzukikasami.SuzukiKasami.Rule.ACCESS;
import static symposium.mutex.suzukikasami.SuzukiKasami.Rule.POSTLUDE_KEEPS;
import static symposium.mutex.suzukikasami.SuzukiKasami.Rule.POSTLUDE_SENDS;
import static symposium.mutex.suzukikasami.SuzukiKasami.Rule.PRELUDE_BROADCAST;
import static symposium.mutex.suzukikasami.SuzukiKasami.Rule.PRELUDE_PRESENT;
import static symposium.mutex.suzukikasami.SuzukiKasami.Rule.REQUEST_LATE;
import static symposium.mutex.suzukikasami.SuzukiKasami.Rule.REQUEST_SENDS;
import static symposium.mutex.suzukikasami.SuzukiKasami.roundFrom;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Rule;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.kernel.Timer;
import symposium.kernel.TraceEvent;
import symposium.kernel.composition.ForwardingProtocol;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.suzukikasami.SuzukiKasami.Message;
import symposium.mutex.suzukikasami.SuzukiKasami.Request;
import symposium.mutex.suzukikasami.SuzukiKasami.State;
import symposium.mutex.suzukikasami.SuzukiKasami.Token;

/**
 * What sections 3.5 and 3.6 say of every reachable state, and use without saying it; misreadings of section 3, and
 * statements left out.
 */
final class SuzukiKasamiChecks {

    static final String TO_WHO_WAITS = "the token is sent only to a process that waits for it";
    static final String GRANTED = "token(j) is how many requests of P_j have been granted";
    static final String KNOWN = "the request of who waits is known, or on its way, to everyone";
    static final String ROUND = "the token goes to the first, round the ring, of whom a request is known";

    /**
     * The one that holds as long as links keep the order, and needs two requests of a process to fail when they do not.
     */
    static final String WITHOUT_MAX = "request(j) <- k, without max";

    private SuzukiKasamiChecks() {}

    static Invariants<State, Message, User> invariants() {
        return MutexInvariants.<State, Message>standard()
                // 3.5: "at any one time the maximum number of variables token_present that can have the value T is 1"
                .atMost(1, "at most one token_present has the value T", State::tokenPresent)
                // 3.5: "all the token_present variables have the value F when and only when the token is in the process
                // of being transferred"
                .one(
                        "all token_present have the value F when and only when the token is being transferred",
                        State::tokenPresent,
                        Token.class)
                // 3.3: "a token, which must be held by any process using this section": token_held => token_present
                .add(MutexInvariants.criticalHoldsToken(State::tokenHeld, State::tokenPresent))
                // 3.4, "wait (access, token)": hence one transfer for each broadcast, and 3.6's n messages or none
                .delivery(TO_WHO_WAITS, Token.class, (token, i) -> i.waiting() && !i.tokenPresent())
                // 3.4, note 3, as an invariant: token_present and not token_held => for all j: request(j) <= token(j)
                .state(
                        "where the token rests no request is known that has not been granted",
                        i -> i.tokenPresent() && !i.tokenHeld(),
                        i -> i.token().orElseThrow().array().entrySet().stream()
                                .allMatch(entry -> i.request(entry.getKey()) <= entry.getValue()))
                // 3.6: token(j) is "the number of times that [P_j] has been given access", having asked
                .pair(
                        GRANTED,
                        pair -> pair.p().tokenPresent(),
                        pair -> pair.p().token().orElseThrow().of(pair.q().self())
                                == pair.q().granted())
                // 3.5: "all the processes will learn of the wish of some P_j to enter": P_j waits => for all i:
                // request_i(j) = clock_j or (request, clock_j, j) is on its way to P_i
                .pair(
                        KNOWN,
                        pair -> pair.p().waiting(),
                        pair -> pair.q().request(pair.p().self()) == pair.p().clock()
                                || pair.toQ(Request.class)
                                        .contains(new Request(pair.p().clock())))
                // 3.6: request_i(j) counts the requests of P_j: request_i(j) <= clock_j
                .pair(
                        "no request is known that has not been made",
                        pair -> pair.p().request(pair.q().self()) > 0,
                        pair -> pair.p().request(pair.q().self()) <= pair.q().clock())
                // 3.5: "P_i transfers the token to the first process P_l, found in scanning the set in the order
                // l = i+1, i+2, ..., n, 1, ..., i-1, whose request has reached P_i"
                .step(ROUND, event -> sentTo(event).isPresent(), (before, event, after) -> {
                    State i = after.state(event.process());
                    ProcessId l = sentTo(event).orElseThrow();
                    return after.states()
                            .filter(j -> distance(i.self(), j.self(), after) < distance(i.self(), l, after))
                            .noneMatch(j -> i.request(j.self()) > j.granted());
                });
    }

    private static Optional<ProcessId> sentTo(TraceEvent event) {
        return event.sends(Token.class).stream()
                .map(Effect.Send::to)
                .map(to -> to.id())
                .findFirst();
    }

    private static int distance(ProcessId from, ProcessId to, Configuration<State, Message, User> at) {
        List<ProcessId> all = at.processes();
        return Math.floorMod(all.indexOf(to) - all.indexOf(from), all.size());
    }

    static Variants<State, Message, Input, Output> variants(Start start) {
        Mutation<State, Message, Input, Output> clockDecreased = next(p -> p.withClock(p.clock() - 1));
        Mutation<State, Message, Input, Output> clockLeftAlone =
                clockDecreased.and(messages((p, request) -> new Request(p.clock())));
        return Variants.of(new SuzukiKasami(start.holder()))
                .mutate(
                        "a request comes between the test of token_present and token_held <- T",
                        interrupted(PRELUDE_PRESENT))
                .mutate("a request comes between token_present <- T and token_held <- T", interrupted(ACCESS))
                .mutate("the search goes on after the token is sent", searching((i, token) -> roundFrom(i.self(), token)
                        .filter(j -> i.request(j) > token.of(j))))
                .mutate(
                        "request(l) > token(j) for the P_j that searches, as section 3.3 says",
                        searching((i, token) -> roundFrom(i.self(), token)
                                .filter(j -> i.request(j) > token.of(i.self()))
                                .limit(1)))
                .mutate("request(j) >= token(j)", searching((i, token) -> roundFrom(i.self(), token)
                        .filter(j -> i.request(j) >= token.of(j))
                        .limit(1)))
                .mutate(WITHOUT_MAX, forgetting(), Scenario.of(3, KNOWN).withRequests(2))
                .mutate(
                        "the search begins with P_1, not with the successor",
                        searching((i, token) -> token.array().keySet().stream()
                                .filter(j -> i.request(j) > token.of(j))
                                .limit(1)))
                .mutate(PRELUDE_BROADCAST, "leaves the clock alone", clockLeftAlone)
                .mutate(PRELUDE_BROADCAST, "sends no request", silent())
                .mutate(
                        POSTLUDE_SENDS,
                        "does not record the last holding",
                        messages((next, message) -> new Token(
                                Sorted.with(((Token) message).array(), next.self(), Math.max(0, next.clock() - 1)))))
                .mutate(POSTLUDE_SENDS, "sends no token", silent())
                .mutate(
                        POSTLUDE_SENDS,
                        "leaves token_present as it is",
                        next((before, next) -> next.withToken(before.token())))
                .mutate(POSTLUDE_KEEPS, "leaves token_held as it is", next(p -> p.withUser(User.CRITICAL)))
                .mutate(REQUEST_SENDS, "sends no token", silent())
                .mutate("the token is sent though it is held", generous());
    }

    /** {@code request(j)} is forgotten where another request of P_j comes. */
    private static Mutation<State, Message, Input, Output> forgetting() {
        return receiving(
                Request.class,
                original -> (i, j, request) -> original.step(
                        i.withRequests(Sorted.without(i.requests(), j.id())), new Event.Received<>(j, request)));
    }

    /** The text of the postlude sends the token to the processes that another search finds. */
    private static Mutation<State, Message, Input, Output> searching(
            BiFunction<State, Token, Stream<ProcessId>> search) {
        return steps(original -> (p, event) -> {
            Step<State, Message, Output> step = original.step(p, event);
            boolean release = step.rule() == POSTLUDE_SENDS || step.rule() == POSTLUDE_KEEPS;
            if (!release && step.rule() != REQUEST_SENDS && step.rule() != REQUEST_LATE) {
                return step;
            }
            Token token = new Token(Sorted.with(p.token().orElseThrow().array(), p.self(), p.clock()));
            State i = step.next().withToken(Optional.of(token));
            List<ProcessId> found = search.apply(i, token).toList();
            if (found.isEmpty()) {
                return Step.by(release ? POSTLUDE_KEEPS : REQUEST_LATE, i);
            }
            Step<State, Message, Output> sends =
                    Step.by(release ? POSTLUDE_SENDS : REQUEST_SENDS, i.withToken(Optional.empty()));
            for (ProcessId j : found) {
                sends = sends.send(Neighbour.of(j), token);
            }
            return sends;
        });
    }

    /** The token has gone before the postlude, whose text then sends nothing. */
    private static Mutation<State, Message, Input, Output> losingItsToken() {
        return steps(original -> (p, event) -> p.tokenHeld() && !p.tokenPresent() && event instanceof Event.Input
                ? Step.by(POSTLUDE_KEEPS, p.withUser(User.IDLE))
                : original.step(p, event));
    }

    private enum Later implements Timer, Rule {
        /** {@code token_held <- T}, at some later moment. */
        PRELUDE_LATER
    }

    /** A prelude in two steps: {@code token_held <- T} comes later than what is before it. */
    private static Mutation<State, Message, Input, Output> interrupted(Rule split) {
        return losingItsToken().and(losing -> new ForwardingProtocol<>(losing) {
            @Override
            public List<Rule> rules() {
                return Stream.concat(original().rules().stream(), Stream.of(Later.values()))
                        .toList();
            }

            @Override
            public Step<State, Message, Output> step(State p, Event<Message, Input> event) {
                if (event instanceof Event.Timeout) {
                    return Step.<State, Message, Output>by(Later.PRELUDE_LATER, p.withUser(User.CRITICAL))
                            .tell(new Output.Granted());
                }
                Step<State, Message, Output> step = super.step(p, event);
                return step.rule() != split
                        ? step
                        : Step.<State, Message, Output>by(split, step.next().withUser(User.IDLE))
                                .schedule(Later.PRELUDE_LATER);
            }
        });
    }

    /** {@code and not token_held} left out where a request comes. */
    private static Mutation<State, Message, Input, Output> generous() {
        return losingItsToken().and(steps(losing -> (p, event) -> {
            if (!p.tokenHeld() || !(event instanceof Event.Received)) {
                return losing.step(p, event);
            }
            Step<State, Message, Output> step = losing.step(p.withUser(User.IDLE), event);
            return new Step<>(step.rule(), step.next().withUser(User.CRITICAL), step.effects());
        }));
    }
}
