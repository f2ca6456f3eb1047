package symposium.own.raymond;

import static symposium.kernel.composition.Mutation.next;
import static symposium.kernel.composition.Mutation.silent;
import static symposium.own.raymond.Raymond.Rule.EXIT;
import static symposium.own.raymond.Raymond.Rule.INITIALIZED;
import static symposium.own.raymond.Raymond.Rule.PRIVILEGE;
import static symposium.own.raymond.Raymond.Rule.REQUEST;
import static symposium.own.raymond.Raymond.Rule.WISH;

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
import symposium.own.raymond.Raymond.Message;
import symposium.own.raymond.Raymond.Privilege;
import symposium.own.raymond.Raymond.State;

/** What holds in every reachable state of the tree; and statements left out, which a checker must miss. */
final class RaymondChecks {

    private RaymondChecks() {}

    static Invariants<State, Message, User> invariants() {
        return MutexInvariants.<State, Message>standard()
                .one("there is one privilege", State::privileged, Privilege.class)
                .whole("from every node the holders lead to the privilege", at -> true, at -> at.states()
                        .filter(node -> node.holder().isPresent())
                        .allMatch(node ->
                                leadsToPrivilege(node.self(), at, at.processes().size())))
                .state(
                        "a queue names nobody twice",
                        node -> !node.queue().isEmpty(),
                        node -> node.queue().stream().distinct().count()
                                == node.queue().size())
                .state(
                        "who has asked wants the privilege, and has it not",
                        State::asked,
                        node -> !node.privileged() && !node.queue().isEmpty())
                .process(
                        "a node uses the privilege as its user does, and waits as its user does",
                        (node, user) -> node.using() == MutualExclusion.critical(user)
                                && node.queue().contains(node.self()) == MutualExclusion.PROBLEM.waits(user));
    }

    /**
     * Whether the holders, one after the other, lead to where the privilege is or is going, or to a crashed node, whose
     * holder is unknown.
     */
    private static boolean leadsToPrivilege(ProcessId node, Configuration<State, Message, User> at, int steps) {
        return !at.alive(node)
                || at.state(node)
                        .holder()
                        .filter(next -> next.equals(node)
                                || !at.inTransit(node, next, Privilege.class).isEmpty()
                                || steps > 0 && leadsToPrivilege(next, at, steps - 1))
                        .isPresent();
    }

    static Variants<State, Message, Input, Output> variants(Start start) {
        return Variants.of(new Raymond(start.holder()))
                .mutate(INITIALIZED, "tells no process", silent())
                .mutate(WISH, "makes no request", silent())
                .mutate(WISH, "forgets that it has asked", next(node -> node.withAsked(false)))
                .mutate(REQUEST, "makes no request in its turn", silent())
                .mutate(REQUEST, "forgets that it has asked", next(node -> node.withAsked(false)))
                .mutate(PRIVILEGE, "still says that it has asked", next(node -> node.withAsked(true)))
                .mutate(EXIT, "keeps the privilege that it sends", next(p -> p.with(next -> next.holder(p.self()))));
    }
}
