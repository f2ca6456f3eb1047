package symposium.cluster.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.javadsl.Behaviors;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import symposium.cluster.settings.Hocon;
import symposium.kernel.ProcessId;
import symposium.links.LinkIncarnation;
import symposium.wire.NewerWireSerializer;
import symposium.wire.WireMessage;
import symposium.wire.WireMessage.Ack;

/** Two nodes that send over the transport. */
class PeerHostsTest {

    private static final ProcessId SELF = new ProcessId(0, 5);
    private static final ProcessId OTHER = new ProcessId(1, -7);

    private record Located(ProcessId process, Optional<ActorRef<WireMessage>> host) {}

    @AutoClose("shutdownTestKit")
    private final ActorTestKit here = kit();

    @AutoClose("shutdownTestKit")
    private final ActorTestKit there = kit();

    private final TestProbe<WireMessage> received = there.createTestProbe();

    /** A host that tells all that it receives, as the first node sees it. */
    private final ActorRef<WireMessage> seen = seen();

    private static ActorTestKit kit() {
        return ActorTestKit.create(
                "symposium",
                Hocon.quickNode(Map.of(
                        "symposium.process",
                        0,
                        "symposium.processes",
                        2,
                        "akka.actor.serializers.symposium-cbor",
                        NewerWireSerializer.class.getName())));
    }

    /** The question goes by a selection, and has to be written for the other node. */
    @Test
    void aHostThatIsNotHeardIsFoundAgain() {
        TestProbe<Located> located = here.createTestProbe();
        WireMessage message = new Ack(SELF, OTHER, LinkIncarnation.NONE, 3);
        here.spawn(Behaviors.<Located>setup(context -> {
            PeerHosts hosts = new PeerHosts(context, Located::new);
            hosts.located(OTHER, seen);
            hosts.renew(OTHER);
            hosts.tell(message);
            return Behaviors.receiveMessage(found -> {
                located.ref().tell(found);
                return Behaviors.same();
            });
        }));
        assertEquals(message, received.receiveMessage());
        assertEquals(new Located(OTHER, Optional.of(seen)), located.receiveMessage());
    }

    private ActorRef<WireMessage> seen() {
        ActorRef<WireMessage> host = there.spawn(
                Behaviors.receiveMessage(message -> {
                    received.ref().tell(message);
                    return Behaviors.same();
                }),
                "host");
        return ActorRefResolver.get(here.system())
                .resolveActorRef(ActorRefResolver.get(there.system()).toSerializationFormat(host));
    }

    /** Here version 2 is spoken, in which one message counts as new. */
    @Test
    void aHostIsNotSentWhatItsVersionHasNot() {
        TestProbe<Boolean> news = here.createTestProbe();
        WireMessage old = new Ack(SELF, OTHER, LinkIncarnation.NONE, 3);
        WireMessage later = new WireMessage.Unheard(SELF, OTHER);
        here.spawn(Behaviors.<Located>setup(context -> {
            PeerHosts hosts = new PeerHosts(context, Located::new);
            hosts.located(OTHER, seen);
            news.ref().tell(hosts.speaks(OTHER, 1));
            news.ref().tell(hosts.speaks(OTHER, 1));
            hosts.tell(later);
            hosts.tell(old);
            news.ref().tell(hosts.speaks(OTHER, 3));
            hosts.tell(later);
            news.ref().tell(hosts.version(OTHER) == 2);
            return Behaviors.empty();
        }));
        assertEquals(List.of(old, later), received.receiveSeveralMessages(2));
        assertEquals(List.of(true, false, true, true), news.receiveSeveralMessages(4));
    }
}
