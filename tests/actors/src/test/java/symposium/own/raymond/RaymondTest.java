package symposium.own.raymond;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import symposium.actor.TimerDurations;
import symposium.checker.Explorer;
import symposium.checker.model.Model;
import symposium.checker.model.Property;
import symposium.checker.model.Report;
import symposium.checker.model.Verdict;
import symposium.clock.Stamped;
import symposium.group.ProcessGroup;
import symposium.group.RecordedEvents;
import symposium.kernel.ProcessId;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Catalogue;
import symposium.kernel.problem.Channels;
import symposium.kernel.problem.Scenario;
import symposium.kernel.problem.Start;
import symposium.kernel.problem.Variant;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;
import symposium.mutex.MutualExclusion;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.MutualExclusion.User;
import symposium.mutex.causal.Causal;
import symposium.simulation.Durations;
import symposium.simulation.Metrics;
import symposium.simulation.Network;
import symposium.simulation.Run;
import symposium.simulation.Simulation;
import symposium.simulation.Workload;
import symposium.trace.TextDiagram;
import symposium.trace.Trace;
import symposium.trace.TraceStamps;

/** Every life that an algorithm has in one JVM, lived by one that a reader has written. */
class RaymondTest {

    private static final Raymond.Entry RAYMOND = new Raymond.Entry();

    @Test
    void theCatalogueHasIt() {
        assertEquals(
                Raymond.Entry.class, Catalogue.named("raymond").orElseThrow().getClass());
    }

    // --- explored exhaustively

    @ParameterizedTest
    @CsvSource({
        "TREE, 1, 2, 10",
        "TREE, 2, 2, 89",
        "TREE, 3, 2, 1320",
        "TREE, 4, 2, 18618",
        "LINE, 3, 2, 1190",
        "LINE, 4, 2, 16374",
        "STAR, 4, 2, 20874",
        "STAR, 5, 1, 20162"
    })
    void everyPropertyHoldsAndWasPutToTheTest(Shape shape, int nodes, int requests, int states) {
        Report report = Explorer.check(
                Model.of(RAYMOND, Start.of(nodes, 0)).withTopology(shape).withRequests(requests));

        assertEquals(Verdict.HOLDS, report.verdict());
        assertEquals(states, report.states());
        for (Property property : report.properties()) {
            assertEquals(Verdict.HOLDS, property.verdict(), property.toString());
            assertTrue(
                    property.tested() || nodes == 1 || property.name().equals(MutualExclusion.FENCES_GROW),
                    property.toString());
        }
        List<String> silent = RAYMOND.unreachableRules(nodes).stream()
                .map(rule -> rule.label())
                .toList();
        report.rules().forEach((rule, times) -> assertEquals(silent.contains(rule), times == 0, rule));
    }

    @ParameterizedTest
    @CsvSource({"TREE, 6, 1, 121678", "LINE, 6, 1, 76269"})
    @Tag("slow")
    void everyPropertyHoldsAndWasPutToTheTestAtLargerSizes(Shape shape, int nodes, int requests, int states) {
        everyPropertyHoldsAndWasPutToTheTest(shape, nodes, requests, states);
    }

    /** {@link symposium.mutex.Fenced} numbers the grants, not the algorithm. */
    @Test
    void fencesGrow() {
        Property fences = Explorer.check(Model.of(RAYMOND.withFences(), Start.of(3, 0))
                        .withTopology(Shape.LINE)
                        .withRequests(2))
                .property(MutualExclusion.FENCES_GROW);
        assertEquals(Verdict.HOLDS, fences.verdict());
        assertTrue(fences.tested());
    }

    @ParameterizedTest
    @EnumSource(
            value = Channels.class,
            names = {"FIFO", "UNORDERED"})
    void wherePrivilegeStartsAndInWhichOrderLinksDeliverDoesNotMatter(Channels channels) {
        for (int holder = 0; holder < 4; holder++) {
            Report report = Explorer.check(Model.of(RAYMOND, Start.of(4, holder))
                    .withTopology(Shape.LINE)
                    .withChannels(channels));
            assertEquals(Verdict.HOLDS, report.verdict(), "privilege at " + holder);
        }
    }

    @Test
    void eachStatementLeftOutIsMissed() {
        Map<String, String> broken = new TreeMap<>();
        Start start = Start.of(3, 0);
        for (Variant<Raymond.State, Raymond.Message, Input, Output> variant :
                RAYMOND.checks().variants(start)) {
            Property violated = Explorer.check(Model.of(RAYMOND, start)
                            .withTopology(Shape.LINE)
                            .withRequests(2)
                            .withProtocol(variant.protocol()))
                    .violated()
                    .orElseThrow(() -> new AssertionError(variant.name()));
            broken.put(variant.name(), violated.name() + ", " + violated.trace().size());
        }
        assertEquals(
                Map.of(
                        "initialized tells no process", Scenario.NO_DEADLOCK + ", 3",
                        "wish makes no request", Scenario.NO_DEADLOCK + ", 4",
                        "wish forgets that it has asked", "a queue names nobody twice, 8",
                        "request makes no request in its turn", "there is one privilege, 4",
                        "request forgets that it has asked", "a queue names nobody twice, 9",
                        "privilege still says that it has asked",
                                "who has asked wants the privilege, and has it not, 5",
                        "exit keeps the privilege that it sends", "there is one privilege, 6"),
                broken);
    }

    @Test
    void itDoesNotGrantRequestsInCausalOrder() {
        Property order = Explorer.check(Model.of(Causal.over(RAYMOND), Start.of(3, 0))
                        .withTopology(Shape.LINE)
                        .withRequests(2))
                .property(Causal.REQUESTS_IN_CAUSAL_ORDER);

        assertEquals(Verdict.VIOLATED, order.verdict());
        assertEquals(11, order.trace().size());
    }

    // --- simulated

    /** One that asks, d edges away from the privilege. */
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "40, 40", "99, 99"})
    void anEntryCostsTwoMessagesForEachEdgeBetween(int requester, int distance) {
        Metrics tally = simulation(
                        Shape.LINE,
                        100,
                        Workload.scheduled(
                                MutualExclusion.PROBLEM,
                                Map.of(ProcessId.of(requester), List.of(1_000L)),
                                Durations.exactly(3)))
                .as(Run::new)
                .runToTheEnd();

        assertEquals(1, tally.served());
        assertEquals(99, tally.messages("initialize"));
        assertEquals(distance, tally.messages("request"));
        assertEquals(distance, tally.messages("privilege"));
    }

    @Test
    void aThousandNodesOfABinaryTreeShareThePrivilege() {
        long seed = Long.getLong("symposium.seed", System.nanoTime());
        Metrics tally = simulation(
                        Shape.TREE,
                        1_000,
                        Workload.busy(MutualExclusion.PROBLEM, Durations.between(1, 10_000), Durations.between(1, 3)))
                .withSeed(seed)
                .withDelays(Durations.between(1, 9))
                .as(Run::new)
                .runUntilServed(3_000);

        assertEquals(3_000, tally.served(), tally.toString());
        // 17 edges is the longest way from leaf to leaf.
        assertTrue(tally.perServing() < 2 * 17 + 1, tally.toString());
    }

    private static Simulation<Raymond.State, Raymond.Message, User, Input, Output> simulation(
            Shape shape, int nodes, Workload<User, Input> users) {
        Start start = Start.of(nodes, 0);
        return Simulation.of(
                        RAYMOND.protocol(start),
                        RAYMOND.problem(),
                        Network.of(shape, start.processes()),
                        RAYMOND.system().channels(),
                        users)
                .withTimers(Map.of(Raymond.Flood.INITIALIZE.name(), Durations.exactly(1)));
    }

    // --- drawn

    @Test
    void itDrawsItsOwnDiagram() {
        List<TraceEvent> log = new ArrayList<>();
        simulation(
                        Shape.LINE,
                        3,
                        Workload.scheduled(
                                MutualExclusion.PROBLEM, Map.of(ProcessId.of(2), List.of(5L)), Durations.exactly(3)))
                .withWatcher((time, occurrence) -> log.add(occurrence))
                .as(Run::new)
                .runToTheEnd();

        assertEquals("""
                         0                              1                              2
                 1  initialize------initialize--.       |                              |            INITIALIZE expired
                 2       |                      '->initialized-----initialize--.       |
                 3       |                              |                      '->initialized
                 4       |                              |       .-----request--------wish           ENTER
                 5       |       .-----request-------request<---'                      |
                 6    request<---'                      |                              |
                         +----------privilege---.       |                              |
                 7       |                      '-->privilege------privilege---.       |
                 8       |                              |                      '-->privilege        granted
                 9       |                              |                            exit           RELEASE
                         |                              |                              |
                """, TextDiagram.of(Trace.of(log)));
    }

    // --- hosted by actors

    @Test
    void actorsGrantInTurnAndTellTheTimes() {
        ActorTestKit kit = ActorTestKit.create();
        try {
            Start start = Start.of(7, 3);
            TestProbe<ProcessGroup.UserTold<Output>> users = kit.createTestProbe();
            ActorRef<ProcessGroup.Command<Input>> nodes = kit.spawn(ProcessGroup.create(
                    RAYMOND.withFences().protocol(start),
                    Shape.TREE,
                    start.processes(),
                    TimerDurations.all(Duration.ofMillis(10)),
                    told -> users.getRef().tell(told)));
            start.processes().forEach(node -> nodes.tell(new ProcessGroup.Ask<>(node, Input.ENTER)));
            for (int grant = 1; grant <= 7; grant++) {
                ProcessGroup.UserTold<Output> told = users.receiveMessage(Duration.ofSeconds(30));
                assertEquals(new Output.Granted(new Fence(0, grant)), told.output());
                nodes.tell(new ProcessGroup.Ask<>(told.process(), Input.RELEASE));
            }
            users.expectNoMessage(Duration.ZERO);

            TestProbe<RecordedEvents.Written> reader = kit.createTestProbe();
            nodes.tell(new ProcessGroup.ReadLog<>(reader.getRef()));
            List<Stamped> log = TraceStamps.of(reader.receiveMessage().events());
            // Each of the seven has asked and released.
            assertTrue(log.size() >= 14, log::toString);
            assertTrue(log.stream().allMatch(each -> each.stamp().isPresent()));
            assertEquals(Optional.empty(), failed(log));
        } finally {
            kit.shutdownTestKit();
        }
    }

    private static Optional<TraceEvent> failed(List<Stamped> log) {
        return log.stream()
                .map(Stamped::event)
                .filter(TraceEvent.Failed.class::isInstance)
                .findFirst();
    }
}
