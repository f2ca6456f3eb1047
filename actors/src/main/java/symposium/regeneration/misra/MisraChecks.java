package symposium.regeneration.misra;

import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.problem.Scenario.loss;
import static symposium.regeneration.misra.Misra.Rule.PING_MEETS;
import static symposium.regeneration.misra.Misra.Rule.PING_REGENERATES;

import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.regeneration.Regeneration.NoInput;
import symposium.regeneration.Regeneration.Regenerated;
import symposium.regeneration.Regeneration.User;
import symposium.regeneration.misra.Misra.Message;
import symposium.regeneration.misra.Misra.Ping;
import symposium.regeneration.misra.Misra.Pong;
import symposium.regeneration.misra.Misra.State;

/** What section 4.2 says of every reachable state of the ring; and its misprints. */
final class MisraChecks {

    static final String ONE_PING = "never two of a kind: at most one ping";
    static final String ONE_PONG = "never two of a kind: at most one pong";

    private MisraChecks() {}

    static Invariants<State, Message, User> invariants() {
        return new Invariants<State, Message, User>()
                .count(ONE_PING, State::holdsPing, Ping.class, 0, 1)
                .count(ONE_PONG, State::holdsPong, Pong.class, 0, 1)
                .whole(
                        "nbping + nbpong = 0",
                        at -> numbers(at).count() == 2,
                        at -> numbers(at).sum() == 0);
    }

    private static IntStream numbers(Configuration<State, Message, User> at) {
        IntStream here = at.states().flatMap(p -> Stream.of(p.ping(), p.pong())).flatMapToInt(OptionalInt::stream);
        IntStream inTransit =
                at.inTransit().mapToInt(token -> token instanceof Ping ping ? ping.nbping() : ((Pong) token).nbpong());
        return IntStream.concat(here, inTransit);
    }

    /** The last needs a loss to fail, the others fail without. */
    static Variants<State, Message, NoInput, Regenerated> variants(Start start) {
        int n = start.processes().size();
        Mutation<State, Message, NoInput, Regenerated> marked =
                next(p -> p.withMark(p.ping().orElseThrow()));
        return Variants.of(new Misra(start.holder(), Misra.bounded(n)))
                .add(
                        "numbers counted modulo n + 1, as printed",
                        new Misra(start.holder(), magnitude -> (magnitude + 1) % (n + 1)))
                .add("only n magnitudes", new Misra(start.holder(), Misra.bounded(n - 1)))
                .mutate(PING_MEETS, "counts the meeting before it marks", marked)
                .mutate(PING_REGENERATES, "marks the new number", marked, loss(1, ONE_PONG));
    }
}
