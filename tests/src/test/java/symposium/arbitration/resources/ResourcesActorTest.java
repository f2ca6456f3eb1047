package symposium.arbitration.resources;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import symposium.actor.ProcessActor;
import symposium.actor.ProcessContext;
import symposium.actor.ProcessGroup;
import symposium.actor.TimerDurations;
import symposium.arbitration.resources.ResourcesMessage.Fork;
import symposium.arbitration.resources.ResourcesMessage.Request;
import symposium.arbitration.resources.ResourcesMessage.Tabled;
import symposium.arbitration.resources.ResourcesMessage.Undirected;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Shape;
import symposium.kernel.Side;
import symposium.kernel.Start;
import symposium.kernel.TraceEvent;
import symposium.mutex.Fence;

/** As actors: one process with probes for its neighbours, and three processes in one JVM. */
class ResourcesActorTest {

    private static final ProcessId P0 = ProcessId.of(0);
    private static final ProcessId P1 = ProcessId.of(1);
    private static final ProcessId P2 = ProcessId.of(2);

    private static ActorTestKit kit;

    @BeforeAll
    static void start() {
        kit = ActorTestKit.create();
    }

    @AfterAll
    static void stop() {
        kit.shutdownTestKit();
    }

    @Test
    void arrowsLeadToTabledSessionsThatShareAResourceAndT2IsToldToWhoeverKnows() {
        TestProbe<ProcessActor.Delivery<ResourcesMessage, Wish>> zero = kit.createTestProbe();
        TestProbe<ProcessActor.Delivery<ResourcesMessage, Wish>> two = kit.createTestProbe();
        TestProbe<Reserved> user = kit.createTestProbe();
        TestProbe<TraceEvent> log = kit.createTestProbe();
        Map<ProcessId, TestProbe<ProcessActor.Delivery<ResourcesMessage, Wish>>> others = Map.of(P0, zero, P2, two);
        ActorRef<ProcessActor.Command<ResourcesMessage, Wish>> process = kit.spawn(ProcessActor.create(
                P1,
                Neighbours.of(List.of(P0, P2)),
                new Resources(2, 1),
                new ProcessContext<>(
                        (to, message) ->
                                others.get(to.id()).getRef().tell(new ProcessActor.Delivery<>(P1, Side.NONE, message)),
                        told -> user.getRef().tell(told),
                        TimerDurations.all(Duration.ofSeconds(1)),
                        occurrence -> log.getRef().tell(occurrence))));

        process.tell(new ProcessActor.Ask<>(new Wish.Take(7, set("a", "b"))));
        step(log, ResourcesRule.WANT, 1);
        zero.expectMessage(delivery(new Request()));

        List<Tabled> tabled = List.of(new Tabled(new Fence(1, 3), set("a")), new Tabled(new Fence(1, 4), set("c")));
        process.tell(from(P0, new Fork(new Fence(1, 4), tabled)));
        step(log, ResourcesRule.T0, 0);

        process.tell(from(P2, new Request()));
        step(log, ResourcesRule.YIELD, 1);
        Fence fence = new Fence(1, 5);
        two.expectMessage(delivery(new Fork(fence, List.of(new Tabled(fence, set("a", "b"))))));

        process.tell(from(P0, new Undirected(new Fence(1, 4))));
        step(log, ResourcesRule.UNDIRECTED, 0);
        process.tell(from(P0, new Undirected(new Fence(1, 3))));
        step(log, ResourcesRule.T1, 1);
        user.expectMessage(new Reserved.Taken(7, set("a", "b"), fence));

        process.tell(new ProcessActor.Ask<>(new Wish.Release(7)));
        step(log, ResourcesRule.T2, 1);
        two.expectMessage(delivery(new Undirected(fence)));
    }

    @Test
    void inOneJvmSetsAreTakenSideBySideAndOutliveAProcess() {
        Start start = Start.of(3, 0);
        TestProbe<ProcessGroup.UserTold<Reserved>> users = kit.createTestProbe();
        ActorRef<ProcessGroup.Command<Wish>> group = kit.spawn(ProcessGroup.create(
                new ResourcesAlgorithm().protocol(start),
                Shape.COMPLETE,
                start.processes(),
                TimerDurations.all(Duration.ofSeconds(1)),
                told -> users.getRef().tell(told)));

        take(group, P0, 1, "a", "b");
        users.expectMessage(taken(P0, 1, new Fence(1, 1), "a", "b"));
        take(group, P2, 1, "c");
        users.expectMessage(taken(P2, 1, new Fence(1, 2), "c"));
        take(group, P1, 1, "b", "c");
        group.tell(new ProcessGroup.Ask<>(P0, new Wish.Release(1)));
        group.tell(new ProcessGroup.Crash<>(P2));
        group.tell(new ProcessGroup.AnnounceDeparture<>(P2));
        ProcessGroup.UserTold<Reserved> last = users.receiveMessage(Duration.ofSeconds(10));
        assertEquals(P1, last.process());
        assertEquals(set("b", "c"), ((Reserved.Taken) last.output()).resources());
    }

    private static void step(TestProbe<TraceEvent> log, ResourcesRule rule, int effects) {
        TraceEvent.Stepped stepped = log.expectMessageClass(TraceEvent.Stepped.class);
        assertEquals(rule, stepped.rule(), stepped.toString());
        assertEquals(effects, stepped.effects().size(), stepped.toString());
    }

    private static ProcessActor.Delivery<ResourcesMessage, Wish> delivery(ResourcesMessage message) {
        return new ProcessActor.Delivery<>(P1, Side.NONE, message);
    }

    private static ProcessActor.Command<ResourcesMessage, Wish> from(ProcessId sender, ResourcesMessage message) {
        return new ProcessActor.Delivery<>(sender, Side.NONE, message);
    }

    private static void take(
            ActorRef<ProcessGroup.Command<Wish>> group, ProcessId process, long ticket, String... resources) {
        group.tell(new ProcessGroup.Ask<>(process, new Wish.Take(ticket, set(resources))));
    }

    private static ProcessGroup.UserTold<Reserved> taken(
            ProcessId process, long ticket, Fence fence, String... resources) {
        return new ProcessGroup.UserTold<>(process, new Reserved.Taken(ticket, set(resources), fence));
    }

    private static SortedSet<String> set(String... names) {
        return new TreeSet<>(Set.of(names));
    }
}
