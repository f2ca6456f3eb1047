package symposium.mutex.suzukikasami;

import java.util.List;
import java.util.function.BiPredicate;
import symposium.kernel.Configuration;
import symposium.kernel.Effect;
import symposium.kernel.Invariant;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.suzukikasami.SuzukiKasamiMessage.Request;
import symposium.mutex.suzukikasami.SuzukiKasamiMessage.Token;

/** What sections 3.5 and 3.6 say of every reachable state, and what they use without saying it. */
final class SuzukiKasamiLaws {

    static final String HELD_IS_PRESENT = "whoever is in the critical section holds the token";
    static final String ONE_TOKEN =
            "all token_present have the value F when and only when the token is being transferred";
    static final String TO_WHO_WAITS = "the token is sent to nobody but who waits for it";
    static final String NOTHING_PENDING = "where the token rests no request is known that has not been granted";
    static final String FIRST_ROUND_THE_RING =
            "the token goes to the first, round the ring, of whom a request is known";

    private SuzukiKasamiLaws() {}

    static List<Invariant<SuzukiKasamiState, SuzukiKasamiMessage, User>> all() {
        return List.of(
                MutexInvariants.mutualExclusion(),

                // 3.5: "at any one time the maximum number of variables token_present that can have the value T (true)
                // is 1"
                Invariant.atMost(
                        1, "at most one token_present has the value T", (process, user) -> process.tokenPresent()),

                // 3.5: "all the token_present variables have the value F when and only when the token is in the process
                // of being transferred"
                new Invariant.Count<>(
                        ONE_TOKEN,
                        (process, user) -> process.tokenPresent() ? 1 : 0,
                        message -> message instanceof Token ? 1 : 0,
                        1,
                        1),

                // 3.3: "a token, which must be held by any process using this section": token_held => token_present
                Invariant.process(
                        HELD_IS_PRESENT,
                        (process, user) -> MutualExclusion.critical(user) || process.tokenHeld(),
                        (process, user) ->
                                MutualExclusion.critical(user) && process.tokenHeld() && process.tokenPresent()),

                // 3.4, "wait (access, token)": hence one transfer for each broadcast, and 3.6's n messages or none
                new Invariant.OfDelivery<>(
                        TO_WHO_WAITS,
                        message -> message instanceof Token,
                        (message, process) -> process.waiting() && !process.tokenPresent()),

                // 3.4, note 3, as an invariant: token_present and not token_held => for all j: request(j) <= token(j)
                Invariant.process(
                        NOTHING_PENDING,
                        (process, user) -> process.tokenPresent() && !process.tokenHeld(),
                        (process, user) -> process.token().orElseThrow().array().entrySet().stream()
                                .allMatch(entry -> process.request(entry.getKey()) <= entry.getValue())),

                // 3.6: token(j) is "the number of times that [P_j] has been given access", having asked
                new Invariant.OfConfiguration<>(
                        "token(j) is how many requests of P_j have been granted",
                        at -> at.processes().stream().anyMatch(i -> at.state(i).tokenPresent()),
                        at -> at.processes().stream()
                                .map(at::state)
                                .filter(SuzukiKasamiState::tokenPresent)
                                .allMatch(i -> others(at, i)
                                        .allMatch(j -> i.token().orElseThrow().of(j.self()) == j.granted()))),

                // 3.5: "all the processes will learn of the wish of some P_j to enter": P_j waits => for all i:
                // request_i(j) =
                // clock_j or (request, clock_j, j) is on its way to P_i
                new Invariant.OfConfiguration<>(
                        "the request of who waits is known, or on its way, to everyone",
                        at -> at.processes().stream().anyMatch(j -> at.state(j).waiting()),
                        at -> forEachPair(
                                at,
                                (i, j) -> !j.waiting()
                                        || i.request(j.self()) == j.clock()
                                        || at.inTransit(j.self(), Neighbour.of(i.self()))
                                                .contains(new Request(j.clock())))),

                // 3.6: request_i(j) counts the requests of P_j: request_i(j) <= clock_j
                new Invariant.OfConfiguration<>(
                        "no request is known that has not been made",
                        at -> at.processes().stream()
                                .anyMatch(i -> !at.state(i).requests().isEmpty()),
                        at -> forEachPair(at, (i, j) -> i.request(j.self()) <= j.clock())),

                // 3.5: "P_i transfers the token to the first process P_l, found in scanning the set in the order l =
                // i+1, i+2,
                // ..., n, 1, ..., i-1, whose request has reached P_i"
                new Invariant.OfStep<>(
                        FIRST_ROUND_THE_RING,
                        occurrence -> occurrence instanceof TraceEvent.Stepped step && sentTo(step) != null,
                        (before, occurrence, after) -> {
                            TraceEvent.Stepped step = (TraceEvent.Stepped) occurrence;
                            ProcessId l = sentTo(step);
                            SuzukiKasamiState i = after.state(step.process());
                            return others(after, i)
                                    .filter(j -> between(i.self(), j.self(), l, after))
                                    .noneMatch(j -> i.request(j.self()) > j.granted());
                        }));
    }

    private static java.util.stream.Stream<SuzukiKasamiState> others(
            Configuration<SuzukiKasamiState, SuzukiKasamiMessage, User> at, SuzukiKasamiState i) {
        return at.processes().stream().filter(j -> !j.equals(i.self())).map(at::state);
    }

    private static boolean forEachPair(
            Configuration<SuzukiKasamiState, SuzukiKasamiMessage, User> at,
            BiPredicate<SuzukiKasamiState, SuzukiKasamiState> condition) {
        return at.processes().stream().map(at::state).allMatch(i -> others(at, i)
                .allMatch(j -> condition.test(i, j)));
    }

    /** To whom the token is sent in a step, null if to nobody. */
    private static ProcessId sentTo(TraceEvent.Stepped step) {
        for (Effect<?, ?> effect : step.effects()) {
            if (effect instanceof Effect.Send<?, ?> send && send.message() instanceof Token) {
                return send.to().id();
            }
        }
        return null;
    }

    /** Whether j comes before l on the way from i round the ring. */
    private static boolean between(
            ProcessId i, ProcessId j, ProcessId l, Configuration<SuzukiKasamiState, SuzukiKasamiMessage, User> at) {
        return distance(i, j, at) < distance(i, l, at);
    }

    private static int distance(
            ProcessId from, ProcessId to, Configuration<SuzukiKasamiState, SuzukiKasamiMessage, User> at) {
        List<ProcessId> all = at.processes();
        return Math.floorMod(all.indexOf(to) - all.indexOf(from), all.size());
    }
}
