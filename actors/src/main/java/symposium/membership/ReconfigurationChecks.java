package symposium.membership;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Stream;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.ProcessId;
import symposium.kernel.Sorted;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Configuration;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Invariants;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variants;
import symposium.membership.Reconfiguration.Accept;
import symposium.membership.Reconfiguration.Accepted;
import symposium.membership.Reconfiguration.Ballot;
import symposium.membership.Reconfiguration.Message;
import symposium.membership.Reconfiguration.Rule;
import symposium.membership.Reconfiguration.State;
import symposium.membership.VoterAgreement.Input;
import symposium.membership.VoterAgreement.Output;
import symposium.membership.VoterAgreement.User;
import symposium.membership.VoterAgreement.Voters;

/** What holds of processes that change their voters, and the faults that the checker must find. */
final class ReconfigurationChecks {

    /** The name of the invariant of quorums. */
    static final String COMMON = "while both ends of each link know the same of it, two quorums share a process";

    /** The name of the invariant from which that follows. */
    static final String COUNTED = "and two processes that have a quorum count by some voters that are the same";

    /** The name of the invariant of continuity. */
    static final String KEPT = "a change takes the quorum from no voter that reaches all voters";

    /** The name of the invariant of progress. */
    static final String DUE = "where a majority of the present voters is within reach and no quorum, a change is due";

    /** The name of the invariant of what is asked for. */
    static final String REMAIN =
            "a change that begins is to voters that have not departed, as far as its process knows";

    private ReconfigurationChecks() {}

    static Invariants<State, Message, User> invariants() {
        return new Invariants<State, Message, User>()
                .whole(COMMON, ReconfigurationChecks::quorums, all -> quorate(all)
                        .noneMatch(pair ->
                                Collections.disjoint(pair.p().reach(), pair.q().reach())))
                .whole(COUNTED, ReconfigurationChecks::quorums, all -> quorate(all)
                        .noneMatch(pair -> Collections.disjoint(counted(pair.p()), counted(pair.q()))))
                .step(
                        KEPT,
                        event -> event instanceof TraceEvent.Stepped stepped
                                && !(stepped.event() instanceof Event.NeighboursChanged),
                        (before, event, after) -> keeps(before.state(event.process()), after.state(event.process())))
                .step(
                        REMAIN,
                        event -> event instanceof TraceEvent.Stepped stepped && stepped.event() instanceof Event.Input,
                        (before, event, after) ->
                                asksForTheRest(before.state(event.process()), after.state(event.process())))
                .state(
                        "what a voter has accepted it counts by",
                        p -> p.accepted().isPresent(),
                        p -> p.accepted()
                                .get()
                                .voters()
                                .equals(p.heard().get(p.accepted().get().ballot())))
                .whole(
                        DUE,
                        ReconfigurationChecks::settled,
                        all -> all.states().noneMatch(ReconfigurationChecks::stuck)
                                || all.states().anyMatch(p -> VoterChanges.due(p, false)
                                        .isPresent()))
                .process("a user waits only for a ballot", (p, user) -> user == User.WAITING, (p, user) -> p.attempt()
                        .isPresent());
    }

    /** Two processes have a quorum, and both ends of each link know the same of it. */
    private static boolean quorums(Configuration<State, Message, User> all) {
        return all.states().filter(State::quorate).count() > 1
                && all.pairs()
                        .allMatch(pair -> pair.p().linked().contains(pair.q().self())
                                == pair.q().linked().contains(pair.p().self()));
    }

    /** No message is in transit, no attempt is under way, and both ends of each link have said hello. */
    private static boolean settled(Configuration<State, Message, User> all) {
        return all.quiet()
                && all.states()
                        .allMatch(p -> p.attempt().isEmpty()
                                && p.linked().equals(p.greeted())
                                && p.linked().stream()
                                        .allMatch(q -> all.alive(q)
                                                && all.state(q).linked().contains(p.self())));
    }

    private static boolean asksForTheRest(State before, State after) {
        return before.attempt().isPresent()
                || after.attempt().isEmpty()
                || Collections.disjoint(after.attempt().get().wish(), after.departed());
    }

    private static boolean stuck(State p) {
        return Reconfiguration.majority(p.voters().members(), p.reach()) && !p.quorate();
    }

    private static Stream<Configuration.ProcessPair<State, Message, User>> quorate(
            Configuration<State, Message, User> all) {
        return all.pairs().filter(pair -> pair.p().quorate() && pair.q().quorate());
    }

    /** All voters by which a process counts. */
    private static Set<SortedSet<ProcessId>> counted(State p) {
        Set<SortedSet<ProcessId>> counted = new HashSet<>(p.heard().values());
        counted.add(p.voters().members());
        return counted;
    }

    private static boolean keeps(State before, State after) {
        SortedSet<ProcessId> voters = before.voters().members();
        return !voters.contains(before.self())
                || !before.reach().containsAll(voters)
                || after.voters().version() > before.voters().version() + 1
                || !before.quorate()
                || after.quorate();
    }

    static Variants<State, Message, Input, Output> variants(Start start) {
        Scenario three = Scenario.of(3, VoterAgreement.AGREEMENT).withRequests(1);
        return Variants.of(new Reconfiguration(start.processes()))
                .add(
                        "one voter is enough",
                        new Reconfiguration(start.processes()) {
                            @Override
                            boolean enough(State p, SortedSet<ProcessId> some) {
                                return !some.isEmpty();
                            }
                        },
                        three.withInitiators(0, 1))
                .add(
                        "a change keeps voters that have departed",
                        new Reconfiguration(start.processes()) {
                            @Override
                            SortedSet<ProcessId> remaining(State p) {
                                return p.voters().members();
                            }
                        },
                        Scenario.of(4, REMAIN).withRequests(1).withInitiators(0).withFault(Fault.CRASH, 1))
                .mutate(
                        "accepts a lower ballot than promised",
                        Mutation.steps(original ->
                                (p, event) -> original.step(accepts(event) ? p.withPromised(Ballot.NONE) : p, event)),
                        three.withInitiators(0, 1))
                .mutate(
                        Rule.HEARD,
                        "counts by the next voters at once",
                        Mutation.next(ReconfigurationChecks::alone),
                        three.withInvariant(COUNTED))
                .mutate(Rule.ACCEPT, "votes before the others know", Mutation.step(ReconfigurationChecks::votes));
    }

    private static boolean accepts(Event<Message, Input> event) {
        return event instanceof Event.Received<Message, Input> received && received.message() instanceof Accept;
    }

    /** What it has heard of are its voters, alone. */
    private static State alone(State before, State next) {
        return before.heard().equals(next.heard())
                ? next
                : next.with(it -> it.voters(new Voters(
                                next.voters().version(),
                                next.heard().get(next.heard().lastKey())))
                        .heard(Sorted.map()));
    }

    private static Step<State, Message, Output> votes(Step<State, Message, Output> step) {
        State p = step.next();
        Ballot ballot = p.accepted().orElseThrow().ballot();
        return p.untold().isEmpty()
                ? step
                : new Step<State, Message, Output>(step.rule(), p.withUntold(Sorted.set()), step.effects())
                        .send(
                                Neighbour.of(ballot.proposer()),
                                new Accepted(p.voters().version(), ballot));
    }
}
