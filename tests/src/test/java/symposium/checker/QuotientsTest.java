package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.kernel.ProcessId;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Start;

/** No quotient of the catalogue is trusted: the states of small models behave as their normal forms do. */
@Tag("fast")
class QuotientsTest {

    /** Without a quotient there are infinitely many states. */
    private static final Limits SMALL = new Limits(20_000, Duration.ofMinutes(10));

    private static final FaultBudget NONE = FaultBudget.NONE;

    static Stream<Algorithm<?, ?, ?, ?, ?>> reduced() {
        return Catalogue.all().stream()
                .filter(algorithm -> algorithm.checks().quotient().isPresent());
    }

    @Test
    void theseHaveAQuotient() {
        assertEquals(List.of("ewd851-misra"), reduced().map(Algorithm::name).toList());
    }

    @ParameterizedTest
    @MethodSource("reduced")
    void theFirstStatesBehaveAsTheirNormalForms(Algorithm<?, ?, ?, ?, ?> algorithm) {
        for (int processes : List.of(2, 3)) {
            for (FaultBudget faults : List.of(
                    NONE,
                    NONE.withCrashes(1),
                    NONE.withJoins(1),
                    NONE.withFalseDepartures(1),
                    NONE.withPartition(Set.of(ProcessId.of(0))),
                    NONE.withPartition(Set.of(ProcessId.of(processes - 1))))) {
                compare(algorithm, processes, faults);
            }
        }
    }

    /** A message that gets another name is another one for fairness, unless the link says which is first. */
    @ParameterizedTest
    @MethodSource("reduced")
    void linksThatAreNotFifoHaveNoQuotient(Algorithm<?, ?, ?, ?, ?> algorithm) {
        Model<?, ?, ?, ?, ?> model = Model.of(algorithm, Start.of(2, 0));
        assertTrue(model.quotient().isPresent());
        assertTrue(model.withChannels(Channels.UNORDERED).quotient().isEmpty());
    }

    private static <S, M, U, I, O> void compare(Algorithm<S, M, U, I, O> algorithm, int processes, FaultBudget faults) {
        // Of two processes one is no majority, and without a quorum nobody is served after a crash.
        int quorum = processes == 2 && faults.crashes() == 1 ? 1 : processes / 2 + 1;
        Start start = Start.of(processes, 0).withQuorum(quorum);
        Model<S, M, U, I, O> model = Model.of(algorithm, start).withFaults(faults);
        if (faults.joins() > 0) {
            model = model.withArriving(Set.of(ProcessId.of(processes - 1)));
        }
        // Not what is promised is the question here, but whether states behave alike.
        model = model.promisedUnderFalseDeparture(algorithm).withInvariants(List.of());
        Report report = Explorer.of(model, SMALL).comparingAll().explore().report(false);
        assertTrue(report.compared() > 0, "with " + faults + " no state was compared");
        assertTrue(report.violated().isEmpty(), report.toString());
    }
}
