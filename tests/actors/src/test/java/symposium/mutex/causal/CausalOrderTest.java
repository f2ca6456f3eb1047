package symposium.mutex.causal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.Explorer;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.clock.Stamped;
import symposium.clock.VectorTime;
import symposium.kernel.Event;
import symposium.kernel.InvariantViolation;
import symposium.kernel.ProcessId;
import symposium.kernel.Protocol;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Start;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.simulation.Durations;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;
import symposium.trace.TraceStamps;

/** Which algorithms grant requests in causal order: every interleaving of small instances, and long random runs. */
class CausalOrderTest {

    private static final ProcessId P = ProcessId.of(0);
    private static final ProcessId Q = ProcessId.of(1);

    /**
     * What is known of an algorithm: a line of the table in the documentation of this package.
     *
     * @param processes on how many processes
     * @param requests of how many requests each
     * @param steps the length of a shortest counterexample; 0 where the law holds
     */
    private record Row(String algorithm, int processes, int requests, int steps) {
        boolean holds() {
            return steps == 0;
        }
    }

    static List<Row> table() {
        return List.of(
                new Row("coordinator", 2, 3, 0),
                new Row("coordinator", 3, 2, 0),
                new Row("ewd851", 2, 3, 0),
                new Row("ewd851", 3, 1, 5),
                new Row("token-ring", 2, 1, 6),
                new Row("token-ring-3", 2, 1, 6),
                new Row("lamport", 2, 3, 0),
                new Row("lamport", 3, 1, 0),
                new Row("ricart-agrawala", 2, 3, 0),
                new Row("ricart-agrawala", 3, 1, 0),
                new Row("ricart-agrawala", 3, 2, 13),
                new Row("ricart-agrawala-stamped", 2, 3, 0),
                new Row("ricart-agrawala-stamped", 3, 2, 0),
                new Row("carvalho-roucairol", 2, 3, 0),
                new Row("carvalho-roucairol", 3, 1, 0),
                new Row("carvalho-roucairol", 3, 2, 7),
                new Row("suzuki-kasami", 2, 3, 0),
                new Row("suzuki-kasami", 3, 1, 5),
                new Row("suzuki-kasami-census", 2, 3, 0),
                new Row("suzuki-kasami-census", 3, 1, 5),
                new Row("helary-plouzeau-raynal", 2, 3, 0),
                new Row("helary-plouzeau-raynal", 3, 1, 5),
                new Row("helary-plouzeau-raynal-7", 2, 2, 0),
                new Row("helary-plouzeau-raynal-7", 3, 1, 5));
    }

    @ParameterizedTest
    @MethodSource("table")
    void everyInterleavingOfASmallInstance(Row row) {
        check(row, causal(row.algorithm()));
    }

    private static <S, M> void check(Row row, Algorithm<S, M, User, Input, Output> algorithm) {
        Start start = Start.of(row.processes(), 0);
        Report report = Explorer.of(Model.of(algorithm, start).withRequests(row.requests()), Limits.WIDE)
                .explore()
                .report(false);

        Property order = report.property(Causal.REQUESTS_IN_CAUSAL_ORDER);
        assertTrue(order.tested());
        assertEquals(row.holds() ? Verdict.HOLDS : Verdict.VIOLATED, order.verdict());
        assertEquals(row.steps(), order.trace().size());
        assertEquals(row.holds(), report.complete());
        if (!row.holds()) {
            judgedAlikeInTheLog(order.trace(), start, catalogued(row.algorithm()));
        }
    }

    /**
     * What the checker refutes is refuted by the law over the log of the algorithm itself, at the same step and not
     * before.
     */
    private static <S, M> void judgedAlikeInTheLog(
            List<TraceEvent> trace, Start start, Algorithm<S, M, User, Input, Output> algorithm) {
        List<TraceEvent> log = replayed(trace, start, algorithm);

        Optional<CausalOrder.Violation> found = CausalOrder.violation(log);
        assertEquals(log.size() - 1, found.orElseThrow().at());
        assertEquals(log.get(log.size() - 1).process(), found.orElseThrow().granted());
        List<Stamped> stamped = TraceStamps.of(log);
        assertTrue(lastRequest(stamped, found.orElseThrow().passedOver())
                .happenedBefore(lastRequest(stamped, found.orElseThrow().granted())));
    }

    private static Stamped lastRequest(List<Stamped> log, ProcessId process) {
        return log.stream()
                .filter(each -> each.event().process().equals(process))
                .filter(each -> each.event() instanceof TraceEvent.Stepped stepped
                        && stepped.event().equals(new Event.Input<>(Input.ENTER)))
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }

    /** The same events asked of the algorithm itself, whose messages carry no vector times. */
    @SuppressWarnings("unchecked")
    private static <S, M> List<TraceEvent> replayed(
            List<TraceEvent> trace, Start start, Algorithm<S, M, User, Input, Output> algorithm) {
        Protocol<S, M, Input, Output> protocol = algorithm.protocol(start);
        Map<ProcessId, S> states = new HashMap<>();
        start.processes()
                .forEach(process -> states.put(
                        process,
                        protocol.initial(
                                process,
                                algorithm.system().topologies().get(0).neighbours(process, start.processes()))));
        List<TraceEvent> log = new ArrayList<>();
        for (TraceEvent occurrence : trace) {
            Event<?, ?> event = ((TraceEvent.Stepped) occurrence).event();
            Event<M, Input> plain = event instanceof Event.Received<?, ?> received
                    ? new Event.Received<>(received.from(), ((Causal.Message<M>) received.message()).carried())
                    : (Event<M, Input>) event;
            Step<S, M, Output> step = protocol.step(states.get(occurrence.process()), plain);
            states.put(occurrence.process(), step.next());
            log.add(new TraceEvent.Stepped(occurrence.process(), plain, step.rule(), step.effects()));
        }
        return log;
    }

    // --- long random runs

    static List<String> thatAreFair() {
        List<String> notFair =
                table().stream().filter(row -> !row.holds()).map(Row::algorithm).toList();
        return table().stream()
                .map(Row::algorithm)
                .distinct()
                .filter(name -> !notFair.contains(name))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("thatAreFair")
    void noLongRunOfAFairOneBreaksTheLaw(String name) {
        long seed = seed(name);
        for (int run = 0; run < 20; run++) {
            List<TraceEvent> log = run(catalogued(name), seed + run);
            assertTrue(log.size() > 400, "seed " + (seed + run));
            assertEquals(Optional.empty(), CausalOrder.violation(log), "seed " + (seed + run));
        }
    }

    @Test
    void everyAlgorithmOfTheCatalogueIsInTheTable() {
        List<String> rows = table().stream().map(Row::algorithm).toList();
        assertEquals(
                List.of(),
                Catalogue.all().stream()
                        .filter(each -> each.getClass().getPackageName().startsWith("symposium.mutex."))
                        .map(Algorithm::name)
                        .filter(name -> !rows.contains(name))
                        .toList());
    }

    @Test
    void longRunsOfEwd851BreakTheLaw() {
        long seed = seed("ewd851");
        int broken = 0;
        for (int run = 0; run < 20; run++) {
            broken +=
                    CausalOrder.violation(run(catalogued("ewd851"), seed + run)).isPresent() ? 1 : 0;
        }
        assertTrue(broken > 0, "none of 20 runs from seed " + seed);
    }

    private static <S, M> List<TraceEvent> run(Algorithm<S, M, User, Input, Output> algorithm, long seed) {
        List<TraceEvent> log = new ArrayList<>();
        Simulation.of(
                        algorithm,
                        Start.of(5, 0),
                        Workload.busy(MutualExclusion.PROBLEM, Durations.between(0, 40), Durations.between(1, 5)))
                .withSeed(seed)
                .withDelays(Durations.between(1, 20))
                .withWatcher((time, occurrence) -> log.add(occurrence))
                .as(Run::new)
                .runUntilServed(100);
        return log;
    }

    private static long seed(String name) {
        long seed = Long.getLong("symposium.seed", System.nanoTime());
        System.out.println("requests in causal order, " + name + ": runs from seed " + seed);
        return seed;
    }

    // --- the law itself

    @Test
    void theLaterOfTwoRequestsIsNotGrantedFirst() {
        CausalOrder both = CausalOrder.START.asked(P, time(1, 0)).asked(Q, time(1, 1));
        assertEquals(
                Causal.REQUESTS_IN_CAUSAL_ORDER,
                assertThrows(InvariantViolation.class, () -> both.granted(Q)).invariant());
        assertEquals(CausalOrder.START, both.granted(P).granted(Q));
    }

    @Test
    void ofTwoThatKnowNothingOfEachOtherEitherIsGrantedFirst() {
        CausalOrder both = CausalOrder.START.asked(P, time(1, 0)).asked(Q, time(0, 1));
        assertEquals(CausalOrder.START, both.granted(P).granted(Q));
        assertEquals(CausalOrder.START, both.granted(Q).granted(P));
    }

    @Test
    void aCrashedProcessIsNotWaitedFor() {
        CausalOrder both = CausalOrder.START.asked(P, time(1, 0)).asked(Q, time(1, 1));
        assertEquals(CausalOrder.START, both.withdrawn(P).granted(Q));
    }

    private static VectorTime time(int ofP, int ofQ) {
        VectorTime time = VectorTime.ZERO;
        for (int event = 0; event < ofP; event++) {
            time = time.plusOne(P);
        }
        for (int event = 0; event < ofQ; event++) {
            time = time.plusOne(Q);
        }
        return time;
    }

    private static Algorithm<?, ?, User, Input, Output> causal(String name) {
        return Causal.of(catalogued(name)).orElseThrow();
    }

    @SuppressWarnings("unchecked")
    private static Algorithm<?, ?, User, Input, Output> catalogued(String name) {
        return (Algorithm<?, ?, User, Input, Output>) Catalogue.named(name).orElseThrow();
    }
}
