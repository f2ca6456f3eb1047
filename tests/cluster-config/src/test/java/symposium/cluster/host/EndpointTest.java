package symposium.cluster.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import symposium.cluster.ServiceBindings;
import symposium.cluster.hosted.HostCommand;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.problem.MembershipTolerance;
import symposium.links.Frame;
import symposium.links.LinkIncarnation;
import symposium.links.LinkState;
import symposium.links.Payload;
import symposium.mutex.Fence;
import symposium.mutex.Fenced;
import symposium.mutex.MutualExclusion.Input;
import symposium.mutex.ewd851.Ewd851;
import symposium.mutex.ewd851.Ewd851.Token;
import symposium.wire.Unreadable;
import symposium.wire.WireMessage;
import symposium.wire.WireMessage.Envelope;

/** What arrives at a node, and what of it reaches the process. */
class EndpointTest {

    @SuppressWarnings("unchecked")
    private static final Class<Fenced.Message<Ewd851.Message>> MESSAGES =
            (Class<Fenced.Message<Ewd851.Message>>) (Class<?>) Fenced.Message.class;

    private static final ProcessId SELF = new ProcessId(1, 77);
    private static final ProcessId OTHER = new ProcessId(0, 66);

    private static final HostedAlgorithm<?, Fenced.Message<Ewd851.Message>, Input, ?> HOSTED = new HostedAlgorithm<>(
            "ewd851",
            MESSAGES,
            MembershipTolerance.NO_CHANGE,
            false,
            false,
            Set.of(),
            ServiceBindings.lock(),
            start -> new Fenced<>(new Ewd851(start.holder())));

    private final Endpoint<Fenced.Message<Ewd851.Message>, Input> endpoint = new Endpoint<>(SELF, HOSTED);

    private void reads(Object any, HostCommand<Fenced.Message<Ewd851.Message>, Input> command) {
        assertEquals(Optional.of(command), endpoint.read(any));
    }

    private static HostCommand<Fenced.Message<Ewd851.Message>, Input> unusable(String why) {
        return new HostCommand.Arrived<>(OTHER, data(Optional.empty()), Optional.of(why));
    }

    private static Frame<Payload<Fenced.Message<Ewd851.Message>>> data(
            Optional<Fenced.Message<Ewd851.Message>> message) {
        return new Frame.Data<>(LinkIncarnation.NONE, 1, new Payload<>(Side.RIGHT, message));
    }

    private static Envelope envelope(String algorithm, ProcessId to, Object message) {
        return new Envelope(algorithm, OTHER, to, Side.RIGHT, LinkIncarnation.NONE, 1, message);
    }

    private static Fenced.Message<Ewd851.Message> token() {
        return new Fenced.Message<>(Fence.NONE, new Token());
    }

    @Test
    void aMessageForTheProcessReachesIt() {
        reads(
                envelope("ewd851", SELF, token()),
                new HostCommand.Arrived<>(OTHER, data(Optional.of(token())), Optional.empty()));
    }

    @Test
    void aFrameIsWrittenAsItIsRead() {
        List<Frame<Payload<Fenced.Message<Ewd851.Message>>>> frames = List.of(
                data(Optional.of(token())),
                new Frame.Ack<>(new LinkIncarnation(2, 1), 7),
                new Frame.Handshake<>(new LinkIncarnation(2, 1), LinkState.OPENING));
        for (Frame<Payload<Fenced.Message<Ewd851.Message>>> frame : frames) {
            WireMessage written = new Endpoint<Fenced.Message<Ewd851.Message>, Input>(OTHER, HOSTED).write(SELF, frame);
            reads(written, new HostCommand.Arrived<>(OTHER, frame, Optional.empty()));
        }
    }

    @Test
    void aMessageForAFormerIncarnationIsIgnored() {
        assertEquals(Optional.empty(), endpoint.read(envelope("ewd851", new ProcessId(1, 76), token())));
    }

    @Test
    void aMessageThatCannotBeReadIsDropped() {
        reads(
                envelope("ewd8510", SELF, new Unreadable("nobody knows ewd8510")),
                unusable("a message from process 0: nobody knows ewd8510"));
    }

    @Test
    void aMessageOfAnotherAlgorithmIsDropped() {
        reads(
                envelope("token-ring", SELF, token()),
                unusable("a message from process 0: it belongs to token-ring, and this node runs ewd851"));
    }

    @Test
    void anObjectThatIsNoMessageBetweenNodesIsDropped() {
        reads(
                "a string",
                new HostCommand.Dropped<>("an object of java.lang.String, which is not a message between nodes"));
    }

    @Test
    void aMessageThatLacksAPartIsNone() {
        assertThrows(NullPointerException.class, () -> new WireMessage.Ack(OTHER, SELF, null, 1));
    }
}
