package symposium.mutex.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import symposium.checker.Explorer;
import symposium.checker.model.FaultBudget;
import symposium.checker.model.Limits;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.mutex.Explorations;
import symposium.mutex.MessageCosts;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.Workloads;
import symposium.simulation.Metrics;

/** Every interleaving of a co-ordinating process and its clients, the costs, and statements left out. */
@Tag("fast")
class CoordinatorTest {

    private static final String SERVED = "one process at most is being served, the first of the queue: it is critical,"
            + " or its grant or release is in transit";
    private static final String ONE_REQUEST =
            "a process that waits has one request that is not done, in transit or in the queue";

    /** A fault, what it breaks, with how many processes and in how many steps. */
    private static final List<String> VARIANTS = List.of(
            "queues a request is granted while another process is being served | " + SERVED + " | 2 | 3",
            "queues a request is forgotten while another process is being served | " + ONE_REQUEST + " | 2 | 3",
            "queues the latest is served next | " + Scenario.NO_STARVATION + " | 3 | 3",
            "leaves the co-ordinating process does not hear that the critical section is free | no deadlock | 2 | 5",
            "serves.next the next one does not hear that it is served | no deadlock | 2 | 4");

    private static Model<Coordinator.State, Coordinator.Message, User, Input, Output> model(int processes) {
        return Model.of(new Coordinator.Entry(), Start.of(processes, 0));
    }

    /** However often the users ask. */
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 13", "3, 70", "4, 382", "5, 2264"})
    void everyPropertyHolds(int processes, long states) {
        Report report = Explorer.check(model(processes));
        Set<String> untested = new TreeSet<>(Set.of(MutualExclusion.FENCES_GROW));
        if (processes == 1) {
            untested.addAll(Set.of(ONE_REQUEST, "no process is in the queue twice", Scenario.NO_STARVATION));
        }
        Explorations.assertHolds(report, untested);
        assertEquals(states, report.states());
        assertEquals(
                processes == 1 ? Set.of("asks", "queues", "enters", "leaves", "serves.next") : Set.of(),
                Explorations.silent(report));
    }

    /** A request may be in transit for as long as the others like to enter. */
    @Test
    void requestsInTransitAreOvertaken() {
        assertEquals(OptionalInt.empty(), Explorer.check(model(2)).overtaking());
    }

    @Test
    void noMessageMayBeLost() {
        Report report = Explorer.check(
                model(2).withFaults(FaultBudget.NONE.withLosses(1)).withInvariants(List.of()));
        assertEquals(Scenario.NO_DEADLOCK, Explorations.violated(report).name());
    }

    /** A request overtakes the release before it. */
    @Test
    void linksMustKeepOrder() {
        Report report = Explorer.check(model(2).withChannels(Channels.UNORDERED).withRequests(2));
        assertEquals(
                "no process is in the queue twice",
                Explorations.violated(report).name());
    }

    // --- three messages an entry, and none at the co-ordinating process

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 3", "3, 2"})
    void anEntryCostsThreeMessages(int processes, int requests) {
        MessageCosts costs = MessageCosts.of(
                Explorations.of(new Coordinator.Entry(), processes, requests),
                step -> MessageCosts.messages(step)
                        - (step.process().number() == 0 ? 0 : 3 * MessageCosts.entries(step)));
        assertEquals(0, costs.least());
        assertEquals(0, costs.most());
    }

    @Test
    void soItIsInRandomRuns() {
        for (long seed = 0; seed < 10; seed++) {
            int processes = 1 + (int) seed;
            Metrics metrics = Workloads.run(new Coordinator.Entry(), processes, 5, seed);
            assertEquals(5L * processes, metrics.served(), metrics.toString());
            for (String type : List.of("request", "grant", "release")) {
                assertEquals(5L * (processes - 1), metrics.messages(type), metrics.toString());
            }
        }
    }

    // --- statements left out

    @Test
    void eachVariantIsRefuted() {
        List<String> found = new ArrayList<>();
        for (int variant = 0; variant < VARIANTS.size(); variant++) {
            found.add(refuted(variant));
        }
        assertEquals(VARIANTS, found);
    }

    private static String refuted(int number) {
        for (int processes = 2; processes <= 3; processes++) {
            Variant<Coordinator.State, Coordinator.Message, Input, Output> variant = new Coordinator.Entry()
                    .checks()
                    .variants(Start.of(processes, 0))
                    .get(number);
            Report report = Explorer.of(model(processes).withProtocol(variant.protocol()), Limits.WIDE)
                    .explore()
                    .report(true);
            if (report.violated().isPresent()) {
                Property broken = report.violated().get();
                return variant.name() + " | " + broken.name() + " | " + processes + " | "
                        + broken.trace().size();
            }
        }
        return number + " is not refuted";
    }
}
