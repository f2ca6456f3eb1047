package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import akka.actor.testkit.typed.javadsl.TestInbox;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import symposium.cluster.wire.LinkIncarnation;
import symposium.cluster.wire.Unreadable;
import symposium.cluster.wire.WireMessage;
import symposium.cluster.wire.WireMessage.Envelope;
import symposium.kernel.MembershipTolerance;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.mutex.Fence;
import symposium.mutex.Fenced;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.ewd851.Ewd851;
import symposium.mutex.ewd851.Ewd851.Token;

/** What arrives at a node, and what of it reaches the process. */
class EndpointTest {

    @SuppressWarnings("unchecked")
    private static final Class<Fenced.Message<Ewd851.Message>> MESSAGES =
            (Class<Fenced.Message<Ewd851.Message>>) (Class<?>) Fenced.Message.class;

    private static final ProcessId SELF = new ProcessId(1, 77);
    private static final ProcessId OTHER = new ProcessId(0, 66);

    private final TestInbox<HostCommand<Fenced.Message<Ewd851.Message>, Input>> host = TestInbox.create();
    private final BehaviorTestKit<WireMessage> endpoint = BehaviorTestKit.create(Endpoint.create(
            SELF,
            new HostedAlgorithm<>(
                    "ewd851",
                    MESSAGES,
                    MembershipTolerance.NO_CHANGE,
                    false,
                    false,
                    ServiceBinding.lock(),
                    start -> new Fenced<>(new Ewd851(start.holder()))),
            host.getRef()));

    @Test
    void aMessageForTheProcessReachesIt() {
        endpoint.run(new Envelope(
                "ewd851",
                OTHER,
                SELF,
                Side.RIGHT,
                LinkIncarnation.NONE,
                1,
                new Fenced.Message<>(Fence.NONE, new Token())));
        host.expectMessage(new HostCommand.Arrived<>(
                OTHER,
                Side.RIGHT,
                LinkIncarnation.NONE,
                1,
                Optional.of(new Fenced.Message<>(Fence.NONE, new Token()))));
    }

    @Test
    void aMessageForAFormerLifeIsDroppedWithoutAWord() {
        endpoint.run(new Envelope(
                "ewd851",
                OTHER,
                new ProcessId(1, 76),
                Side.RIGHT,
                LinkIncarnation.NONE,
                1,
                new Fenced.Message<>(Fence.NONE, new Token())));
        assertFalse(host.hasMessages());
        assertEquals(List.of(), endpoint.getAllLogEntries());
    }

    @Test
    void aMessageThatCannotBeReadIsDroppedAndTheNextArrives() {
        endpoint.run(new Envelope(
                "ewd8510", OTHER, SELF, Side.RIGHT, LinkIncarnation.NONE, 1, new Unreadable("nobody knows ewd8510")));
        host.expectMessage(new HostCommand.Dropped<>("a message from process 0: nobody knows ewd8510"));
        host.expectMessage(new HostCommand.Arrived<>(OTHER, Side.RIGHT, LinkIncarnation.NONE, 1, Optional.empty()));
        aMessageForTheProcessReachesIt();
    }

    @Test
    void aMessageOfAnotherAlgorithmIsDropped() {
        endpoint.run(new Envelope(
                "token-ring",
                OTHER,
                SELF,
                Side.RIGHT,
                LinkIncarnation.NONE,
                1,
                new Fenced.Message<>(Fence.NONE, new Token())));
        host.expectMessage(new HostCommand.Dropped<>(
                "a message from process 0: it belongs to token-ring, and this node runs ewd851"));
        host.expectMessage(new HostCommand.Arrived<>(OTHER, Side.RIGHT, LinkIncarnation.NONE, 1, Optional.empty()));
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void anObjectThatIsNoMessageBetweenNodesIsDroppedAndTheNextArrives() {
        ((BehaviorTestKit) endpoint).run("a string");
        host.expectMessage(
                new HostCommand.Dropped<>("an object of java.lang.String, which is no message between nodes"));
        aMessageForTheProcessReachesIt();
    }

    @Test
    void aMessageThatLacksAPartIsNone() {
        assertThrows(NullPointerException.class, () -> new WireMessage.Ack(OTHER, SELF, null, 1));
    }
}
