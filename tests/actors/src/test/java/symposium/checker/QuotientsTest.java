package symposium.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.kernel.Event;
import symposium.kernel.ProcessId;
import symposium.kernel.Step;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.LiveNumbers;
import symposium.kernel.problem.Quotient;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.UnsoundQuotient;

/** No quotient of the catalogue is trusted: the states of small models behave as their normal forms do. */
@Tag("fast")
class QuotientsTest {

    /** Without a quotient there are infinitely many states. */
    private static final Limits SMALL = new Limits(20_000, Duration.ofMinutes(10));

    private static final FaultBudget NONE = FaultBudget.NONE;

    /** Those that are reduced as their papers have them; others are where users ask without a bound. */
    static Stream<Algorithm<?, ?, ?, ?, ?>> reduced() {
        return Catalogue.all().stream()
                .filter(algorithm ->
                        Model.of(algorithm, Start.of(2, 0)).quotient().isPresent());
    }

    @Test
    void theseHaveAQuotient() {
        assertEquals(List.of("ewd851-misra"), reduced().map(Algorithm::name).toList());
    }

    @ParameterizedTest
    @MethodSource("reduced")
    @Tag("slow")
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

    // --- fairness

    /** A ball with a number from 0 to 5 goes to and fro; who has asked is served where {@code serves} says so. */
    private static Model<Toy.State, String, Boolean, String, String> playing(IntPredicate serves) {
        Toy toy = new Toy(List.of(Toy.Clock.TICK), (p, event) -> {
            if (event instanceof Event.Input) {
                return p.noting("asked").acts();
            }
            boolean received = event instanceof Event.Received;
            if (!received && !p.is(ProcessId.of(0))) {
                return p.acts();
            }
            int number = received ? Integer.parseInt(((Event.Received<String, String>) event).message()) : 0;
            boolean served = p.note().equals("asked") && serves.test(number);
            Step<Toy.State, String, String> step =
                    (served ? p.noting("") : p).acts().send(p.neighbours().all().get(0), "" + (number + 1) % 6);
            return served ? step.tell("here you are") : step;
        });
        return Toy.model(2, Toy.asking("please"), toy).withRequests(OptionalInt.empty());
    }

    /** Only whether the number is even matters. */
    private static final class Parity implements Quotient<Toy.State, String> {
        @Override
        public LiveNumbers live(Toy.State state) {
            return LiveNumbers.NONE;
        }

        @Override
        public LiveNumbers liveInTransit(String message) {
            return LiveNumbers.NONE;
        }

        @Override
        public Toy.State normal(Toy.State state, LiveNumbers live) {
            return state;
        }

        @Override
        public String normalInTransit(String message, LiveNumbers live) {
            return "" + Integer.parseInt(message) % 2;
        }
    }

    /** Symmetry reduction hides or invents starvation in other checkers; see TLC's issues 59 and 644. */
    @Test
    void starvationAndOvertakingAreTheSameWithTheQuotientAndWithout() {
        for (IntPredicate serves : List.<IntPredicate>of(number -> true, number -> number % 2 == 0, number -> false)) {
            Model<Toy.State, String, Boolean, String, String> model = playing(serves);
            Report all = Models.check(model);
            Report reduced = Models.check(model.withQuotient(Optional.of(new Parity())));
            assertEquals(all.verdict(), reduced.verdict());
            assertEquals(all.overtaking(), reduced.overtaking());
            assertEquals(
                    all.property(Scenario.NO_STARVATION).verdict(),
                    reduced.property(Scenario.NO_STARVATION).verdict());
            assertTrue(reduced.states() < all.states(), reduced.states() + " of " + all.states());
            assertTrue(reduced.compared() > 0);
        }
        assertEquals(Verdict.HOLDS, Models.check(playing(number -> true)).verdict());
        assertEquals(
                Verdict.VIOLATED,
                Models.check(playing(number -> number % 2 == 0)).verdict());
    }

    @Test
    void aParityThatMattersMoreIsFound() {
        Model<Toy.State, String, Boolean, String, String> model = playing(number -> number == 4);
        assertThrows(UnsoundQuotient.class, () -> Models.check(model.withQuotient(Optional.of(new Parity()))));
    }
}
