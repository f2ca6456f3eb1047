package symposium.own.naimitrehel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static symposium.kernel.composition.Mutation.next;
import static symposium.own.naimitrehel.NaimiTrehel.Rule.FORWARD;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.Protocol;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.composition.Mutation;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.kernel.topology.Shape;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Network;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/**
 * What the guide promises of an algorithm that a reader has written, of one on a complete graph whose token can be
 * regenerated.
 */
class NaimiTrehelTest {

    private static final NaimiTrehel.Entry NAIMI_TREHEL = new NaimiTrehel.Entry();

    @ParameterizedTest
    @CsvSource({
        "1, 2, UNORDERED, 5",
        "2, 2, UNORDERED, 69",
        "3, 1, UNORDERED, 164",
        "3, 2, FIFO, 1432",
        "3, 2, UNORDERED, 1530",
        "4, 1, UNORDERED, 1476"
    })
    void everyPropertyHoldsAndWasPutToTheTest(int processes, int requests, Channels channels, int states) {
        Report report = Explorer.check(Model.of(NAIMI_TREHEL, Start.of(processes, 0))
                .withRequests(requests)
                .withChannels(channels));

        assertEquals(Verdict.HOLDS, report.verdict());
        assertEquals(states, report.states());
        for (Property property : report.properties()) {
            assertTrue(
                    property.tested() || processes == 1 || property.name().equals(MutualExclusion.FENCES_GROW),
                    property.toString());
        }
        List<String> silent = NAIMI_TREHEL.unreachableRules(processes).stream()
                .map(rule -> rule.label())
                .toList();
        report.rules().forEach((rule, times) -> assertEquals(silent.contains(rule), times == 0, rule));
    }

    @Test
    void eachStatementLeftOutIsMissed() {
        Map<String, String> broken = new TreeMap<>();
        for (Variant<NaimiTrehel.State, NaimiTrehel.Message, Input, Output> variant :
                NAIMI_TREHEL.checks().variants(Start.of(3, 0))) {
            Property violated =
                    check(variant.protocol()).violated().orElseThrow(() -> new AssertionError(variant.name()));
            broken.put(variant.name(), violated.name() + ", " + violated.trace().size());
        }
        assertEquals(
                Map.of(
                        "request does not become a root",
                                "there is one root, and another for each request in transit, 1",
                        "forward takes itself for the owner", "the last pointers form a rooted forest, 4",
                        "queue forgets who comes next",
                                "where nothing is in transit, next leads from the token to the root, 3",
                        "give keeps the token that it sends", "there is one token, 2",
                        "release still requests",
                                "a process requests as its user does, and has the token where its user is in, 2"),
                broken);
    }

    /** So the reversal is no variant: it is for the cost alone. */
    @Test
    void withoutReversalWhereARequestIsForwardedAllHoldsAtAHigherPrice() {
        Report report = check(withoutReversal(Start.of(3, 0)));

        assertEquals(Verdict.HOLDS, report.verdict());
        assertEquals(1_752, report.states());

        Start start = Start.of(100, 0);
        double price = perServing(NAIMI_TREHEL.protocol(start), start);
        double withoutReversal = perServing(withoutReversal(start), start);
        assertTrue(price < 8, "" + price);
        assertTrue(withoutReversal > 2 * price, price + ", " + withoutReversal);
    }

    private static Protocol<NaimiTrehel.State, NaimiTrehel.Message, Input, Output> withoutReversal(Start start) {
        Mutation<NaimiTrehel.State, NaimiTrehel.Message, Input, Output> keepsLast =
                next((p, next) -> next.withLast(p.last()));
        return keepsLast.at(FORWARD).of(NAIMI_TREHEL.protocol(start));
    }

    private static Report check(Protocol<NaimiTrehel.State, NaimiTrehel.Message, Input, Output> protocol) {
        return Explorer.check(
                Model.of(NAIMI_TREHEL, Start.of(3, 0)).withRequests(2).withProtocol(protocol));
    }

    /** A construction that its author has not written: the token regenerated by an elected leader. */
    @ParameterizedTest
    @CsvSource({"2, 1, 68", "3, 2, 9308"})
    void byAnElectionItSurvivesACrash(int processes, int quorum, int states) {
        Report report = Explorer.check(Model.of(
                        Catalogue.named("naimi-trehel-by-franklin").orElseThrow(),
                        Start.of(processes, 0).withQuorum(quorum))
                .withRequests(1)
                .withFaults(FaultBudget.NONE.withCrashes(1)));

        assertEquals(Verdict.HOLDS, report.verdict());
        assertEquals(states, report.states());
    }

    /** log2 of 1000 is 10. */
    @Test
    void aThousandProcessesPayForTheLogarithmOfTheirNumber() {
        Start start = Start.of(1_000, 0);
        double price = perServing(NAIMI_TREHEL.protocol(start), start);
        assertTrue(price < 10 + 1, "" + price);
    }

    private static double perServing(
            Protocol<NaimiTrehel.State, NaimiTrehel.Message, Input, Output> protocol, Start start) {
        Metrics tally = Simulation.of(
                        protocol,
                        NAIMI_TREHEL.problem(),
                        Network.of(Shape.COMPLETE, start.processes()),
                        NAIMI_TREHEL.system().channels(),
                        Workload.busy(MutualExclusion.PROBLEM, Durations.between(1, 10_000), Durations.between(1, 3)))
                .withSeed(5)
                .withDelays(Durations.between(1, 9))
                .as(Run::new)
                .runUntilServed(3_000);
        return tally.perServing();
    }
}
