package symposium.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.election.Election.Call;
import symposium.election.Election.Leader;
import symposium.election.Election.Voter;
import symposium.election.Survey.Dependence;
import symposium.election.bully.Bully;
import symposium.election.changroberts.ChangRoberts;
import symposium.election.dolevklawerodeh.DolevKlaweRodeh;
import symposium.election.franklin.Franklin;
import symposium.election.hirschbergsinclair.HirschbergSinclair;
import symposium.election.korachmoranzaks.KorachMoranZaks;
import symposium.election.lelann.LeLann;
import symposium.election.peterson.Peterson;
import symposium.election.petersonalternating.PetersonAlternating;
import symposium.kernel.Effect;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Network;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;

/**
 * What the papers say of the number of messages, against runs on the same random networks; every failure names its
 * seed.
 */
class ElectionCostTest {

    private static final int[] SIZES = {1, 2, 3, 5, 8, 13, 16, 33, 100};

    /** An algorithm, the paper's bound, and on what the number depends beside the order of the names. */
    private record Case(
            Algorithm<?, ?, Voter, Call, Leader> algorithm, IntToDoubleFunction bound, Dependence dependence) {
        boolean fixed() {
            return dependence == Dependence.NONE;
        }

        /** Whether the algorithm promises the greatest of all. */
        boolean greatest() {
            return algorithm.checks().invariants().stream()
                    .anyMatch(invariant -> invariant.name().equals(ElectionInvariants.GREATEST));
        }

        @Override
        public String toString() {
            return algorithm.name();
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case(new LeLann.Entry(), n -> (double) n * n, Dependence.INITIATORS),
                new Case(new ChangRoberts.Entry(), n -> n * (n + 1) / 2.0, Dependence.INITIATORS),
                new Case(new HirschbergSinclair.Entry(), n -> 8 * n * (1 + log(n)), Dependence.SCHEDULE),
                new Case(new DolevKlaweRodeh.Entry(), n -> 2 * n * Math.floor(log(n)) + n, Dependence.NONE),
                new Case(new Franklin.Entry(), n -> 2 * n * (1 + Math.floor(log(n))), Dependence.NONE),
                new Case(new Peterson.Entry(), n -> 2 * n * Math.floor(log(n)) + n, Dependence.NONE),
                new Case(new PetersonAlternating.Entry(), n -> n * (1.0 + phases(n)), Dependence.NONE),
                new Case(new KorachMoranZaks.Entry(), n -> 5 * n * log(n) + 3 * n, Dependence.SCHEDULE),
                new Case(new Bully.Entry(), n -> n * (n - 1.0), Dependence.SCHEDULE));
    }

    static Stream<Case> fixed() {
        return cases().filter(Case::fixed);
    }

    static Stream<Case> onInitiators() {
        return cases().filter(each -> each.dependence() == Dependence.INITIATORS);
    }

    /**
     * Without Korach, Moran and Zaks's, which depends on schedules that random delays do not find; its exhaustive test
     * does.
     */
    static Stream<Case> onSchedule() {
        return cases().filter(each -> each.dependence() == Dependence.SCHEDULE)
                .filter(each -> !(each.algorithm() instanceof KorachMoranZaks.Entry));
    }

    private static double log(int n) {
        return Math.log(n) / Math.log(2);
    }

    /** The greatest r with F(r+2) at most n. */
    private static int phases(int n) {
        int r = 0;
        for (int fibonacci = 2, before = 1; fibonacci <= n; r++) {
            int next = fibonacci + before;
            before = fibonacci;
            fibonacci = next;
        }
        return r;
    }

    /** What a run sent, announcements apart, and whom it elected. */
    private record Count(long messages, long announcements, Set<ProcessId> leaders) {}

    private static <S, M> Count run(
            Algorithm<S, M, Voter, Call, Leader> algorithm,
            Topology topology,
            SortedSet<ProcessId> processes,
            Set<ProcessId> initiators,
            Durations delays,
            long seed) {
        Set<ProcessId> leaders = new TreeSet<>();
        Metrics tally = Simulation.of(
                        algorithm.protocol(Start.of(processes.size(), 0)),
                        algorithm.problem(),
                        Network.of(topology, processes),
                        algorithm.system().channels(),
                        Workload.initiating(algorithm.problem(), initiators, Durations.exactly(0)))
                .withDelays(delays)
                .withSeed(seed)
                .withWatcher((time, occurrence) -> ElectionCostTest.note(occurrence, leaders))
                .as(Run::new)
                .runToTheEnd();
        long announcements = tally.messages("elected");
        return new Count(tally.total() - announcements, announcements, leaders);
    }

    private static void note(TraceEvent occurrence, Set<ProcessId> leaders) {
        if (occurrence instanceof TraceEvent.Stepped stepped) {
            stepped.effects().stream()
                    .filter(effect -> effect instanceof Effect.Output<?, ?>)
                    .map(effect -> ((Leader) ((Effect.Output<?, ?>) effect).output()).leader())
                    .forEach(leaders::add);
        }
    }

    private static Topology network(Algorithm<?, ?, ?, ?, ?> algorithm, int processes, Random random) {
        return algorithm.system().topologies().get(0) == Shape.RING
                ? Arrangements.random(processes, random)
                : Shape.COMPLETE;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void noRunNeedsMoreThanThePaperSays(Case each) {
        for (int processes : SIZES) {
            SortedSet<ProcessId> everyone = Arrangements.everyone(processes);
            for (long seed = 1; seed <= 5; seed++) {
                Random random = new Random(seed);
                Topology topology = network(each.algorithm(), processes, random);
                Set<ProcessId> some = new TreeSet<>(List.of(ProcessId.of(random.nextInt(processes))));
                everyone.stream().filter(process -> random.nextBoolean()).forEach(some::add);
                String where = each + ", " + processes + " processes, seed " + seed;

                Count synchronous = run(each.algorithm(), topology, everyone, everyone, Durations.exactly(1), seed);
                Count disordered = run(each.algorithm(), topology, everyone, everyone, Durations.between(1, 50), seed);
                Count partial = run(each.algorithm(), topology, everyone, some, Durations.between(1, 50), seed);
                for (Count count : List.of(synchronous, disordered, partial)) {
                    assertTrue(
                            count.messages() <= each.bound().applyAsDouble(processes) + 1e-9,
                            () -> where + ": " + count.messages());
                    assertEquals(1, count.leaders().size(), where);
                    assertTrue(!each.greatest() || count.leaders().equals(Set.of(everyone.last())), where);
                    long expected = topology == Shape.COMPLETE ? processes - 1 : processes;
                    assertEquals(expected, count.announcements(), where);
                }
                if (each.fixed()) {
                    assertEquals(synchronous.messages(), disordered.messages(), where);
                    assertEquals(synchronous.messages(), partial.messages(), where);
                }
            }
        }
    }

    /** Given who initiates before anything is received; and it matters who that is. */
    @ParameterizedTest
    @MethodSource("onInitiators")
    void whereTheInitiatorsMatterTheScheduleDoesNot(Case each) {
        for (int processes : SIZES) {
            SortedSet<ProcessId> everyone = Arrangements.everyone(processes);
            Set<ProcessId> half = Arrangements.everyone((processes + 1) / 2);
            for (long seed = 1; seed <= 5; seed++) {
                Topology topology = network(each.algorithm(), processes, new Random(seed));
                String where = each + ", " + processes + " processes, seed " + seed;
                for (Set<ProcessId> initiators : List.of(everyone, half)) {
                    assertEquals(
                            run(each.algorithm(), topology, everyone, initiators, Durations.exactly(1), seed),
                            run(each.algorithm(), topology, everyone, initiators, Durations.between(1, 50), seed),
                            where);
                }
            }
        }
        Topology topology = network(each.algorithm(), 8, new Random(1));
        SortedSet<ProcessId> everyone = Arrangements.everyone(8);
        assertNotEquals(
                run(each.algorithm(), topology, everyone, everyone, Durations.exactly(1), 1)
                        .messages(),
                run(each.algorithm(), topology, everyone, Set.of(everyone.last()), Durations.exactly(1), 1)
                        .messages());
    }

    /** On one network of 3, 4 or 16 at the least, with the same initiators: the lesser half. */
    @ParameterizedTest
    @MethodSource("onSchedule")
    void whereTheScheduleMattersItDoes(Case each) {
        Map<Integer, Set<Long>> counts = new TreeMap<>();
        for (int processes : new int[] {3, 4, 16}) {
            Topology topology = network(each.algorithm(), processes, new Random(1));
            for (long seed = 1; seed <= 40; seed++) {
                long messages = run(
                                each.algorithm(),
                                topology,
                                Arrangements.everyone(processes),
                                Arrangements.everyone((processes + 1) / 2),
                                Durations.between(1, 50),
                                seed)
                        .messages();
                counts.computeIfAbsent(processes, none -> new TreeSet<>()).add(messages);
            }
        }
        assertTrue(counts.values().stream().anyMatch(found -> found.size() > 1), each + ": " + counts);
    }

    /**
     * Where neither the initiators nor the schedule matter, one run a ring tells all: every ring of up to seven, and
     * its extremes.
     */
    @ParameterizedTest
    @MethodSource("fixed")
    void onEveryRingOfUpToSevenTheGreatestIsElectedWithinTheBound(Case each) {
        for (int processes = 1; processes <= 7; processes++) {
            SortedSet<ProcessId> everyone = Arrangements.everyone(processes);
            for (Topology ring : Arrangements.rings(processes)) {
                Count count = run(each.algorithm(), ring, everyone, everyone, Durations.exactly(1), 0);
                assertEquals(Set.of(everyone.last()), count.leaders(), ring.toString());
                assertTrue(count.messages() <= each.bound().applyAsDouble(processes), ring.toString());
            }
        }
    }

    /** k * n for k that initiate at once, n * n for all. */
    @ParameterizedTest
    @CsvSource({"1, 1", "5, 2", "17, 9", "40, 40"})
    void leLannNeedsNForEachThatInitiates(int processes, int initiating) {
        for (long seed = 1; seed <= 5; seed++) {
            assertEquals(
                    (long) initiating * processes,
                    run(
                                    new LeLann.Entry(),
                                    Arrangements.random(processes, new Random(seed)),
                                    Arrangements.everyone(processes),
                                    Arrangements.everyone(initiating),
                                    Durations.exactly(1),
                                    seed)
                            .messages(),
                    "seed " + seed);
        }
    }

    /**
     * The least initiates: every process calls all above it, and all of these answer; the greatest alone needs neither.
     */
    @ParameterizedTest
    @CsvSource({"1", "2", "3", "10", "50"})
    void theBullyNeedsNTimesNMinusOneWhenAllInitiateAndNoneWhenTheGreatestDoes(int processes) {
        SortedSet<ProcessId> everyone = Arrangements.everyone(processes);
        assertEquals(
                processes * (processes - 1L),
                run(new Bully.Entry(), Shape.COMPLETE, everyone, everyone, Durations.exactly(1), 0)
                        .messages());
        assertEquals(
                0,
                run(new Bully.Entry(), Shape.COMPLETE, everyone, Set.of(everyone.last()), Durations.exactly(1), 0)
                        .messages());
    }

    /**
     * 1 / log2 of the golden ratio: with the number of phases at most log(n) to the base of the golden ratio,
     * Peterson's constant.
     */
    @Test
    void thePhasesOfTheAlternatingAlgorithmGiveTheConstantOnePointFourFour() {
        double constant = Math.log(2) / Math.log((1 + Math.sqrt(5)) / 2);
        assertEquals(1.4404, constant, 1e-4);
        for (int processes = 1; processes < 1 << 20; processes++) {
            assertTrue(phases(processes) <= constant * log(processes) + 1e-9, "for " + processes);
        }
    }

    /**
     * On random rings those that compare both sides at once need on average fewer than their bounds, and the
     * alternating one fewest.
     */
    @Test
    void onTheSameRandomRingsTheAlternatingAlgorithmNeedsFewest() {
        Map<String, Long> sums = new TreeMap<>();
        SortedSet<ProcessId> everyone = Arrangements.everyone(300);
        for (long seed = 1; seed <= 10; seed++) {
            Topology ring = Arrangements.random(300, new Random(seed));
            for (Case each : fixed().toList()) {
                long messages = run(each.algorithm(), ring, everyone, everyone, Durations.exactly(1), seed)
                        .messages();
                sums.merge(each.algorithm().name(), messages, Long::sum);
            }
        }
        assertTrue(sums.get("peterson-alternating") < sums.get("peterson"), sums.toString());
        assertTrue(sums.get("peterson") <= sums.get("dolev-klawe-rodeh"), sums.toString());
        assertTrue(sums.get("dolev-klawe-rodeh") < sums.get("franklin"), sums.toString());
    }
}
