package symposium.composition.tokenbyelection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Fault;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Run;
import symposium.simulation.ScheduledFault;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/**
 * What a change of the membership costs beyond the election: the census once round, and the news of the epoch once
 * round.
 */
class TokenByElectionCostTest {

    @ParameterizedTest
    @CsvSource({
        "ewd851-by-chang-roberts",
        "ewd851-by-lelann",
        "ewd851-by-dolev-klawe-rodeh",
        "ewd851-by-peterson",
        "ewd851-by-peterson-alternating",
        "ewd851-by-franklin",
        "ewd851-by-hirschberg-sinclair",
        "suzuki-kasami-by-chang-roberts"
    })
    void anEpochOfMCostsTwoMMessagesAndTheElection(String name) {
        for (int processes = 3; processes <= 20; processes++) {
            int members = processes - 1;
            Metrics tally = afterACrash(Catalogue.named(name).orElseThrow(), processes);
            assertEquals(members, tally.messages("census"), name + " on " + processes);
            assertEquals(members, tally.messages("begins"), name + " on " + processes);
            assertTrue(tally.messages("vote") >= members, name + " on " + processes);
            assertEquals(0, tally.messages("within"), name + " on " + processes);
        }
    }

    /** As long as nothing changes every message is one of the token algorithm, in an envelope. */
    @ParameterizedTest
    @CsvSource({"ewd851", "suzuki-kasami", "helary-plouzeau-raynal"})
    void withoutAChangeNothingIsSentButWhatTheTokenAlgorithmSends(String token) {
        for (int processes = 1; processes <= 8; processes++) {
            Algorithm<?, ?, ?, ?, ?> pair =
                    Catalogue.named(token + "-by-franklin").orElseThrow();
            Metrics inEpochs = busy(pair, pair, processes);
            Metrics alone = busy(Catalogue.named(token).orElseThrow(), pair, processes);
            assertEquals(alone.total(), inEpochs.total(), token + " on " + processes);
            assertEquals(inEpochs.total(), inEpochs.messages("within"), token + " on " + processes);
            assertEquals(200, inEpochs.served());
        }
    }

    @SuppressWarnings("unchecked")
    private static <S, M> Metrics busy(Algorithm<S, M, ?, ?, ?> some, Algorithm<?, ?, ?, ?, ?> pair, int processes) {
        Algorithm<S, M, User, Input, Output> algorithm = (Algorithm<S, M, User, Input, Output>) some;
        Durations slowly = Durations.between(1, 9);
        return Simulation.of(
                        algorithm,
                        Start.of(processes, 0),
                        pair.system().topologies().get(0),
                        pair.system().channels(),
                        Workload.busy(MutualExclusion.PROBLEM, slowly, slowly))
                .withDelays(slowly)
                .withSeed(processes)
                .as(Run::new)
                .runUntilServed(200);
    }

    /** All processes are told at once, and no user asks. */
    @SuppressWarnings("unchecked")
    private static <S, M> Metrics afterACrash(Algorithm<S, M, ?, ?, ?> some, int processes) {
        Algorithm<S, M, User, Input, Output> algorithm = (Algorithm<S, M, User, Input, Output>) some;
        Workload<User, Input> idle = Workload.demanding(
                MutualExclusion.PROBLEM, who -> false, 1, Durations.exactly(1), Durations.exactly(1));
        return Simulation.of(algorithm, Start.of(processes, 0), idle)
                .withFaults(
                        algorithm.system().topologies().get(0),
                        List.of(ScheduledFault.of(Fault.CRASH, 5, Durations.exactly(3), ProcessId.of(processes / 2))))
                .withInvariants(algorithm.checks().invariants())
                .as(Run::new)
                .runToTheEnd();
    }
}
