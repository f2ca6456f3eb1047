package symposium.mutex.suzukikasami;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.Golden;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Report;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutexInvariants;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.VariantTrials;
import symposium.mutex.VariantTrials.Refutation;
import symposium.mutex.VariantTrials.Trial;
import symposium.simulation.Durations;
import symposium.simulation.Network;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/**
 * Each misreading is refuted by a shortest counterexample; these are kept in {@code variants.txt}, see
 * {@link Golden}.
 */
class SuzukiKasamiVariantsTest {

    private static final String GOLDEN = "symposium/mutex/suzukikasami/variants.txt";

    private static final List<Trial> TRIALS = List.of(
            Trial.of(2, 1, Channels.UNORDERED),
            Trial.of(2, 2, Channels.UNORDERED),
            Trial.of(3, 1, Channels.UNORDERED),
            Trial.of(3, 2, Channels.UNORDERED));

    private static final List<Refutation> EXPECTED = List.of(
            new Refutation(
                    "a request comes between the test of token_present and token_held <- T",
                    "2 processes, requests 1, unordered",
                    "a process in the critical section holds the token",
                    4),
            new Refutation(
                    "a request comes between token_present <- T and token_held <- T",
                    "2 processes, requests 1, unordered",
                    "where the token rests no request is known that has not been granted",
                    5),
            new Refutation(
                    "the search goes on after the token is sent",
                    "3 processes, requests 1, unordered",
                    "all token_present have the value F when and only when the token is being transferred",
                    6),
            new Refutation(
                    "request(l) > token(j) for the P_j that searches, as section 3.3 says",
                    "2 processes, requests 1, unordered",
                    "where the token rests no request is known that has not been granted",
                    6),
            new Refutation(
                    "request(j) >= token(j)",
                    "2 processes, requests 1, unordered",
                    "the token is sent only to a process that waits for it",
                    2),
            new Refutation(
                    "request(j) <- k, without max",
                    "3 processes, requests 2, unordered",
                    "the request of who waits is known, or on its way, to everyone",
                    9),
            new Refutation(
                    "the search begins with P_1, not with the successor",
                    "3 processes, requests 1, unordered",
                    "the token goes to the first, round the ring, of whom a request is known",
                    8),
            new Refutation(
                    "prelude.broadcast leaves the clock alone",
                    "2 processes, requests 1, unordered",
                    "token(j) is how many requests of P_j have been granted",
                    1),
            new Refutation(
                    "prelude.broadcast sends no request",
                    "2 processes, requests 1, unordered",
                    "the request of who waits is known, or on its way, to everyone",
                    1),
            new Refutation(
                    "postlude.sends does not record the last holding",
                    "2 processes, requests 1, unordered",
                    "token(j) is how many requests of P_j have been granted",
                    7),
            new Refutation(
                    "postlude.sends sends no token",
                    "2 processes, requests 1, unordered",
                    "all token_present have the value F when and only when the token is being transferred",
                    4),
            new Refutation(
                    "postlude.sends leaves token_present as it is",
                    "2 processes, requests 1, unordered",
                    "where the token rests no request is known that has not been granted",
                    4),
            new Refutation(
                    "postlude.keeps leaves token_held as it is",
                    "2 processes, requests 1, unordered",
                    "a process in the critical section holds the token",
                    2),
            new Refutation(
                    "request.sends sends no token",
                    "2 processes, requests 1, unordered",
                    "all token_present have the value F when and only when the token is being transferred",
                    2),
            new Refutation(
                    "the token is sent though it is held",
                    "2 processes, requests 1, unordered",
                    "a process in the critical section holds the token",
                    3));

    @Test
    void eachMisreadingIsRefutedOnTheSmallestInstanceThatShowsIt() {
        VariantTrials.of(new SuzukiKasami.Entry(), TRIALS).assertRefuted(EXPECTED, GOLDEN);
    }

    /** The other laws see it sooner; but it comes to this. */
    @ParameterizedTest
    @CsvSource({
        "0, 'at any moment at most one user is in its critical section'",
        "1, 'at any moment at most one user is in its critical section'",
        "2, 'at any moment at most one user is in its critical section'",
        "3, 'no deadlock'",
        "5, 'no deadlock'",
        "7, 'no deadlock'",
        "8, 'no deadlock'",
        "10, 'no deadlock'",
        "11, 'at any moment at most one user is in its critical section'",
        "13, 'no deadlock'",
        "14, 'at any moment at most one user is in its critical section'"
    })
    void whatTheyMeanToUsers(int variant, String property) {
        var algorithm = new SuzukiKasami.Entry();
        var model = VariantTrials.model(algorithm, Trial.of(3, 2, Channels.UNORDERED))
                .withInvariants(List.of(MutexInvariants.mutualExclusion()))
                .withProtocol(variants(algorithm).get(variant).protocol());
        Report report = Explorer.of(model, Limits.WIDE).explore().report(false);

        assertEquals(property, report.violated().orElseThrow().name());
    }

    /** "The function max is there because links need not be FIFO": with links that are, it is not needed. */
    @Test
    void withoutMaxItHoldsAsLongAsLinksKeepTheOrder() {
        var algorithm = new SuzukiKasami.Entry();
        Variant<SuzukiKasami.State, SuzukiKasami.Message, Input, Output> without = variants(algorithm).stream()
                .filter(variant -> variant.name().equals(SuzukiKasamiChecks.WITHOUT_MAX))
                .findFirst()
                .orElseThrow();
        Report report = Explorer.check(
                VariantTrials.model(algorithm, Trial.of(3, 2, Channels.FIFO)).withProtocol(without.protocol()));

        assertEquals(Set.of(MutualExclusion.FENCES_GROW), VariantTrials.untested(report));
        assertEquals(10475, report.states());
    }

    /**
     * Without the search round the ring, two that ask again and again keep the third waiting for as long as one looks.
     */
    @ParameterizedTest
    @ValueSource(longs = {1_000, 20_000})
    void aSearchThatBeginsWithTheFirstStarvesTheLast(long entries) {
        SuzukiKasami right = new SuzukiKasami(ProcessId.of(0));
        var unfair = variants(new SuzukiKasami.Entry()).stream()
                .filter(variant -> variant.name().startsWith("the search begins with P_1"))
                .findFirst()
                .orElseThrow()
                .protocol();

        assertEquals(0, simulated(unfair, entries).state(ProcessId.of(2)).granted());
        assertTrue(simulated(unfair, entries).state(ProcessId.of(2)).waiting());
        assertTrue(simulated(right, entries).state(ProcessId.of(2)).granted() >= entries / 3 - 1);
    }

    private static Run<SuzukiKasami.State, SuzukiKasami.Message, User, Input, Output> simulated(
            Protocol<SuzukiKasami.State, SuzukiKasami.Message, Input, Output> algorithm, long entries) {
        Workload<User, Input> busy = Workload.busy(MutualExclusion.PROBLEM, Durations.exactly(0), Durations.exactly(3));
        var run = Simulation.of(
                        algorithm,
                        MutualExclusion.PROBLEM,
                        Network.of(Shape.COMPLETE, Start.of(3, 0).processes()),
                        Channels.UNORDERED,
                        busy)
                .as(Run::new);
        run.runUntilServed(entries);
        return run;
    }

    private static List<Variant<SuzukiKasami.State, SuzukiKasami.Message, Input, Output>> variants(
            SuzukiKasami.Entry algorithm) {
        return algorithm.checks().variants(Start.of(3, 0));
    }
}
