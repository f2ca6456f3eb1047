package symposium.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static symposium.kernel.composition.Mutation.misreading;
import static symposium.kernel.composition.Mutation.steps;
import static symposium.membership.GroupFormation.Rule.BEGUN_EXCLUDED;
import static symposium.membership.GroupFormation.Rule.MEMBERS_CHANGED;
import static symposium.membership.GroupFormation.Rule.MEMBERS_PROPOSES;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.Counterexamples;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.membership.FoundersAgreement.Group;
import symposium.membership.FoundersAgreement.Input;
import symposium.membership.FoundersAgreement.Output;
import symposium.membership.FoundersAgreement.User;
import symposium.membership.GroupFormation.Message;
import symposium.membership.GroupFormation.Proposal;
import symposium.membership.GroupFormation.State;

/**
 * All begin with the same group, whatever the network does, and whenever processes crash and return: as other
 * incarnations of their numbers.
 */
@Tag("fast")
class GroupFormationTest {

    /** @param returns how many of the processes, from 0 on, may crash once and return */
    private static Model<State, Message, User, Input, Output> model(
            int processes, int returns, Channels channels, int faults) {
        SortedSet<ProcessId> everyone = new TreeSet<>(Start.of(processes, 0).processes());
        Set<ProcessId> arriving = new TreeSet<>();
        for (int number = 0; number < returns; number++) {
            arriving.add(new ProcessId(number, 1));
        }
        everyone.addAll(arriving);
        return Model.of(new GroupFormation.Entry(), Start.of(processes, 0))
                .among(everyone)
                .withArriving(arriving)
                .withChannels(channels)
                .withFaults(FaultBudget.NONE
                        .withCrashes(returns)
                        .withJoins(returns)
                        .withLosses(faults)
                        .withDuplications(faults));
    }

    @ParameterizedTest
    @CsvSource({
        "2, 0, DUPLICATING, 0, 12",
        "3, 0, DUPLICATING, 0, 359",
        "2, 0, COALESCING, 2, 253",
        "2, 1, DUPLICATING, 0, 134",
        "2, 1, COALESCING, 1, 923",
        "2, 2, DUPLICATING, 0, 1623",
        "2, 2, COALESCING, 0, 2493",
        "3, 1, DUPLICATING, 0, 7676",
    })
    void allBeginWithTheSameGroup(int processes, int returns, Channels channels, int faults, long states) {
        holds(model(processes, returns, channels, faults), states);
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({"3, 0, COALESCING, 1, 49807", "3, 2, DUPLICATING, 0, 243367", "2, 2, COALESCING, 1, 11225"})
    void moreBeginWithTheSameGroup(int processes, int returns, Channels channels, int faults, long states) {
        holds(model(processes, returns, channels, faults), states);
    }

    /** In an open group, a process that is excluded knows with whom the others have begun, and tells so. */
    @ParameterizedTest
    @CsvSource({"2, 2, 0, 12", "3, 3, 0, 359", "2, 2, 1, 154", "2, 2, 2, 2327", "3, 3, 1, 16286"})
    void anOpenGroupBeginsOnce(int least, int processes, int returns, long states) {
        Model<State, Message, User, Input, Output> model = model(processes, returns, Channels.DUPLICATING, 0);
        holds(
                model.withProtocol(GroupFormation.open(least, GroupFormationChecks::floor))
                        .withInvariants(model.invariants().stream()
                                .filter(each -> !each.name().equals("a process that has begun is a founder"))
                                .toList()),
                states);
    }

    private static void holds(Model<?, ?, ?, ?, ?> model, long states) {
        Report report = Explorer.of(model, Limits.WIDE).explore().report(true);
        assertEquals(Optional.empty(), report.violated(), report.toString());
        assertTrue(report.complete());
        assertEquals(states, report.states());
    }

    @Test
    void everyFaultIsFound() {
        Map<String, String> found = new TreeMap<>();
        for (Variant<State, Message, Input, Output> variant :
                new GroupFormation.Entry().checks().variants(Start.of(2, 0))) {
            found.put(
                    variant.name(),
                    Counterexamples.of(Model.of(
                                    new GroupFormation.Entry(),
                                    variant.scenario().orElseThrow())
                            .withProtocol(variant.protocol())));
        }
        assertEquals(
                Map.of(
                        "proposal.heard begins when a majority proposes",
                        FoundersAgreement.UNANIMOUS + " in 4",
                        "agreed begins with its own first generation",
                        FoundersAgreement.HIGHEST + " in 4",
                        "proposal.answered answers with its own first generation",
                        FoundersAgreement.HIGHEST + " in 8",
                        "proposal.answered does not answer",
                        "no fair starvation in 4",
                        "says once what it proposes",
                        "no deadlock in 4"),
                found);
    }

    /**
     * One process has begun and crashes, and its place is taken: the others, which have not heard, begin later, with
     * higher fences.
     */
    @Test
    void otherFoundersHaveAHigherFirstGeneration() {
        assertEquals(
                FoundersAgreement.RISING + " in 11",
                refuted(1, steps(original -> (p, event) -> atTheSameFloor(original, p, event))));
    }

    private static Step<State, Message, Output> atTheSameFloor(
            Protocol<State, Message, Input, Output> original, State p, Event<Message, Input> event) {
        Step<State, Message, Output> step = original.step(p, event);
        if (step.rule() != MEMBERS_PROPOSES || p.proposed().founders().isEmpty()) {
            return step;
        }
        State lower =
                p.withProposed(new Group(p.proposed().founders(), p.proposed().floor() - 1));
        return original.step(lower, event);
    }

    /** All processes return, one after the other: those that were excluded first begin with the others. */
    @Test
    void anExcludedProcessProposesAgain() {
        assertEquals(
                "no fair starvation in 18",
                refuted(
                        2,
                        steps(original ->
                                (p, event) -> p.excluded() ? Step.by(MEMBERS_CHANGED, p) : original.step(p, event))));
    }

    @Test
    void aProcessThatReturnsIsAnotherProcess() {
        assertEquals(FoundersAgreement.UNANIMOUS + " in 13", refuted(1, steps(original -> (p, event) -> {
            Step<State, Message, Output> step = original.step(p, event);
            return step.rule() == BEGUN_EXCLUDED
                    ? GroupFormationChecks.begins(
                            step,
                            ((Event.Received<Message, Input>) event).message().group())
                    : step;
        })));
        Mutation<State, Message, Input, Output> ownFounders = misreading((p, message) -> message instanceof Proposal
                ? new Proposal(
                        new Group(p.proposed().founders(), message.group().floor()))
                : message);
        assertEquals(
                FoundersAgreement.HIGHEST + " in 11",
                Counterexamples.of(model(3, 1, Channels.DUPLICATING, 0)
                        .withProtocol(ownFounders.of(new GroupFormation(3, GroupFormationChecks::floor)))));
    }

    private static String refuted(int returns, Mutation<State, Message, Input, Output> fault) {
        return Counterexamples.of(model(2, returns, Channels.DUPLICATING, 0)
                .withProtocol(fault.of(new GroupFormation(2, GroupFormationChecks::floor))));
    }
}
