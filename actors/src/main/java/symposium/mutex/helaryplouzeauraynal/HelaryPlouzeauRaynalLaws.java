package symposium.mutex.helaryplouzeauraynal;

import java.util.List;
import java.util.Map;
import java.util.Set;
import symposium.kernel.Configuration;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.Invariant;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalMessage.Req;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalMessage.Token;
import symposium.mutex.helaryplouzeauraynal.HelaryPlouzeauRaynalState.Known;

/** What the paper says of every reachable state: sections 4 and 5. */
final class HelaryPlouzeauRaynalLaws {

    /** "Extracts the oldest request R from its known requests set", section 3. */
    static final String OLDEST_FIRST =
            "the token is sent to the origin of the oldest pending request that its owner knows";

    /** What makes a flood end, and section 6 count. */
    static final String ONCE_PER_LINK = "a request is under way at most once over a link in each direction";

    /** What the code says otherwise, and the proof yet otherwise. */
    static final String NOTHING_IS_DELETED = "who sends the token away keeps the request that it serves";

    private static final Set<HelaryPlouzeauRaynalRule> CHOICES =
            Set.of(HelaryPlouzeauRaynalRule.EXIT_TRANSMIT, HelaryPlouzeauRaynalRule.REQUEST_TRANSMIT);

    private Glance latest;

    private HelaryPlouzeauRaynalLaws() {}

    static List<Invariant<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, User>> all() {
        return new HelaryPlouzeauRaynalLaws().invariants();
    }

    /** All laws that look at the whole look at the same glance. */
    private Glance glance(Configuration<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, User> at) {
        if (latest == null || !latest.isOf(at)) {
            latest = Glance.at(at);
        }
        return latest;
    }

    private List<Invariant<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, User>> invariants() {
        return List.of(
                // Theorem 1: (ME1)  Card({P_i such that in_CS_i}) <= 1
                MutexInvariants.mutualExclusion(),

                // (ME3)  Card({P_i such that token_here_i}) <= 1, and a message token is under way when it is 0
                new Invariant.Count<>(
                        "(ME3) there is one token",
                        (p, user) -> p.tokenHere() ? 1 : 0,
                        message -> message instanceof Token ? 1 : 0,
                        1,
                        1),

                // (ME2)  in_CS_i => token_here_i
                Invariant.process(
                        "(ME2) who is in the critical section has the token",
                        (p, user) -> p.inCS(),
                        (p, user) -> p.tokenHere()),
                Invariant.process(
                        "a process is in the critical section when its user is",
                        (p, user) -> true,
                        (p, user) -> p.inCS() == MutualExclusion.critical(user)),
                Invariant.process(
                        "who waits does not own the token",
                        (p, user) -> MutualExclusion.PROBLEM.waits(user),
                        (p, user) -> !p.tokenHere()),

                // "Every process whose name is in already_seen has received or is about to receive the request"
                new Invariant.OfDelivery<>(
                        "sender and recipient of a request have seen it, and its origin does not receive it",
                        message -> message instanceof Req,
                        (message, p) -> addressed((Req) message, p)),

                // Lemma 1, property: already_seen = z_a U z_e, the path from the origin to the sender and its
                // neighbours
                new Invariant.OfConfiguration<>(
                        "Lemma 1: already_seen is the path that the request has taken, and the neighbours of those on it",
                        at -> glance(at).anyRequestInTransit(),
                        at -> glance(at).alreadySeenIsPathAndNeighbours()),
                new Invariant.OfConfiguration<>(
                        "Lemma 1: who knows a pending request has it from its origin, or from one who knows it",
                        at -> at.processes().stream()
                                .anyMatch(
                                        process -> !at.state(process).reqArray().isEmpty()),
                        at -> glance(at).requestsLeadBack()),
                new Invariant.OfLink<>(
                        ONCE_PER_LINK,
                        (one, other) -> one.size() == distinctRequests(one) && other.size() == distinctRequests(other)),

                // Lemma 2 and the corollary: the rest of the token's path is there, and acyclic
                new Invariant.OfConfiguration<>(
                        HelaryPlouzeauRaynal.LEMMA_2, at -> glance(at).anyTokenInTransit(), at -> glance(at)
                                .tokenHasItsWay()),

                // Lemma 3:  R(i, rt_i) not satisfied => lud[i] < rt_i; and the other way round, but for who owns the
                // token
                new Invariant.OfConfiguration<>(
                        "Lemma 3: a process waits when it has a request with lud[i] < rt_i",
                        at -> at.processes().stream()
                                .anyMatch(process -> MutualExclusion.PROBLEM.waits(at.user(process))),
                        at -> glance(at).whoWaitsAsks()),

                // Theorem 2: "no process owning the token can keep it for ever if there exists a pending request"
                Invariant.process(
                        "Theorem 2: an owner outside the critical section knows of no pending request",
                        (p, user) -> p.tokenHere() && !p.inCS() && !p.reqArray().isEmpty(),
                        (p, user) -> oldestPending(p).isEmpty()),

                // Theorem 3: "Upon receiving R, a process updates its logical clock, whose value is then greater than
                // R's stamp"
                Invariant.process(
                        "Theorem 3: the clock of who knows a request is greater than its stamp",
                        (p, user) -> !p.reqArray().isEmpty(),
                        (p, user) -> p.reqArray().values().stream().allMatch(known -> known.time() < p.clock())),

                // Theorem 3: "Thus request R will become the oldest within a finite delay"
                new Invariant.OfStep<>(
                        OLDEST_FIRST,
                        occurrence -> occurrence instanceof TraceEvent.Stepped step && CHOICES.contains(step.rule()),
                        HelaryPlouzeauRaynalLaws::choosesTheOldest),

                // a late copy of a request that has been deleted would be broadcast once more
                new Invariant.OfStep<>(
                        NOTHING_IS_DELETED,
                        occurrence -> occurrence instanceof TraceEvent.Stepped step
                                && (CHOICES.contains(step.rule())
                                        || step.rule() == HelaryPlouzeauRaynalRule.TOKEN_HANDLE),
                        (before, occurrence, after) -> ((TraceEvent.Stepped) occurrence)
                                .effects().stream()
                                        .allMatch(effect -> !(effect instanceof Effect.Send<?, ?> send
                                                        && send.message() instanceof Token token)
                                                || after.state(occurrence.process())
                                                        .reqArray()
                                                        .containsKey(token.elec()))));
    }

    private static boolean addressed(Req req, HelaryPlouzeauRaynalState p) {
        Set<ProcessId> seen = req.rtInfo().alreadySeen();
        return seen.contains(p.self())
                && seen.contains(req.rtInfo().sender())
                && !req.reqId().origin().equals(p.self());
    }

    private static long distinctRequests(List<HelaryPlouzeauRaynalMessage> inTransit) {
        return inTransit.stream()
                .map(message -> message instanceof Req req ? req.reqId() : message)
                .distinct()
                .count();
    }

    private static java.util.Optional<Map.Entry<ProcessId, Known>> oldestPending(HelaryPlouzeauRaynalState owner) {
        Map<ProcessId, Long> lud = owner.token().orElseThrow().lud();
        return owner.reqArray().entrySet().stream()
                .filter(request -> lud.getOrDefault(request.getKey(), -1L)
                        < request.getValue().time())
                .min(Reading.RIGHT.age());
    }

    /** Of what the owner knew before, and of the request that has just come. */
    private static boolean choosesTheOldest(
            Configuration<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, User> before,
            TraceEvent occurrence,
            Configuration<HelaryPlouzeauRaynalState, HelaryPlouzeauRaynalMessage, User> after) {
        TraceEvent.Stepped step = (TraceEvent.Stepped) occurrence;
        HelaryPlouzeauRaynalState owner = before.state(step.process());
        if (step.event() instanceof Event.Received<?, ?> received && received.message() instanceof Req req) {
            owner = owner.knowing(req.reqId(), req.rtInfo().sender());
        }
        ProcessId oldest = oldestPending(owner).map(Map.Entry::getKey).orElse(null);
        for (Effect<?, ?> effect : step.effects()) {
            if (effect instanceof Effect.Send<?, ?> send && send.message() instanceof Token token) {
                return token.elec().equals(oldest);
            }
        }
        return true;
    }
}
