package symposium.composition.privilegeswithvoters;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;
import symposium.arbitration.privileges.PrivilegeMessage;
import symposium.arbitration.privileges.PrivilegeState;
import symposium.arbitration.privileges.Privileges;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.User;
import symposium.composition.privilegeswithvoters.PrivilegesWithVoters.Message;
import symposium.composition.privilegeswithvoters.PrivilegesWithVoters.Sharing;
import symposium.composition.privilegeswithvoters.PrivilegesWithVoters.State;
import symposium.composition.privilegeswithvoters.PrivilegesWithVoters.Voting;
import symposium.composition.privilegeswithvoters.SharingWithVoters.Input;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Invariant;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.membership.Reconfiguration;
import symposium.membership.VoterAgreement;

/** What holds of both parts and of the whole, and the faults that the checker must find. */
final class PrivilegesWithVotersChecks {

    /** The name of the invariant of quorums. */
    static final String MAJORITY = "what is taken is taken within reach of a majority of the voters";

    private PrivilegesWithVotersChecks() {}

    static Invariants<State, Message, User> invariants() {
        return with(new Privileges.Entry().checks().invariants());
    }

    static List<Invariant<State, Message, User>> underSuspicion() {
        return with(new Privileges.Entry().invariantsUnderSuspicion()).list();
    }

    /** These invariants of the resources, those of the voters, and those of the whole. */
    private static Invariants<State, Message, User> with(
            List<Invariant<PrivilegeState, PrivilegeMessage, User>> ofResources) {
        Invariants<State, Message, User> all = new Invariants<>();
        ofResources.forEach(each -> each.<State, Message>lift(
                        p -> Optional.of(p.resources()), PrivilegesWithVotersChecks::sharing, (message, p) -> true)
                .or(() -> global(each, State::resources, PrivilegesWithVotersChecks::sharing, Function.identity()))
                .ifPresent(all::add));
        new Reconfiguration.Entry().checks().invariants().forEach(each -> global(
                        each, State::voters, PrivilegesWithVotersChecks::voting, user -> VoterAgreement.User.IDLE)
                .ifPresent(all::add));
        return all.pair(
                        VoterAgreement.AGREEMENT,
                        pair -> pair.p().voters().voters().version()
                                == pair.q().voters().voters().version(),
                        pair -> pair.p()
                                .voters()
                                .voters()
                                .equals(pair.q().voters().voters()))
                .state(MAJORITY, p -> p.resources().claims(), p -> p.voters().quorate())
                .state(
                        "resources are shared with the processes that have said hello, and have not departed",
                        p -> !p.voters().linked().isEmpty(),
                        p -> p.resources().linked().equals(p.voters().greeted())
                                && p.voters().departed().equals(p.resources().departed()));
    }

    private static Optional<PrivilegeMessage> sharing(Message message) {
        return message instanceof Sharing it ? Optional.of(it.carried()) : Optional.empty();
    }

    private static Optional<Reconfiguration.Message> voting(Message message) {
        return message instanceof Voting it ? Optional.of(it.carried()) : Optional.empty();
    }

    /** The same invariant of a part of the configuration; empty for one of single processes or messages. */
    private static <S, M, V> Optional<Invariant<State, Message, User>> global(
            Invariant<S, M, V> invariant,
            Function<State, S> state,
            Function<Message, Optional<M>> message,
            Function<User, V> user) {
        if (invariant instanceof Invariant.OfConfiguration<S, M, V> it) {
            return Optional.of(new Invariant.OfConfiguration<>(
                    it.name(), all -> it.situation().test(part(all, state, message, user)), all -> it.condition()
                            .test(part(all, state, message, user))));
        }
        if (invariant instanceof Invariant.OfStep<S, M, V> it) {
            return Optional.of(new Invariant.OfStep<>(
                    it.name(),
                    event -> !aboutResources(event) && it.situation().test(event),
                    (before, event, after) -> it.condition()
                            .holds(part(before, state, message, user), event, part(after, state, message, user))));
        }
        return Optional.empty();
    }

    /** A process may hear of a departure beside what it hears of resources: then its voters have other links. */
    private static boolean aboutResources(TraceEvent event) {
        return event instanceof TraceEvent.Stepped stepped
                && stepped.event() instanceof Event.Received<?, ?> received
                && received.message() instanceof Sharing;
    }

    private static <S, M, V> Configuration<S, M, V> part(
            Configuration<State, Message, User> all,
            Function<State, S> state,
            Function<Message, Optional<M>> message,
            Function<User, V> user) {
        return all.part(state, user, (from, to) -> all.inTransit(from, to).stream()
                .flatMap(each -> message.apply(each).stream())
                .toList());
    }

    static Variants<State, Message, Input, Grant> variants(Start start) {
        long first = PrivilegesWithVoters.Entry.FIRST;
        SortedSet<ProcessId> founders = start.processes();
        Variants<State, Message, Input, Grant> variants = Variants.<State, Message, Input, Grant>of(
                        new PrivilegesWithVoters(founders, first))
                .add(
                        "grants without a majority",
                        new PrivilegesWithVoters(founders, first) {
                            @Override
                            boolean grants(Reconfiguration.State voters) {
                                return true;
                            }
                        },
                        Scenario.of(2, MAJORITY).withRequests(1).withFault(Fault.FALSE_DEPARTURE, 1))
                .add(
                        "counts before hello",
                        new PrivilegesWithVoters(founders, first) {
                            @Override
                            boolean grants(Reconfiguration.State voters) {
                                return voters.quorate(Sorted.with(voters.linked(), voters.self()));
                            }
                        },
                        Scenario.of(3, MAJORITY)
                                .withRequests(1)
                                .withInitiators(0)
                                .withFault(Fault.LINK_FAILURE, 1)
                                .withFault(Fault.LINK_RECOVERY, 1)
                                .withFault(Fault.FALSE_DEPARTURE, 1));
        new Reconfiguration.Entry()
                .checks().variants(start).stream()
                        .filter(each -> each.scenario()
                                .filter(scenario -> scenario.initiators().isEmpty())
                                .isPresent())
                        .forEach(each -> variants.add(
                                each.name(),
                                new PrivilegesWithVoters(each.protocol(), first),
                                each.scenario().map(it -> it.withInvariant(VoterAgreement.AGREEMENT))));
        return variants;
    }
}
