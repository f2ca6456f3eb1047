package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.Address;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import symposium.cluster.wire.LinkIncarnation;
import symposium.cluster.wire.WireMessage.FormationProposal;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.ProcessId;
import symposium.kernel.Shape;
import symposium.kernel.Side;
import symposium.kernel.TraceEvent;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.MutualExclusion.Output;
import symposium.mutex.suzukikasami.SuzukiKasami;

/** A host with fixed membership, and a cluster that reports the departure of a process that lives. */
class HostTest {

    private static final ProcessId SELF = ProcessId.of(0);
    private static final ProcessId OTHER = ProcessId.of(1);

    private static final HostedAlgorithm<SuzukiKasami.State, SuzukiKasami.Message, Input, Output> HOSTED =
            new HostedAlgorithm<>(
                    "suzuki-kasami",
                    SuzukiKasami.Message.class,
                    MembershipTolerance.NO_CHANGE,
                    false,
                    false,
                    ServiceBinding.lock(),
                    start -> new SuzukiKasami.Entry().protocol(start));

    private static MembershipView view(List<ProcessId> members, List<ProcessId> departed) {
        TreeMap<ProcessId, Address> addresses = new TreeMap<>();
        members.forEach(each -> addresses.put(each, Address.apply("akka", "nowhere")));
        return new MembershipView(
                SELF, Shape.COMPLETE, addresses, new TreeSet<>(), new TreeSet<>(departed), members.size() < 2);
    }

    @Test
    void whatADepartedProcessSendsAgainIsNotTakenAgain() {
        Settings settings = Settings.from(Hocon.node(
                Map.of("symposium.process", 0, "symposium.processes", 2, "symposium.algorithm", "suzuki-kasami")));
        ActorTestKit kit = ActorTestKit.create();
        try {
            TestProbe<TraceEvent> steps = kit.createTestProbe();
            ActorRef<HostCommand<SuzukiKasami.Message, Input>> host = kit.spawn(Host.create(
                    SELF, Shape.COMPLETE, settings, HOSTED, steps.getRef()::tell, warning -> {}, ended -> {}));
            host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER), List.of())));
            host.tell(new HostCommand.Proposed<>(new FormationProposal(OTHER, SELF, List.of(SELF, OTHER), 1, false)));
            HostCommand<SuzukiKasami.Message, Input> arrived = new HostCommand.Arrived<>(
                    OTHER, Side.NONE, LinkIncarnation.NONE, 1, Optional.of(new SuzukiKasami.Request(1)), "");

            host.tell(arrived);
            assertEquals(
                    "request 1 from 1",
                    ((TraceEvent.Stepped) steps.receiveMessage()).event().toString());
            host.tell(new HostCommand.Seen<>(view(List.of(SELF), List.of(OTHER))));
            host.tell(arrived);
            steps.expectNoMessage(Duration.ofMillis(300));
        } finally {
            kit.shutdownTestKit();
        }
    }
}
