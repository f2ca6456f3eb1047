package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.Done;
import akka.actor.testkit.typed.FishingOutcome;
import akka.actor.testkit.typed.javadsl.FishingOutcomes;
import akka.actor.testkit.typed.javadsl.LoggingTestKit;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Behaviors;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import symposium.OneRule;
import symposium.arbitration.privileges.PrivilegeMessage;
import symposium.arbitration.privileges.Privileges;
import symposium.arbitration.resources.Mode;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.cluster.execution.NodePaths;
import symposium.cluster.host.Host;
import symposium.cluster.hosted.HostCommand;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.cluster.settings.Settings;
import symposium.kernel.Event;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.Step;
import symposium.kernel.TraceEvent;
import symposium.kernel.catalogue.Algorithm;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.topology.Shape;
import symposium.links.LinkIncarnation;
import symposium.links.LinkState;
import symposium.mutex.Fence;
import symposium.mutex.MutexAlgorithm;
import symposium.mutex.MutualExclusion;
import symposium.own.raymond.Raymond;
import symposium.service.member.Termination;
import symposium.service.member.Warning;
import symposium.telemetry.NodeTelemetry;
import symposium.telemetry.ServiceTelemetry;
import symposium.wire.WireMessage;
import symposium.wire.WireMessage.Ack;
import symposium.wire.WireMessage.Envelope;
import symposium.wire.WireMessage.FormationProposal;
import symposium.wire.WireMessage.LinkHandshake;

/** What a host does with the links of its process, and of the algorithms that nodes run. */
class HostTest extends HostFixture {

    HostTest(TestInfo test) {
        super(test);
    }

    /** What the host sends to the host of the other process is sent to a probe. */
    private <S, M, I, O> ActorRef<Object> host(HostedAlgorithm<S, M, I, O> hosted, List<ProcessId> members) {
        return host(settings, hosted, members, sent.getRef());
    }

    /** @param other by which the host sends to the host of the other process */
    private <S, M, I, O> ActorRef<Object> host(
            Settings settings,
            HostedAlgorithm<S, M, I, O> hosted,
            List<ProcessId> members,
            ActorRef<WireMessage> other) {
        ActorRef<Object> host = host(settings, Shape.COMPLETE, hosted, other);
        host.tell(new HostCommand.Seen<>(view(members, List.of())));
        return host;
    }

    /** A host whose process has begun with the other, and holds the token. */
    private ActorRef<Object> begun() {
        ActorRef<Object> host = host(HostedAlgorithms.process(settings), List.of(SELF, OTHER));
        host.tell(new FormationProposal(OTHER, SELF, List.of(SELF, OTHER), 1, false));
        sent.expectMessageClass(FormationProposal.class);
        return host;
    }

    /** An algorithm that a reader has written says itself by which rules it issues a token. */
    @Test
    void theRegenerationsOfAnOwnAlgorithmAreCounted() {
        Algorithm<Raymond.State, Raymond.Message, MutualExclusion.User, MutualExclusion.Input, MutualExclusion.Output>
                own = new Algorithm<>(MutexAlgorithm.<Raymond.State, Raymond.Message>of("own", Raymond.Message.class)
                .as(new Raymond.Entry())
                .withRegenerations(Set.of(Raymond.Rule.INITIALIZE))
                .withProtocol(start -> new Raymond(start.holder())));
        ActorRef<Object> host = host(HostedAlgorithms.process(own, 0), List.of(SELF, OTHER));
        host.tell(new FormationProposal(OTHER, SELF, List.of(SELF, OTHER), 1, false));
        steps.receiveMessage();
        ServiceTelemetry counted =
                NodeTelemetry.get(kit.system()).service("host").orElseThrow();
        steps.awaitAssert(() -> {
            assertEquals(1, counted.regenerations());
            return Done.getInstance();
        });
    }

    @Test
    void aMessageOfADepartedProcessIsNotTakenAgain() {
        ActorRef<Object> host = begun();
        host.tell(request(NONE, 1, 1));
        happens("request 1 from 1");
        host.tell(new HostCommand.Seen<>(view(List.of(SELF), List.of(OTHER))));
        host.tell(request(NONE, 1, 1));
        steps.expectNoMessage(SILENCE);
    }

    /** Awaits this message, whatever is sent before it. */
    private List<WireMessage> sends(WireMessage expected) {
        return sent.fishForMessage(
                sent.getRemainingOrDefault(),
                message -> message.equals(expected) ? FishingOutcomes.complete() : FishingOutcomes.continueAndIgnore());
    }

    @Test
    void messagesAreTakenOnceAndInOrderAndAcknowledged() {
        ActorRef<Object> host = begun();
        host.tell(request(NONE, 2, 2));
        steps.expectNoMessage(SILENCE);
        host.tell(request(NONE, 1, 1));
        happens("request 1 from 1");
        sends(new Ack(SELF, OTHER, NONE, 1));
        host.tell(request(NONE, 1, 1));
        steps.expectNoMessage(SILENCE);
        host.tell(request(NONE, 2, 2));
        happens("request 2 from 1");
    }

    /** The link has delivered it, and goes on; the log tells of the loss. */
    @Test
    void aMessageThatIsLostAboveTheLinkIsToldAndNotReceived() {
        HostedAlgorithm<?, ?, ?, ?> losing = HostedAlgorithms.process(settings)
                .withLoss((to, message) ->
                        to.equals(SELF) && message.equals(request(NONE, 1, 1).message()));
        ActorRef<Object> host = host(losing, List.of(SELF, OTHER));
        host.tell(new FormationProposal(OTHER, SELF, List.of(SELF, OTHER), 1, false));
        sent.expectMessageClass(FormationProposal.class);
        host.tell(request(NONE, 1, 1));
        TraceEvent.MessageLost lost = assertInstanceOf(TraceEvent.MessageLost.class, steps.receiveMessage());
        assertEquals(SELF, lost.process());
        assertEquals(OTHER, lost.from().id());
        host.tell(request(NONE, 2, 2));
        happens("request 2 from 1");
        sends(new Ack(SELF, OTHER, NONE, 2));
    }

    @Test
    void aMessageIsSentAgainUntilItIsAcknowledged() {
        ActorRef<Object> host = begun();
        host.tell(request(NONE, 1, 1));
        List<Envelope> token = envelopes(3);
        assertEquals(1, token.get(0).number());
        assertEquals(List.of(token.get(0), token.get(0), token.get(0)), token);
        host.tell(new Ack(OTHER, SELF, NONE, 1));
        sent.expectNoMessage(SILENCE);
    }

    /** Nothing is lost where the other node has not started: it is asked again, and no message is sent again. */
    @Test
    void onlyMessagesOfTheProcessCountAsSentAgain() {
        ActorRef<Object> host = host(HostedAlgorithms.resources(settings), List.of(SELF, OTHER));
        sent.receiveSeveralMessages(5).forEach(each -> assertInstanceOf(LinkHandshake.class, each));
        ServiceTelemetry counted =
                NodeTelemetry.get(kit.system()).service("host").orElseThrow();
        assertEquals(0, counted.resent());
        host.tell(handshake(1, 1, LinkState.OPENING));
        host.tell(new HostCommand.Input<>(new Request.Take(1, Mode.exclusively(Set.of("a")))));
        envelopes(3);
        assertTrue(counted.resent() > 0);
    }

    /** A stray message that names an incarnation would end the only one. */
    @Test
    void aLinkWithOneIncarnationDropsAMessageOfAnother() {
        ActorRef<Object> host = begun();
        host.tell(request(new LinkIncarnation(3, 1), 1, 7));
        host.tell(new Ack(OTHER, SELF, new LinkIncarnation(3, 1), 1));
        assertEquals(
                "process 0 has dropped a message from process 1: it names an incarnation of the link, which has none",
                warnings.receiveMessage().line());
        host.tell(request(NONE, 1, 1));
        happens("request 1 from 1");
        warnings.expectNoMessage(Duration.ZERO);
    }

    @Test
    void whatWasSentInAnIncarnationThatIsOverIsNotSentAgain() {
        ActorRef<Object> host = host(HostedAlgorithms.resources(settings), List.of(SELF, OTHER));
        assertEquals(
                new LinkHandshake(SELF, OTHER, new LinkIncarnation(1, 0), LinkState.OPENING), sent.receiveMessage());
        host.tell(handshake(1, 1, LinkState.OPENING));
        host.tell(new HostCommand.Input<>(new Request.Take(1, Mode.exclusively(Set.of("a")))));
        assertEquals(new LinkIncarnation(1, 1), envelopes(2).get(1).incarnation());

        host.tell(handshake(2, 1, LinkState.OPENING));
        host.tell(handshake(2, 2, LinkState.OPENING));
        LinkIncarnation second = new LinkIncarnation(2, 2);
        while (!envelopes(1).get(0).incarnation().equals(second)) {
            // Sent before the first incarnation was over.
        }
        envelopes(2).forEach(again -> assertEquals(second, again.incarnation()));
    }

    /** The membership of this node says nothing of it: it would wait forever for the other. */
    @Test
    void aProcessThatIsTakenForDepartedEndsItsNode() {
        ActorRef<Object> host = host(HostedAlgorithms.resources(settings), List.of(SELF, OTHER));
        host.tell(handshake(1, 1, LinkState.OPENING));
        host.tell(new Envelope(
                Privileges.NAME,
                OTHER,
                SELF,
                Side.NONE,
                new LinkIncarnation(1, 1),
                1,
                new PrivilegeMessage.View(
                        new PrivilegeMessage.ViewId(7, 0),
                        new TreeSet<>(Set.of(OTHER)),
                        new TreeSet<>(Set.of(SELF)),
                        Fence.NONE,
                        List.of(),
                        List.of())));
        Termination termination = ended.receiveMessage();
        assertEquals(Termination.Cause.REMOVED, termination.cause());
        assertEquals(
                "process 0 of privileges has learned from another process that it was removed: start its node again, as a"
                        + " new member",
                termination.why());
    }

    /**
     * A reference leads nowhere while heartbeats go on, as when the transport has compressed it to an absent actor.
     * Here it is that of an actor that has stopped, whose name another has.
     */
    @Test
    void aProcessThatIsReachedAndDoesNotAnswerIsAskedAnotherWay() {
        ActorRef<WireMessage> former = lostReference();
        ActorRef<Object> host = host(
                settings(Map.of("symposium.silence-timeout", "200ms")),
                HostedAlgorithms.process(settings),
                List.of(SELF, OTHER),
                former);
        assertEquals(new WireMessage.Unheard(SELF, OTHER), sent.receiveMessage(), "it may be the other's way");
        sent.expectMessageClass(FormationProposal.class);
        Warning warning = warnings.receiveMessage();
        assertEquals(Warning.Kind.SILENCE, warning.kind());
        assertEquals(
                "process 0 of suzuki-kasami has heard nothing from process 1 for 200 ms (symposium.silence-timeout),"
                        + " though the cluster reaches its node akka://host and an answer is due: asks again, another way",
                warning.line());
        host.tell(new FormationProposal(OTHER, SELF, List.of(SELF, OTHER), 1, false));
        host.tell(request(NONE, 1, 1));
        happens("request 1 from 1");
    }

    /** Its acknowledgements are lost, and nothing is due to it: it would never notice. */
    @Test
    void aProcessThatIsToldThatItIsNotHeardSendsAnotherWay() {
        ActorRef<Object> host =
                host(settings, HostedAlgorithms.process(settings), List.of(SELF, OTHER), lostReference());
        host.tell(new FormationProposal(OTHER, SELF, List.of(SELF, OTHER), 1, false));
        sent.expectNoMessage(SILENCE);
        host.tell(new WireMessage.Unheard(ProcessId.of(7), SELF));
        host.tell(new WireMessage.Unheard(OTHER, SELF));
        host.tell(request(NONE, 1, 1));
        happens("request 1 from 1");
        assertEquals(1, envelopes(1).get(0).number());
    }

    /**
     * Alone in its generation, with the fork of the other, it would grant without a message: but the others may have
     * removed it while it stood still, and granted the same name.
     */
    @Test
    void aProcessThatHasStoodStillGrantsNothingBeforeAMajorityConfirmsThatItIsAMember() {
        ActorRef<Object> host = host(HostedAlgorithms.resources(settings), List.of(SELF, OTHER));
        host.tell(handshake(1, 1, LinkState.OPENING));
        happens("neighbours now [], departed []");
        happens("neighbours now [1], departed []");
        clock.addAndGet(Duration.ofMinutes(1).toNanos());
        host.tell(new HostCommand.Input<>(new Request.Take(1, Mode.exclusively(Set.of("a")))));
        WireMessage.MembershipProbe probe = probe(1);
        host.tell(new WireMessage.MembershipConfirmation(OTHER, SELF, probe.number() - 1));
        assertEquals(probe, probe(1), "asked until it answers");
        steps.expectNoMessage(SILENCE);

        clock.addAndGet(Duration.ofMinutes(1).toNanos());
        host.tell(new WireMessage.MembershipConfirmation(OTHER, SELF, probe.number()));
        WireMessage.MembershipProbe second = probe(2);
        steps.expectNoMessage(SILENCE);
        host.tell(new WireMessage.MembershipConfirmation(OTHER, SELF, second.number()));
        assertEquals(
                Event.Input.class,
                ((TraceEvent.Stepped) steps.receiveMessage()).event().getClass());
    }

    /** The first that logs is a timer, within Akka. */
    @Test
    void aHostLogsUnderItsOwnName() {
        ActorRef<Object> host = host(HostedAlgorithms.resources(settings), List.of(SELF, OTHER));
        sent.receiveSeveralMessages(3);
        LoggingTestKit.info("process 0 of privileges has paused for 6")
                .withLoggerName(Host.class.getName())
                .expect(kit.system(), () -> {
                    clock.addAndGet(Duration.ofMinutes(1).toNanos());
                    host.tell(new WireMessage.Unheard(OTHER, SELF));
                    return Done.getInstance();
                });
    }

    /** The others may be about to remove what they do not reach. */
    @Test
    void onlyAMemberThatIsReachedIsConfirmed() {
        WireMessage.MembershipProbe probe = new WireMessage.MembershipProbe(OTHER, SELF, 7);
        ActorRef<Object> host = host(HostedAlgorithms.process(settings), List.of(SELF, OTHER));
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER), List.of(OTHER), List.of())));
        host.tell(probe);
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER), List.of())));
        host.tell(new WireMessage.MembershipProbe(OTHER, SELF, 8));
        sent.fishForMessage(
                sent.getRemainingOrDefault(),
                message -> message instanceof WireMessage.MembershipConfirmation confirmation
                        ? assertConfirms(8, confirmation)
                        : FishingOutcomes.continueAndIgnore());
    }

    private static FishingOutcome assertConfirms(long number, WireMessage.MembershipConfirmation confirmation) {
        assertEquals(number, confirmation.number());
        return FishingOutcomes.complete();
    }

    /** The next probe with this number that the host sends. */
    private WireMessage.MembershipProbe probe(long number) {
        List<WireMessage> fished = sends(new WireMessage.MembershipProbe(SELF, OTHER, number));
        return (WireMessage.MembershipProbe) fished.get(0);
    }

    /** Its membership never changes: the others do not remove it. */
    @Test
    void aProcessOfAFixedMembershipIsNotHeldUpByAStall() {
        ActorRef<Object> host = begun();
        clock.addAndGet(Duration.ofMinutes(1).toNanos());
        host.tell(new HostCommand.Input<>(MutualExclusion.Input.ENTER));
        assertEquals(
                Event.Input.class,
                ((TraceEvent.Stepped) steps.receiveMessage()).event().getClass());
    }

    /** A reference to an actor that has stopped, whose name another has; what that is sent is told the probe. */
    private ActorRef<WireMessage> lostReference() {
        ActorRef<WireMessage> former = kit.spawn(Behaviors.empty(), "peer");
        kit.stop(former);
        ActorRef<WireMessage> there = kit.spawn(
                Behaviors.receiveMessage(message -> {
                    sent.getRef().tell(message);
                    return Behaviors.same();
                }),
                "peer");
        assertNotEquals(former, there);
        return former;
    }

    @Test
    void anActorOfANodeIsFoundByItsName() {
        assertEquals(
                "/system/symposium/description",
                NodePaths.at(address, "description", kit.system()).pathString());
    }

    /** Receives no message before its user asks. */
    private static final class Waiting implements OneRule<Boolean, String, Request, Grant> {
        @Override
        public Boolean initial(ProcessId self, Neighbours neighbours) {
            return false;
        }

        @Override
        public boolean admits(Boolean asked, Neighbour from, String message) {
            return asked;
        }

        @Override
        public Step<Boolean, String, Grant> step(Boolean asked, Event<String, Request> event) {
            return Step.by(Does.ACTS, asked || event instanceof Event.Input);
        }
    }

    private static Envelope letter(LinkIncarnation incarnation, String letter) {
        return new Envelope("waiting", OTHER, SELF, Side.NONE, incarnation, 1, letter);
    }

    /** The process is told of each link that fails, also of one that begins again at once: what waits on it is lost. */
    @Test
    void whatWaitsInAnIncarnationThatIsOverIsNotReceived() {
        ActorRef<Object> host = host(
                new HostedAlgorithm<>(
                        "waiting",
                        String.class,
                        MembershipTolerance.ANY_CHANGE,
                        true,
                        false,
                        Set.of(),
                        ServiceBindings.resources(),
                        start -> new Waiting()),
                List.of(SELF, OTHER));
        happens("neighbours now [], departed []");
        host.tell(handshake(1, 1, LinkState.OPENING));
        happens("neighbours now [1], departed []");
        host.tell(letter(new LinkIncarnation(1, 1), "early"));
        host.tell(handshake(2, 1, LinkState.OPENING));
        happens("neighbours now [], departed []");
        host.tell(handshake(2, 2, LinkState.OPENING));
        happens("neighbours now [1], departed []");
        host.tell(letter(new LinkIncarnation(2, 2), "late"));
        host.tell(new HostCommand.Input<>(new Request.Take(1, Mode.exclusively(Set.of("a")))));
        steps.receiveMessage();
        happens("late from 1");
    }

    /** Akka drops a message that no frame holds, however often it is sent. */
    @Test
    @Tag(SMALL_FRAME)
    void aMessageThatNoFrameHoldsEndsTheNode() {
        ActorRef<Object> host = begun();
        host.tell(request(NONE, 1, 1));
        envelopes(1);
        Warning warning = warnings.receiveMessage();
        assertEquals(Warning.Kind.UNSENDABLE, warning.kind());
        assertTrue(
                warning.line()
                        .matches("process 0 stops: a message of suzuki-kasami to process 1 takes [0-9]+ bytes,"
                                + " and a frame holds 600, of which up to 512 are for its header: raise .*"),
                warning.line());
        assertEquals(new Termination(Termination.Cause.FAILED, warning.line()), ended.receiveMessage());
        host.tell(request(NONE, 2, 2));
        steps.receiveMessage();
        steps.expectNoMessage(SILENCE);
        warnings.expectNoMessage(Duration.ZERO);
        ended.expectNoMessage(Duration.ZERO);
    }
}
