package symposium.membership;

import static symposium.membership.GroupFormation.Rule.AGREED;
import static symposium.membership.GroupFormation.Rule.PROPOSAL_ANSWERED;
import static symposium.membership.GroupFormation.Rule.PROPOSAL_HEARD;

import symposium.kernel.Effect;
import symposium.kernel.ProcessId;
import symposium.kernel.Step;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Variants;
import symposium.membership.FoundersAgreement.Begins;
import symposium.membership.FoundersAgreement.Group;
import symposium.membership.FoundersAgreement.Input;
import symposium.membership.FoundersAgreement.Output;
import symposium.membership.FoundersAgreement.User;
import symposium.membership.GroupFormation.Begun;
import symposium.membership.GroupFormation.Message;
import symposium.membership.GroupFormation.State;

/** What holds of processes that form a group, and the faults that the checker must find. */
final class GroupFormationChecks {

    private GroupFormationChecks() {}

    /** First generations in the checker: the clocks of processes differ by more than the time until one returns. */
    static long floor(ProcessId process) {
        return 100 * process.number() + 10 * process.incarnation();
    }

    static Invariants<State, Message, User> invariants() {
        return new Invariants<State, Message, User>()
                .agree("those that have begun have begun with the same group", p -> 0, State::founded)
                .state(
                        "a process that has begun is a founder",
                        p -> p.founded().isPresent(),
                        p -> p.founded().orElseThrow().founders().contains(p.self()))
                .process(
                        "a user waits only while its process insists",
                        (p, user) -> user == User.WAITING,
                        (p, user) -> p.insists())
                .delivery(
                        "what a process is told of a group that has begun is true",
                        Begun.class,
                        (begun, p) -> p.founded().isEmpty() || p.founded().get().equals(begun.group()));
    }

    static Variants<State, Message, Input, Output> variants() {
        Mutation<State, Message, Input, Output> beginsWithTheHighest =
                Mutation.step(step -> begins(step, step.next().highest()));
        Scenario lossy = Scenario.loss(2, Scenario.NO_STARVATION).withChannels(Channels.COALESCING);
        return Variants.of(new GroupFormation(2, GroupFormationChecks::floor))
                .add(
                        "proposal.heard begins when a majority proposes",
                        beginsWithTheHighest.at(PROPOSAL_HEARD).of(new GroupFormation(3, GroupFormationChecks::floor)),
                        Scenario.of(3, FoundersAgreement.UNANIMOUS))
                .mutate(
                        AGREED,
                        "begins with its own first generation",
                        Mutation.step((before, step) -> begins(step, before.proposed())),
                        Scenario.of(2, FoundersAgreement.HIGHEST))
                .mutate(
                        PROPOSAL_ANSWERED,
                        "answers with its own first generation",
                        Mutation.messages((p, message) ->
                                new Begun(new Group(message.group().founders(), floor(p.self())))),
                        Scenario.of(2, FoundersAgreement.HIGHEST))
                .mutate(PROPOSAL_ANSWERED, "does not answer", Mutation.silent(), lossy)
                .mutate(
                        "says once what it proposes",
                        Mutation.step(GroupFormationChecks::withoutTimer),
                        lossy.withInvariant(Scenario.NO_DEADLOCK));
    }

    /** The process begins with this group, whatever it does else. */
    static Step<State, Message, Output> begins(Step<State, Message, Output> step, Group group) {
        return new Step<>(
                        AGREED,
                        step.next().begun(group),
                        step.effects().stream()
                                .filter(effect -> !(effect instanceof Effect.Output))
                                .toList())
                .cancel(GroupFormation.Timer.REMINDER)
                .tell(new Begins(group));
    }

    private static Step<State, Message, Output> withoutTimer(Step<State, Message, Output> step) {
        return new Step<>(
                step.rule(),
                step.next(),
                step.effects().stream()
                        .filter(effect -> !(effect instanceof Effect.Schedule))
                        .toList());
    }
}
