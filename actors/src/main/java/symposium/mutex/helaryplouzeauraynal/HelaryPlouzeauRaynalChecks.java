package symposium.mutex.helaryplouzeauraynal;

import static symposium.kernel.composition.Mutation.messages;
import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.receiving;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.kernel.composition.Mutation.step;
import static symposium.kernel.composition.Mutation.steps;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Rule.ENTER_ASK;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Rule.EXIT_KEEP;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Rule.EXIT_TRANSMIT;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Rule.REQUEST_NEW;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Rule.REQUEST_SERVED;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Rule.REQUEST_TRANSMIT;
import static symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Rule.TOKEN_HANDLE;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Configuration.LiveProcess;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Known;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Message;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Req;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.ReqId;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.RtInfo;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.State;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynal.Token;

/**
 * What sections 4 and 5 say of every reachable state; misprints and slips, read as printed, and statements left out.
 */
final class HelaryPlouzeauRaynalChecks {

    static final String ONE_TOKEN = "(ME3) there is one token";
    static final String LEADS_BACK =
            "Lemma 1: who knows a pending request has it from its origin, or from one who knows it";
    static final String REACHES_ALL =
            "Lemma 1: once no copy of a pending request is in transit, every other process knows it";
    static final String LEMMA_2 = "Lemma 2: the token follows the path built by the request, in the opposite direction";
    static final String LEMMA_3 = "Lemma 3: a process waits when it has a request with lud[i] < rt_i";
    static final String OLDEST_FIRST =
            "the token is sent to the origin of the oldest pending request that its owner knows";
    static final String NOTHING_IS_DELETED = "who sends the token away keeps the request that it serves";

    private HelaryPlouzeauRaynalChecks() {}

    static Invariants<State, Message, User> invariants() {
        return MutexInvariants.<State, Message>standard()
                // (ME3) Card({P_i such that token_here_i}) <= 1, and a message token is in transit when it is 0
                .one(ONE_TOKEN, State::tokenHere, Token.class)
                // (ME2) in_CS_i => token_here_i
                .state("(ME2) who is in the critical section has the token", State::inCS, State::tokenHere)
                .process(
                        "a process is in the critical section when its user is",
                        (p, user) -> p.inCS() == MutualExclusion.critical(user))
                .process(
                        "who waits does not own the token",
                        (p, user) -> MutualExclusion.PROBLEM.waits(user),
                        (p, user) -> !p.tokenHere())
                .addAll(paths().list())
                .addAll(pendingRequests().list());
    }

    /** The path that a request takes, and the token in the opposite direction. */
    private static Invariants<State, Message, User> paths() {
        return new Invariants<State, Message, User>()
                // "Every process whose name is in already_seen has received or is about to receive the request"
                .delivery(
                        "sender and recipient of a request have seen it, and its origin does not receive it",
                        Req.class,
                        (req, p) -> req.seenBy(p.self())
                                && req.seenBy(req.rtInfo().sender())
                                && !req.reqId().origin().equals(p.self()))
                // Lemma 1, property: already_seen = z_a U z_e, the path from the origin to the sender and its
                // neighbours
                .whole(
                        "Lemma 1: already_seen is the path that the request has taken, and the neighbours of those on it",
                        at -> at.inTransit(Req.class).findAny().isPresent(),
                        at -> at.inTransit(Req.class)
                                .allMatch(req -> path(req.reqId(), req.rtInfo().sender(), at)
                                        .map(path -> isAround(path, req.rtInfo().alreadySeen(), at))
                                        .orElse(true)))
                .whole(LEADS_BACK, at -> at.states().anyMatch(p -> !p.reqArray().isEmpty()), at -> at.states()
                        .flatMap(p -> p.reqArray().values().stream())
                        .allMatch(known -> leadsBack(known, at)))
                // "If R never reaches P_j then there exists a request R' [...] hence R has been satisfied"
                .whole(REACHES_ALL, at -> pending(at).findAny().isPresent(), at -> pending(at)
                        .allMatch(request -> at.inTransit(Req.class)
                                        .anyMatch(req -> req.reqId().equals(request))
                                || at.states()
                                        .filter(p -> !p.self().equals(request.origin()))
                                        .allMatch(p -> p.known(request.origin())
                                                .map(Known::request)
                                                .equals(Optional.of(request)))))
                // what makes a flood end, and section 6 count
                .channel(
                        "a request is in transit at most once over a link in each direction",
                        messages -> messages.stream()
                                        .map(message -> message instanceof Req req ? req.reqId() : message)
                                        .distinct()
                                        .count()
                                == messages.size())
                // Lemma 2 and the corollary: the rest of the token's path is there, and acyclic
                .pair(LEMMA_2, pair -> !pair.toQ(Token.class).isEmpty(), pair -> pair.toQ(Token.class).stream()
                        .allMatch(token -> hasItsWay(token, pair.q(), pair.all())));
    }

    private static Invariants<State, Message, User> pendingRequests() {
        return new Invariants<State, Message, User>()
                // Lemma 3: R(i, rt_i) not satisfied => lud[i] < rt_i; and conversely, but for the owner of the token
                .whole(
                        LEMMA_3,
                        at -> at.live().stream().anyMatch(HelaryPlouzeauRaynalChecks::waits),
                        at -> at.live().stream()
                                .allMatch(p -> p.state().tokenHere()
                                        || waits(p) == asks(p.id(), at)
                                        || waits(p) && p.state().neighbours().isEmpty()))
                // Theorem 2: "no process owning the token can keep it for ever if there exists a pending request"
                .state(
                        "Theorem 2: an owner outside the critical section knows of no pending request",
                        p -> p.tokenHere() && !p.inCS() && !p.reqArray().isEmpty(),
                        p -> oldestPending(p).isEmpty())
                // Theorem 3: "Upon receiving R, a process updates its logical clock, whose value is then greater"
                .state(
                        "Theorem 3: the clock of who knows a request is greater than its stamp",
                        p -> !p.reqArray().isEmpty(),
                        p -> p.reqArray().values().stream()
                                .allMatch(known -> known.request().time() < p.clock()))
                // Theorem 3: "Thus request R will become the oldest within a finite delay"
                .step(
                        OLDEST_FIRST,
                        HelaryPlouzeauRaynalChecks::chooses,
                        (before, event, after) -> event.sends(Token.class).stream()
                                .allMatch(send -> Optional.of(send.message().elec())
                                        .equals(oldestPending(choosing(event, before))
                                                .map(ReqId::origin))))
                // a late copy of a request that has been deleted would be flooded once more
                .step(
                        NOTHING_IS_DELETED,
                        event -> !event.sends(Token.class).isEmpty(),
                        (before, event, after) -> event.sends(Token.class).stream()
                                .allMatch(send -> after.state(event.process())
                                        .known(send.message().elec())
                                        .isPresent()));
    }

    // --- the path of a request

    /**
     * The processes on the path that a request has built, from {@code last} back to its origin; empty when one of them
     * has a younger one.
     */
    private static Optional<Set<ProcessId>> path(
            ReqId request, ProcessId last, Configuration<State, Message, User> at) {
        Set<ProcessId> path = new TreeSet<>();
        ProcessId each = last;
        while (!each.equals(request.origin())) {
            Optional<Known> known = at.state(each).known(request.origin()).filter(it -> it.request()
                    .equals(request));
            if (known.isEmpty() || !path.add(each)) {
                return Optional.empty();
            }
            each = known.get().via();
        }
        path.add(each);
        return Optional.of(path);
    }

    /** Whether {@code seen} is this path and the neighbours of those on it. */
    private static boolean isAround(Set<ProcessId> path, AlreadySeen seen, Configuration<State, Message, User> at) {
        Set<ProcessId> around = new TreeSet<>(path);
        path.forEach(each -> around.addAll(Sorted.ids(at.state(each).neighbours())));
        return List.copyOf(around).equals(seen.processes());
    }

    private static boolean leadsBack(Known known, Configuration<State, Message, User> at) {
        ReqId request = known.request();
        ProcessId origin = request.origin();
        return known.via().equals(origin)
                || !MutualExclusion.PROBLEM.waits(at.user(origin))
                || served(origin, at)
                || lud(at).filter(request::pending).isEmpty()
                || at.state(known.via())
                        .known(origin)
                        .filter(it -> it.request().time() >= request.time())
                        .isPresent();
    }

    private static boolean hasItsWay(Token token, State to, Configuration<State, Message, User> at) {
        return token.elec().equals(to.self())
                || to.known(token.elec())
                        .map(Known::request)
                        .filter(request -> request.pending(token.lud()))
                        .flatMap(request -> path(request, to.self(), at))
                        .isPresent();
    }

    // --- pending requests

    private static Optional<SortedMap<ProcessId, Long>> lud(Configuration<State, Message, User> at) {
        return at.everywhere(State::lud, Token.class, Token::lud).findFirst();
    }

    /** Every pending request that a process knows or that is in transit. */
    private static Stream<ReqId> pending(Configuration<State, Message, User> at) {
        Optional<SortedMap<ProcessId, Long>> lud = lud(at);
        return Stream.concat(
                        at.states().flatMap(p -> p.reqArray().values().stream().map(Known::request)),
                        at.inTransit(Req.class).map(Req::reqId))
                .filter(request -> lud.isPresent() && request.pending(lud.get()))
                .distinct();
    }

    /** Whether the token is in transit to this process. */
    private static boolean served(ProcessId process, Configuration<State, Message, User> at) {
        return at.inTransit(Token.class).anyMatch(token -> token.elec().equals(process));
    }

    private static boolean waits(LiveProcess<State, User> p) {
        return MutualExclusion.PROBLEM.waits(p.user());
    }

    /** Whether a request of this process is pending: one that a process knows or that is in transit. */
    private static boolean asks(ProcessId process, Configuration<State, Message, User> at) {
        Stream<ReqId> known = at.states().flatMap(p -> p.known(process).map(Known::request).stream());
        Stream<ReqId> sent =
                at.inTransit(Req.class).map(Req::reqId).filter(it -> it.origin().equals(process));
        Optional<SortedMap<ProcessId, Long>> lud = lud(at);
        return served(process, at)
                || lud.isPresent() && Stream.concat(known, sent).anyMatch(request -> request.pending(lud.get()));
    }

    private static boolean chooses(TraceEvent event) {
        return event instanceof TraceEvent.Stepped step
                && (step.rule() == EXIT_TRANSMIT || step.rule() == REQUEST_TRANSMIT);
    }

    /** The owner with the requests that it chooses among: those of before, and the one that has just come. */
    private static State choosing(TraceEvent event, Configuration<State, Message, User> before) {
        State owner = before.state(event.process());
        return event instanceof TraceEvent.Stepped step
                        && step.event() instanceof Event.Received<?, ?> received
                        && received.message() instanceof Req req
                ? owner.received(req.reqId(), req.rtInfo().sender())
                : owner;
    }

    private static Optional<ReqId> oldestPending(State owner) {
        return owner.reqArray().values().stream()
                .map(Known::request)
                .filter(request -> request.pending(owner.lud().orElseThrow()))
                .min(Comparator.naturalOrder());
    }

    // --- variants

    static Variants<State, Message, Input, Output> variants(Start start) {
        return statementsLeftOut(slips(asPrinted(Variants.of(new HelaryPlouzeauRaynal(start.holder())))));
    }

    private static Variants<State, Message, Input, Output> asPrinted(Variants<State, Message, Input, Output> variants) {
        Mutation<State, Message, Input, Output> deletes = afterSending(
                Token.class,
                (p, send) -> p.withReqArray(
                        Sorted.without(p.reqArray(), send.message().elec())));
        return variants.mutate(
                        "min(X) as printed: the name before the time",
                        electing(
                                ReqId::pending,
                                Comparator.comparing(ReqId::origin).thenComparing(ReqId::time)),
                        line(OLDEST_FIRST))
                .mutate(
                        "transmit_token as printed: deletes the request it serves",
                        deletes.at(EXIT_TRANSMIT, REQUEST_TRANSMIT))
                .mutate(
                        "receive_token as in Lemma 2's proof: deletes the request it serves",
                        deletes.at(TOKEN_HANDLE),
                        line(NOTHING_IS_DELETED))
                .mutate(
                        "X with the inequality of Theorem 2's proof: lud[orig] > rt",
                        electing(
                                (request, lud) -> lud.getOrDefault(request.origin(), -1L) > request.time(),
                                Comparator.naturalOrder()))
                // "The list of request identifiers that P_i received from P_i is stored in req_array_i[j]"
                .mutate(
                        REQUEST_NEW,
                        "files the request under whom it sends it to",
                        afterSending(
                                Req.class,
                                (p, send) -> p.withReqArray(Sorted.with(
                                        p.reqArray(),
                                        send.message().reqId().origin(),
                                        new Known(
                                                send.message().reqId(),
                                                send.to().id())))),
                        line(LEADS_BACK));
    }

    private static Variants<State, Message, Input, Output> slips(Variants<State, Message, Input, Output> variants) {
        Mutation<State, Message, Input, Output> clockLeftAlone = next(p -> p.withClock(p.clock() - 1));
        return variants.mutate(
                        "lud initialised with 0, as the clocks are",
                        electing(
                                (request, lud) -> lud.getOrDefault(request.origin(), 0L) < request.time(),
                                Comparator.naturalOrder()))
                .mutate(
                        "an older request supersedes a younger one",
                        forgetting(),
                        line(REACHES_ALL).withInitiators(1, 2).withRequests(2))
                .mutate("an owner gives the token away in the critical section", yielding())
                .mutate(
                        EXIT_TRANSMIT,
                        "does not advance the clock at line (A)",
                        clockLeftAlone,
                        Scenario.of(2, LEMMA_3).withRequests(2))
                .mutate(REQUEST_TRANSMIT, "does not advance the clock at line (A)", clockLeftAlone)
                .mutate(
                        EXIT_TRANSMIT,
                        "does not set lud at line (A)",
                        messages((p, message) ->
                                new Token(Sorted.without(((Token) message).lud(), p.self()), ((Token) message).elec())))
                .mutate(REQUEST_NEW, "only raises the clock to the stamp", clockLeftAlone)
                .mutate(
                        ENTER_ASK,
                        "records its own request",
                        next(p -> p.withReqArray(Sorted.with(
                                p.reqArray(), p.self(), new Known(new ReqId(p.self(), p.clock()), p.self())))))
                .mutate(
                        ENTER_ASK,
                        "leaves itself out of already_seen",
                        seeing((p, seen) -> Sorted.without(seen, p.self())))
                .mutate(
                        ENTER_ASK,
                        "leaves its neighbours out of already_seen",
                        seeing((p, seen) -> Sorted.set(List.of(p.self()))));
    }

    private static Variants<State, Message, Input, Output> statementsLeftOut(
            Variants<State, Message, Input, Output> variants) {
        return variants.mutate(ENTER_ASK, "sends no request", silent())
                .mutate(REQUEST_NEW, "sends the request no further", silent(), line(REACHES_ALL))
                .mutate(REQUEST_TRANSMIT, "sends nothing", silent())
                .mutate(EXIT_TRANSMIT, "sends no token", silent())
                .mutate(
                        EXIT_TRANSMIT,
                        "keeps the token it sends",
                        afterSending(
                                Token.class,
                                (p, send) ->
                                        p.withLud(Optional.of(send.message().lud()))))
                .mutate(TOKEN_HANDLE, "sends no token on", silent(), line(ONE_TOKEN));
    }

    private static Scenario line(String invariant) {
        return Scenario.of(3, invariant).withTopology(Shape.LINE);
    }

    /** {@code transmit_token} with another X, or another order of X. */
    private static Mutation<State, Message, Input, Output> electing(
            BiPredicate<ReqId, SortedMap<ProcessId, Long>> pending, Comparator<ReqId> age) {
        return steps(original -> (p, event) -> {
            Step<State, Message, Output> step = original.step(p, event);
            boolean exit = step.rule() == EXIT_KEEP || step.rule() == EXIT_TRANSMIT;
            boolean sent = step.rule() == EXIT_TRANSMIT || step.rule() == REQUEST_TRANSMIT;
            if (!exit && !sent && step.rule() != REQUEST_SERVED) {
                return step;
            }
            SortedMap<ProcessId, Long> lud = p.lud().orElseThrow();
            long clock = sent ? step.next().clock() - 1 : step.next().clock();
            State owner = step.next().with(it -> it.clock(clock).lud(lud));
            List<Effect<Message, Output>> flood =
                    step.effects().stream().filter(effect -> !isToken(effect)).toList();
            return owner.reqArray().values().stream()
                    .filter(known -> pending.test(known.request(), lud))
                    .min(Comparator.comparing(Known::request, age))
                    .map(elected -> new Step<>(
                                    exit ? EXIT_TRANSMIT : REQUEST_TRANSMIT,
                                    owner.with(it -> it.clock(clock + 1).lud(Optional.empty())),
                                    flood)
                            .send(
                                    Neighbour.of(elected.via()),
                                    new Token(
                                            Sorted.with(lud, p.self(), clock),
                                            elected.request().origin())))
                    .orElseGet(() -> new Step<>(exit ? EXIT_KEEP : REQUEST_SERVED, owner, flood));
        });
    }

    private static boolean isToken(Effect<Message, Output> effect) {
        return effect instanceof Effect.Send<Message, Output> send && send.message() instanceof Token;
    }

    /** {@code receive_request} forgets the request that it knows of the same origin, unless it is the same. */
    private static Mutation<State, Message, Input, Output> forgetting() {
        return receiving(Req.class, original -> (p, from, req) -> {
            ReqId request = req.reqId();
            boolean known = p.known(request.origin()).map(Known::request).equals(Optional.of(request));
            return original.step(
                    known ? p : p.withReqArray(Sorted.without(p.reqArray(), request.origin())),
                    new Event.Received<>(from, req));
        });
    }

    /** {@code receive_request} does not see that the owner is in its critical section. */
    private static Mutation<State, Message, Input, Output> yielding() {
        return receiving(Req.class, original -> (p, from, req) -> {
            Step<State, Message, Output> step = original.step(p.withInCS(false), new Event.Received<>(from, req));
            return new Step<>(step.rule(), step.next().withInCS(p.inCS()), step.effects());
        });
    }

    /** Sends requests with another {@code already_seen}. */
    private static Mutation<State, Message, Input, Output> seeing(
            BiFunction<State, SortedSet<ProcessId>, SortedSet<ProcessId>> change) {
        return messages((p, message) -> {
            Req req = (Req) message;
            SortedSet<ProcessId> seen = Sorted.set(req.rtInfo().alreadySeen().processes());
            return new Req(
                    req.reqId(),
                    new RtInfo(req.rtInfo().sender(), new AlreadySeen(List.copyOf(change.apply(p, seen)))));
        });
    }

    /** Changes the state by the first message of a type that is sent. */
    private static <N extends Message> Mutation<State, Message, Input, Output> afterSending(
            Class<N> type, BiFunction<State, Effect.Send<N, Output>, State> change) {
        return step(step -> {
            for (Effect<Message, Output> effect : step.effects()) {
                if (effect instanceof Effect.Send<Message, Output> send && type.isInstance(send.message())) {
                    Effect.Send<N, Output> typed = new Effect.Send<>(send.to(), type.cast(send.message()));
                    return new Step<>(step.rule(), change.apply(step.next(), typed), step.effects());
                }
            }
            return step;
        });
    }
}
