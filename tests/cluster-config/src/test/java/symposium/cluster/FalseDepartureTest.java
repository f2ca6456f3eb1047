package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.arbitration.privileges.Privileges;
import symposium.checker.Explorer;
import symposium.checker.ProblemDecorator;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.cluster.settings.ClusterCatalogue;
import symposium.election.ElectionInvariants;
import symposium.election.bully.Bully;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;
import symposium.mutex.MutualExclusion;

/**
 * What every algorithm that a cluster offers keeps, in every interleaving, when one process takes another for departed.
 */
class FalseDepartureTest {

    /** The smallest size at which a process that takes another for departed still knows of a quorum. */
    private static final int THREE = 3;

    private static final String OFFERED = """
            binary-arbitration,             '', cycle, 4087
            carvalho-roucairol,             '', '', 45120
            chandy-misra,                   '', cycle, 3276
            ewd851,                         '', '', 289
            ewd851-by-chang-roberts,        '', '', 2318
            ewd851-by-franklin,             '', '', 7752
            ewd851-misra,                   '', '', 29903
            helary-plouzeau-raynal,         '', '', 3872
            helary-plouzeau-raynal-7,       0 2, line, 3540
            coordinator,                    '', '', 203
            lamport,                        0 1, '', 6071
            privileges,                     1 2, '', 107066
            ricart-agrawala,                '', '', 21791
            ricart-agrawala-stamped,        '', '', 33206
            suzuki-kasami,                  '', '', 2064
            suzuki-kasami-by-chang-roberts, '', '', 6617
            suzuki-kasami-census,           '', '', 12023
            token-ring,                     0, '', 14541
            two-stage,                      '', cycle, 4042
            bully-terms,                    0, '', 2313
            chang-roberts-terms,            '', '', 2370
            dolev-klawe-rodeh-terms,        '', '', 4700
            franklin-terms,                 '', '', 71387
            hirschberg-sinclair-terms,      0, '', 206736
            korach-moran-zaks-terms,        '', '', 29155
            lelann-terms,                   '', '', 4508
            peterson-alternating-terms,     '', '', 3992
            peterson-terms,                 '', '', 4546
            """;

    /** Its three processes have too many states here; a test of its own has two. */
    private static final String TOO_LARGE = "token-ring-3";

    private static Algorithm<?, ?, ?, ?, ?> named(String name) {
        return Catalogue.named(name).orElseThrow();
    }

    private static <S, M, U, I, O> Model<S, M, U, I, O> model(Algorithm<S, M, U, I, O> algorithm, int processes) {
        Model<S, M, U, I, O> model =
                Model.of(algorithm, Start.of(processes, 0)).withRequests(1).promisedUnderFalseDeparture(algorithm);
        return algorithm.system().tolerates() == MembershipTolerance.NO_CHANGE
                ? model.withProblem(ProblemDecorator.patient(model.problem()))
                        .withFaults(FaultBudget.NONE.withLosses(1))
                : model.withFaults(FaultBudget.NONE.withFalseDepartures(1));
    }

    private static <S, M, U, I, O> Model<S, M, U, I, O> model(
            Algorithm<S, M, U, I, O> algorithm, String initiators, String topology) {
        Model<S, M, U, I, O> model = model(algorithm, THREE);
        if (!topology.isEmpty()) {
            model = model.withTopology(topology(topology));
        }
        return initiators.isEmpty() ? model : model.withInitiators(processes(initiators));
    }

    private static Topology topology(String name) {
        return Arrays.stream(Shape.values())
                .filter(shape -> shape.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow();
    }

    private static Set<ProcessId> processes(String numbers) {
        return Arrays.stream(numbers.split(" "))
                .map(Integer::parseInt)
                .map(ProcessId::of)
                .collect(Collectors.toSet());
    }

    private static Report explored(Model<?, ?, ?, ?, ?> model) {
        return Explorer.of(model, Limits.WIDE).explore().report(false);
    }

    /** One process is notified of one departure; one message is lost where no process is notified of departures. */
    @ParameterizedTest
    @CsvSource(textBlock = OFFERED)
    void itsPromiseHoldsOfThree(String name, String initiators, String topology, long states) {
        Report report = explored(model(named(name), initiators, topology));

        assertEquals(Optional.empty(), report.violated());
        assertTrue(report.complete());
        assertFalse(report.properties().isEmpty());
        assertEquals(states, report.states());
    }

    @Test
    void threeTokensOnARingOfTwo() {
        Report report = explored(model(named(TOO_LARGE), 2));

        assertEquals(Optional.empty(), report.violated());
        assertEquals(158351, report.states());
    }

    @Test
    void everyNameThatAClusterOffersIsHere() {
        SortedSet<String> here = new TreeSet<>(OFFERED.lines()
                .map(line -> line.substring(0, line.indexOf(',')))
                .toList());
        here.add(TOO_LARGE);
        SortedSet<String> offered = new TreeSet<>(ClusterCatalogue.names());
        ClusterCatalogue.elections().forEach(name -> offered.add(name + "-terms"));
        offered.add(new Privileges.Entry().name());
        offered.removeIf(name -> named(name).getClass().getName().startsWith("symposium.own."));

        assertEquals(offered, here);
        for (String name : offered) {
            assertFalse(named(name).underFalseDeparture().says().startsWith("nothing"), name);
        }
    }

    // --- what is not promised, with the shortest counterexamples

    /**
     * The invariant that gives the problem its name, which each of these algorithms keeps while no notification is
     * wrong.
     */
    private static <S, M, U, I, O> Property violated(Algorithm<S, M, U, I, O> algorithm, int processes) {
        return explored(model(algorithm, processes)
                        .withInvariants(algorithm.checks().invariants().subList(0, 1)))
                .violated()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "lamport, 8",
        "ricart-agrawala, 10",
        "ricart-agrawala-stamped, 10",
        "carvalho-roucairol, 6",
        "suzuki-kasami-census, 6",
        "binary-arbitration, 7",
        "chandy-misra, 4",
        "two-stage, 4"
    })
    void exclusionIsNotPromised(String name, int steps) {
        Property violated = violated(named(name), THREE);

        assertEquals(steps, violated.trace().size(), violated.trace().toString());
        assertTrue(violated.trace().stream().anyMatch(TraceEvent.FalselyDeparted.class::isInstance));
    }

    /**
     * Not even for each generation, where an algorithm has none: a process that is taken for departed may have been
     * permitted.
     */
    @ParameterizedTest
    @CsvSource({"lamport", "ricart-agrawala", "ricart-agrawala-stamped"})
    void withoutGenerationsFencesAreAllThatIsLeft(String name) {
        Model<?, ?, MutualExclusion.User, MutualExclusion.Input, MutualExclusion.Output> model =
                ofMutex(named(name)).withProblem(MutualExclusion.UNDER_SUSPICION);

        assertEquals(
                MutualExclusion.ONE_PER_GENERATION,
                explored(model).violated().orElseThrow().name());
    }

    @SuppressWarnings("unchecked")
    private static Model<?, ?, MutualExclusion.User, MutualExclusion.Input, MutualExclusion.Output> ofMutex(
            Algorithm<?, ?, ?, ?, ?> algorithm) {
        return (Model<?, ?, MutualExclusion.User, MutualExclusion.Input, MutualExclusion.Output>)
                model(algorithm, THREE);
    }

    /** One election promises nothing; the elections of a cluster have terms. */
    @Test
    void oneElectionPromisesNothing() {
        Bully.Entry bully = new Bully.Entry();
        Report report = explored(model(bully, THREE));

        assertTrue(bully.underFalseDeparture().says().startsWith("nothing"));
        assertEquals(
                ElectionInvariants.NEVER_TWO, report.violated().orElseThrow().name());
        assertEquals(4, report.violated().orElseThrow().trace().size());
    }
}
