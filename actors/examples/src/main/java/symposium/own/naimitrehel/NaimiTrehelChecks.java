package symposium.own.naimitrehel;

import static symposium.kernel.composition.Mutation.next;
import static symposium.own.naimitrehel.NaimiTrehel.Rule.FORWARD;
import static symposium.own.naimitrehel.NaimiTrehel.Rule.GIVE;
import static symposium.own.naimitrehel.NaimiTrehel.Rule.QUEUE;
import static symposium.own.naimitrehel.NaimiTrehel.Rule.RELEASE;
import static symposium.own.naimitrehel.NaimiTrehel.Rule.REQUEST;

import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import symposium.kernel.ProcessId;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.own.naimitrehel.NaimiTrehel.Message;
import symposium.own.naimitrehel.NaimiTrehel.Request;
import symposium.own.naimitrehel.NaimiTrehel.State;
import symposium.own.naimitrehel.NaimiTrehel.Token;

/** What holds in every reachable state; and statements left out, which a checker must miss. */
final class NaimiTrehelChecks {

    private NaimiTrehelChecks() {}

    static Invariants<State, Message, User> invariants() {
        return MutexInvariants.<State, Message>standard()
                .one("there is one token", State::token, Token.class)
                .whole("the last pointers form a rooted forest", Configuration::allAlive, at -> at.states()
                        .allMatch(p -> end(p, at, State::last).isPresent()))
                .whole(
                        "there is one root, and another for each request in transit",
                        Configuration::allAlive,
                        at -> at.states().filter(p -> p.last().isEmpty()).count()
                                == 1 + at.inTransit(Request.class).count())
                .whole(
                        "where nothing is in transit, next leads from the token to the root",
                        at -> at.allAlive() && at.quiet(),
                        at -> at.states().filter(State::token).allMatch(p -> end(p, at, State::next)
                                .filter(root -> root.last().isEmpty())
                                .isPresent()))
                .process(
                        "a process requests as its user does, and has the token where its user is in",
                        (p, user) -> p.requesting() != (user == User.IDLE)
                                && (p.token() && p.requesting()) == MutualExclusion.critical(user));
    }

    /** The process to which these pointers lead from p, if they lead anywhere. */
    private static Optional<State> end(
            State p, Configuration<State, Message, User> at, Function<State, Optional<ProcessId>> pointer) {
        return Stream.iterate(p, q -> at.state(pointer.apply(q).orElse(q.self())))
                .limit(at.processes().size())
                .filter(q -> pointer.apply(q).isEmpty())
                .findFirst();
    }

    static Variants<State, Message, Input, Output> variants(Start start) {
        return Variants.of(new NaimiTrehel(start.holder()))
                .mutate(REQUEST, "does not become a root", next((p, next) -> next.withLast(p.last())))
                .mutate(FORWARD, "takes itself for the owner", next(p -> p.with(to -> to.last(p.self()))))
                .mutate(QUEUE, "forgets who comes next", next((p, next) -> next.withNext(p.next())))
                .mutate(GIVE, "keeps the token that it sends", next(p -> p.withToken(true)))
                .mutate(RELEASE, "still requests", next(p -> p.withRequesting(true)));
    }
}
