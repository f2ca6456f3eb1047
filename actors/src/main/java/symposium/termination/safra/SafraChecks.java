package symposium.termination.safra;

import static symposium.kernel.composition.Mutation.messages;
import static symposium.kernel.composition.Mutation.next;
import static symposium.termination.safra.Safra.Rule.RULE_0_RECEIVES;
import static symposium.termination.safra.Safra.Rule.RULE_3_PASSES;
import static symposium.termination.safra.Safra.Rule.RULE_5_PROBES;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.termination.TerminationDetection.Input;
import symposium.termination.TerminationDetection.Output;
import symposium.termination.TerminationDetection.User;
import symposium.termination.safra.Safra.Message;
import symposium.termination.safra.Safra.State;
import symposium.termination.safra.Safra.Token;
import symposium.termination.safra.Safra.Work;

/** The invariant of EWD998, and what happens without its rules. */
final class SafraChecks {

    private SafraChecks() {}

    static Invariants<State, Message, User> invariants() {
        return new Invariants<State, Message, User>()
                .count("at most one token", State::holdsToken, Token.class, 0, 1)
                // P0: B = (S i : 0 <= i < N : c.i)
                .whole(
                        "P0: as many messages are in transit as the counters say",
                        at -> at.inTransit(Work.class).findAny().isPresent(),
                        at -> at.inTransit(Work.class).count()
                                == at.states().mapToInt(State::count).sum())
                .whole("P1, P2, P3 or P4", at -> Probe.of(at).isPresent(), at -> Probe.of(at)
                        .orElseThrow()
                        .holds());
    }

    /**
     * A probe under way.
     *
     * @param machines machine 0 to machine N - 1
     * @param at t: the number of the machine that has the token, or to which it is in transit
     */
    private record Probe(List<State> machines, int at, Token token) {

        static Optional<Probe> of(Configuration<State, Message, User> all) {
            List<ProcessId> ids = all.processes();
            OptionalInt first = IntStream.range(0, ids.size())
                    .filter(at -> all.state(ids.get(at)).first())
                    .findFirst();
            if (first.isEmpty()) {
                // An event log may tell first of the other machines.
                return Optional.empty();
            }
            int zero = first.getAsInt();
            List<ProcessId> numbered = Stream.concat(
                            ids.subList(zero, ids.size()).stream(), ids.subList(0, zero).stream())
                    .toList();
            List<State> machines = numbered.stream().map(all::state).toList();
            for (int at = 0; at < machines.size(); at++) {
                if (machines.get(at).holdsToken()) {
                    return Optional.of(
                            new Probe(machines, at, machines.get(at).token().orElseThrow()));
                }
                int to = (at + machines.size() - 1) % machines.size();
                List<Token> sent = all.inTransit(numbered.get(at), numbered.get(to), Token.class);
                if (!sent.isEmpty()) {
                    return Optional.of(new Probe(machines, to, sent.get(0)));
                }
            }
            return Optional.empty();
        }

        /**
         * P1 or P2 or P3 or P4, of which
         * P1 is (A i : t < i < N : machine i is passive) and (S i : t < i < N : c.i) = q,
         * P2 (S i : 0 <= i <= t : c.i) + q > 0, P3 (E i : 0 <= i <= t : machine i is black), P4 the token is black.
         */
        boolean holds() {
            List<State> passed = machines.subList(at + 1, machines.size());
            List<State> others = machines.subList(0, at + 1);
            return passed.stream().noneMatch(State::active) && sum(passed) == token.sum()
                    || sum(others) + token.sum() > 0
                    || others.stream().anyMatch(State::black)
                    || token.black();
        }

        private static int sum(List<State> some) {
            return some.stream().mapToInt(State::count).sum();
        }
    }

    /** Each leaves out a part of a rule. */
    static Variants<State, Message, Input, Output> variants(Start start) {
        return Variants.of(new Safra(start.holder()))
                .mutate(RULE_0_RECEIVES, "does not count", next((before, after) -> after.withCount(before.count())))
                .mutate(RULE_0_RECEIVES, "stays white", next((before, after) -> after.withBlack(before.black())))
                .mutate(
                        RULE_3_PASSES,
                        "adds nothing",
                        messages((p, token) ->
                                token instanceof Token full ? new Token(full.black(), full.sum() - p.count()) : token))
                .mutate(
                        RULE_3_PASSES,
                        "blackens nothing",
                        messages(token -> token instanceof Token full ? new Token(false, full.sum()) : token))
                .mutate(RULE_3_PASSES, "stays black", next((before, after) -> after.withBlack(before.black())))
                .mutate(RULE_5_PROBES, "stays black", next((before, after) -> after.withBlack(before.black())))
                .add("machine 0 leaves its own counter out", new Safra(start.holder()) {
                    @Override
                    boolean succeeds(State p, Token token) {
                        return p.next().isEmpty() || !token.black() && !p.black() && token.sum() == 0;
                    }
                })
                .add("machine 0 does not look at its own colour", new Safra(start.holder()) {
                    @Override
                    boolean succeeds(State p, Token token) {
                        return p.next().isEmpty() || !token.black() && token.sum() + p.count() == 0;
                    }
                });
    }
}
