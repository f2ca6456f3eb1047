package symposium.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.ServiceLoader;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.kernel.Effect;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Start;

/** What all elections of the catalogue have in common, one step at a time. */
@Tag("fast")
class SingleElectionTest {

    @SuppressWarnings("unchecked")
    static Stream<Algorithm<?, ?, Voter, Call, Leader>> elections() {
        return ServiceLoader.load(Algorithm.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(algorithm -> algorithm.problem() == Election.PROBLEM)
                .map(algorithm -> (Algorithm<?, ?, Voter, Call, Leader>) algorithm);
    }

    @Test
    void thereAreNineOfThem() {
        assertTrue(elections().count() >= 9);
    }

    @ParameterizedTest
    @MethodSource("elections")
    <S, M> void theProblemsLawsAreAmongItsLaws(Algorithm<S, M, Voter, Call, Leader> algorithm) {
        assertEquals(
                ElectionInvariants.NEVER_TWO,
                algorithm.checks().invariants().get(0).name());
        assertTrue(algorithm.checks().invariants().stream()
                .anyMatch(invariant -> invariant.name().equals(ElectionInvariants.ANNOUNCED)));
    }

    @ParameterizedTest
    @MethodSource("elections")
    <S, M> void aProcessStartsOverFromItsInitialStateAndAnInitiatorSendsAMessage(
            Algorithm<S, M, Voter, Call, Leader> algorithm) {
        Protocol<S, M, Call, Leader> protocol = algorithm.protocol(Start.of(3, 0));
        SortedSet<ProcessId> all = Arrangements.everyone(3);
        for (ProcessId process : all) {
            Neighbours neighbours = algorithm.system().topologies().get(0).neighbours(process, all);
            S initial = protocol.initial(process, neighbours);
            assertEquals(initial, protocol.initial(process, neighbours));
            assertTrue(protocol.step(initial, new Event.Input<>(Call.INITIATE)).effects().stream()
                    .anyMatch(effect -> effect instanceof Effect.Send));
        }
    }

    static Stream<Algorithm<?, ?, Voter, Call, Leader>> electionsOfAFixedMembership() {
        return elections().filter(algorithm -> algorithm.system().tolerates() == MembershipTolerance.NO_CHANGE);
    }

    @ParameterizedTest
    @MethodSource("electionsOfAFixedMembership")
    <S, M> void anAlgorithmThatToleratesNoChangeRefusesOne(Algorithm<S, M, Voter, Call, Leader> algorithm) {
        Protocol<S, M, Call, Leader> protocol = algorithm.protocol(Start.of(2, 0));
        SortedSet<ProcessId> all = Arrangements.everyone(2);
        Neighbours neighbours = algorithm.system().topologies().get(0).neighbours(all.first(), all);
        S initial = protocol.initial(all.first(), neighbours);
        Event<M, Call> change = new Event.NeighboursChanged<>(neighbours, Collections.emptySortedSet());
        assertThrows(InvariantViolation.class, () -> protocol.step(initial, change));
    }
}
