package symposium.arbitration.privileges;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import symposium.actor.ProcessActor;
import symposium.actor.ProcessContext;
import symposium.actor.TimerDurations;
import symposium.arbitration.privileges.PrivilegeMessage.Ask;
import symposium.arbitration.privileges.PrivilegeMessage.Await;
import symposium.arbitration.privileges.PrivilegeMessage.Bid;
import symposium.arbitration.privileges.PrivilegeMessage.Hand;
import symposium.arbitration.privileges.PrivilegeMessage.Handed;
import symposium.arbitration.privileges.PrivilegeMessage.Left;
import symposium.arbitration.privileges.PrivilegeMessage.Tabled;
import symposium.arbitration.privileges.PrivilegeMessage.Undirected;
import symposium.arbitration.privileges.PrivilegeMessage.Want;
import symposium.arbitration.privileges.PrivilegeMessage.Wanted;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.group.ProcessGroup;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.TraceEvent;
import symposium.kernel.problem.Start;
import symposium.kernel.topology.Shape;
import symposium.mutex.Fence;

/** As actors: one process with probes for its neighbours, and three processes in one JVM. */
@Tag("fast")
class PrivilegesActorTest {

    private static final ProcessId P0 = ProcessId.of(0);
    private static final ProcessId P1 = ProcessId.of(1);
    private static final ProcessId P2 = ProcessId.of(2);

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit KIT = ActorTestKit.create();

    @Test
    void arrowsLeadToTabledSessionsThatShareAResourceAndThePrivilegeStaysUntilT2() {
        TestProbe<ProcessActor.Delivery<PrivilegeMessage, Request>> zero = KIT.createTestProbe();
        TestProbe<ProcessActor.Delivery<PrivilegeMessage, Request>> two = KIT.createTestProbe();
        TestProbe<Grant> user = KIT.createTestProbe();
        TestProbe<TraceEvent> log = KIT.createTestProbe();
        Map<ProcessId, TestProbe<ProcessActor.Delivery<PrivilegeMessage, Request>>> others = Map.of(P0, zero, P2, two);
        ActorRef<ProcessActor.Command<PrivilegeMessage, Request>> process = KIT.spawn(ProcessActor.create(
                P1,
                Neighbours.of(List.of(P0, P2)),
                new Privileges(2, 1, 1),
                new ProcessContext<>(
                        (to, message) ->
                                others.get(to.id()).getRef().tell(new ProcessActor.Delivery<>(P1, Side.NONE, message)),
                        told -> user.getRef().tell(told),
                        TimerDurations.all(Duration.ofSeconds(1)),
                        occurrence -> log.getRef().tell(occurrence))));

        process.tell(new ProcessActor.Ask<>(new Request.Take(7, exclusively("a", "b"))));
        step(log, PrivilegeRule.WANT, 2);
        Want want = new Want(exclusively("a", "b"), true);
        Ask ask = new Ask(List.of(new PrivilegeMessage.Request(0, new Bid(1, P1), want, P0, 0, true)));
        zero.expectMessage(delivery(ask));
        two.expectMessage(delivery(ask));

        List<Tabled> tabled = List.of(tabled(new Fence(1, 3), "a"), tabled(new Fence(1, 4), "c"));
        Wanted next = new Wanted(new Bid(2, P2), new Want(exclusively("b"), true));
        process.tell(from(P0, new Hand(List.of(new Handed(0, List.of(next), tabled, List.of())), new Fence(1, 4), 3)));
        step(log, PrivilegeRule.T0, 1);
        zero.expectMessage(delivery(new Await(List.of(new Fence(1, 3)))));

        process.tell(from(P0, new Undirected(List.of(new Fence(1, 4)))));
        step(log, PrivilegeRule.UNDIRECTED, 0);
        process.tell(from(P0, new Undirected(List.of(new Fence(1, 3)))));
        step(log, PrivilegeRule.T1, 1);
        Fence fence = new Fence(1, 5);
        user.expectMessage(new Grant.Taken(7, exclusively("a", "b"), fence));

        process.tell(new ProcessActor.Ask<>(new Request.Release(7)));
        step(log, PrivilegeRule.T2, 1);
        two.expectMessage(delivery(new Hand(
                List.of(new Handed(0, List.of(), List.of(tabled(new Fence(1, 4), "c")), List.of(new Left(P1, 4)))),
                fence,
                4)));
    }

    @Test
    void inOneJvmSetsAreTakenSideBySideAndOutliveAProcess() {
        Start start = Start.of(3, 0);
        TestProbe<ProcessGroup.UserTold<Grant>> users = KIT.createTestProbe();
        ActorRef<ProcessGroup.Command<Request>> group = KIT.spawn(ProcessGroup.create(
                new Privileges.Entry().protocol(start),
                Shape.COMPLETE,
                start.processes(),
                TimerDurations.all(Duration.ofSeconds(1)),
                told -> users.getRef().tell(told)));

        take(group, P0, 1, "a", "b");
        users.expectMessage(taken(P0, 1, new Fence(1, 1), "a", "b"));
        take(group, P2, 1, "c");
        users.expectMessage(taken(P2, 1, new Fence(1, 2), "c"));
        take(group, P1, 1, "b", "c");
        group.tell(new ProcessGroup.Ask<>(P0, new Request.Release(1)));
        group.tell(new ProcessGroup.Crash<>(P2));
        group.tell(new ProcessGroup.AnnounceDeparture<>(P2));
        ProcessGroup.UserTold<Grant> last = users.receiveMessage(Duration.ofSeconds(10));
        assertEquals(P1, last.process());
        assertEquals(exclusively("b", "c"), ((Grant.Taken) last.output()).modes());
    }

    private static void step(TestProbe<TraceEvent> log, PrivilegeRule rule, int effects) {
        TraceEvent.Stepped stepped = log.expectMessageClass(TraceEvent.Stepped.class);
        assertEquals(rule, stepped.rule(), stepped.toString());
        assertEquals(effects, stepped.effects().size(), stepped.toString());
    }

    private static ProcessActor.Delivery<PrivilegeMessage, Request> delivery(PrivilegeMessage message) {
        return new ProcessActor.Delivery<>(P1, Side.NONE, message);
    }

    private static ProcessActor.Command<PrivilegeMessage, Request> from(ProcessId sender, PrivilegeMessage message) {
        return new ProcessActor.Delivery<>(sender, Side.NONE, message);
    }

    private static void take(
            ActorRef<ProcessGroup.Command<Request>> group, ProcessId process, long ticket, String... resources) {
        group.tell(new ProcessGroup.Ask<>(process, new Request.Take(ticket, exclusively(resources))));
    }

    private static ProcessGroup.UserTold<Grant> taken(
            ProcessId process, long ticket, Fence fence, String... resources) {
        return new ProcessGroup.UserTold<>(process, new Grant.Taken(ticket, exclusively(resources), fence));
    }

    private static Tabled tabled(Fence fence, String... resources) {
        return new Tabled(fence, P0, exclusively(resources));
    }

    private static SortedMap<String, Mode> exclusively(String... names) {
        return Mode.exclusively(Set.of(names));
    }
}
