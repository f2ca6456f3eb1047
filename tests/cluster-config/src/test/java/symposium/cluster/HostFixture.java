package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.Address;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInfo;
import symposium.cluster.execution.FrameLimit;
import symposium.cluster.host.Host;
import symposium.cluster.host.HostListeners;
import symposium.cluster.hosted.HostCommand;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.cluster.settings.Hocon;
import symposium.cluster.settings.Settings;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.TraceEvent;
import symposium.kernel.topology.Shape;
import symposium.kernel.topology.Topology;
import symposium.links.LinkIncarnation;
import symposium.links.LinkState;
import symposium.mutex.Fence;
import symposium.mutex.Fenced;
import symposium.mutex.suzukikasami.SuzukiKasami;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.service.member.Warning;
import symposium.wire.WireMessage;
import symposium.wire.WireMessage.Envelope;
import symposium.wire.WireMessage.LinkHandshake;

/** A host, and the other process of a cluster of two, whose messages the test writes and reads. */
abstract class HostFixture {

    static final ProcessId SELF = ProcessId.of(0);
    static final ProcessId OTHER = ProcessId.of(1);
    static final LinkIncarnation NONE = LinkIncarnation.NONE;
    static final String SMALL_FRAME = "small-frame";
    static final Duration SILENCE = Duration.ofMillis(300);

    /** The clock by which a host finds that it has stood still, in nanoseconds: a machine that is slow is no stall. */
    final AtomicLong clock = new AtomicLong();

    final Settings settings = settings(Map.of());

    @AutoClose("shutdownTestKit")
    final ActorTestKit kit;

    final TestProbe<TraceEvent> steps;
    final TestProbe<Warning> warnings;
    final TestProbe<Termination> ended;
    final TestProbe<WireMessage> sent;
    final TestProbe<MembershipView.Voting> votes;
    final Address address;

    /** Settings of a cluster of two, but for these. */
    static Settings settings(Map<String, Object> others) {
        Map<String, Object> all = new HashMap<>(Map.of(
                "symposium.process",
                0,
                "symposium.processes",
                2,
                "symposium.algorithm",
                "suzuki-kasami",
                "symposium.first-generation",
                1,
                "symposium.handshake-interval",
                "50ms",
                "symposium.silence-timeout",
                "10s"));
        all.putAll(others);
        return Settings.from(Hocon.node(all));
    }

    HostFixture(TestInfo test) {
        this(test, ConfigFactory.empty());
    }

    /** @param special settings of the actor system that others do not have */
    HostFixture(TestInfo test, Config special) {
        kit = ActorTestKit.create(
                "host",
                special.withFallback(ConfigFactory.parseMap(Map.of(
                                "akka.actor.provider",
                                "local",
                                FrameLimit.SETTING,
                                test.getTags().contains(SMALL_FRAME) ? 600 : 262_144)))
                        .withFallback(ConfigFactory.parseResources("symposium-akka.conf"))
                        .withFallback(ConfigFactory.defaultReferenceUnresolved())
                        .resolve());
        steps = kit.createTestProbe();
        warnings = kit.createTestProbe();
        ended = kit.createTestProbe();
        sent = kit.createTestProbe();
        votes = kit.createTestProbe();
        address = kit.system().address();
    }

    /** A host that knows the other, and no membership. */
    HostListeners listeners() {
        return new HostListeners(
                steps.getRef()::tell, warnings.getRef()::tell, ended.getRef()::tell, votes.getRef()::tell);
    }

    <S, M, I, O> ActorRef<Object> host(
            Settings settings, Topology topology, HostedAlgorithm<S, M, I, O> hosted, ActorRef<WireMessage> other) {
        ActorRef<HostCommand<M, I>> host = kit.spawn(
                Host.create(SELF, topology, settings, hosted, listeners(), System::nanoTime, List.of(clock::get)),
                "host");
        host.tell(new HostCommand.Located<>(OTHER, Optional.of(other)));
        return host.unsafeUpcast();
    }

    MembershipView view(List<ProcessId> members, List<ProcessId> departed) {
        return view(members, List.of(), departed);
    }

    MembershipView view(List<ProcessId> members, List<ProcessId> unreachable, List<ProcessId> departed) {
        TreeMap<ProcessId, Address> addresses = new TreeMap<>();
        members.forEach(each -> addresses.put(each, address));
        return new MembershipView(
                SELF,
                Shape.COMPLETE,
                addresses,
                new TreeSet<>(unreachable),
                new TreeSet<>(departed),
                members.size() < 2);
    }

    static Fenced.Message<SuzukiKasami.Message> message(int request) {
        return new Fenced.Message<>(Fence.NONE, new SuzukiKasami.Request(request));
    }

    static Envelope request(LinkIncarnation incarnation, long number, int request) {
        return new Envelope("suzuki-kasami", OTHER, SELF, Side.NONE, incarnation, number, message(request));
    }

    static LinkHandshake handshake(long sender, long recipient, LinkState state) {
        return new LinkHandshake(OTHER, SELF, new LinkIncarnation(sender, recipient), state);
    }

    /** The next step of the process is on this event. */
    void happens(String event) {
        assertEquals(
                event, ((TraceEvent.Stepped) steps.receiveMessage()).event().toString());
    }

    /** The next messages of the algorithm that the host sends. */
    List<Envelope> envelopes(int number) {
        List<Envelope> envelopes = new ArrayList<>();
        while (envelopes.size() < number) {
            if (sent.receiveMessage() instanceof Envelope envelope) {
                envelopes.add(envelope);
            }
        }
        return envelopes;
    }
}
