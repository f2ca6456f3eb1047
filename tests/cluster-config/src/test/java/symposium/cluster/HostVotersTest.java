package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.Done;
import akka.actor.Address;
import akka.actor.testkit.typed.FishingOutcome;
import akka.actor.testkit.typed.javadsl.FishingOutcomes;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import symposium.cluster.hosted.HostCommand;
import symposium.cluster.settings.Settings;
import symposium.composition.privilegeswithvoters.PrivilegesWithVoters;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.Sorted;
import symposium.kernel.topology.Shape;
import symposium.links.LinkIncarnation;
import symposium.links.LinkState;
import symposium.membership.Reconfiguration;
import symposium.membership.VoterAgreement.Voters;
import symposium.service.member.MembershipView;
import symposium.service.member.MembershipView.Voting;
import symposium.service.member.Termination;
import symposium.wire.WireMessage;
import symposium.wire.WireMessage.Ack;
import symposium.wire.WireMessage.Envelope;
import symposium.wire.WireMessage.FormationProposal;
import symposium.wire.WireMessage.LinkHandshake;
import symposium.wire.WireMessage.MembershipConfirmation;
import symposium.wire.WireMessage.MembershipProbe;

/** A host of a process that agrees with the others on voters, of which majorities are counted. */
class HostVotersTest extends HostFixture {

    private static final ProcessId THIRD = ProcessId.of(2);
    private static final LinkIncarnation FIRST = new LinkIncarnation(1, 1);
    /** Messages are sent again and again: what is not among this number of messages is not sent. */
    private static final int FEW = 20;

    private static final Voters BOTH = new Voters(1, Sorted.set(List.of(SELF, OTHER)));

    private final TestProbe<Done> done;
    private final TestProbe<WireMessage> third;

    HostVotersTest(TestInfo test) {
        super(test);
        done = kit.createTestProbe();
        third = kit.createTestProbe();
    }

    /** What has been sent there until now contains no proposal. */
    private static void proposesNothingTo(TestProbe<WireMessage> other) {
        WireMessage last = new Ack(SELF, OTHER, NONE, 99);
        other.getRef().tell(last);
        other.fishForMessage(
                other.getRemainingOrDefault(),
                message -> message instanceof FormationProposal
                        ? FishingOutcomes.fail("it proposes")
                        : message.equals(last) ? FishingOutcomes.complete() : FishingOutcomes.continueAndIgnore());
    }

    /** A host that knows two others, where this number of processes begins together. */
    private ActorRef<Object> host(int processes) {
        Settings dynamic = settings(Map.of(
                "symposium.processes",
                processes,
                "symposium.services",
                List.of("resources"),
                "symposium.voters",
                "dynamic"));
        ActorRef<Object> host = host(dynamic, Shape.COMPLETE, HostedAlgorithms.resources(dynamic), sent.getRef());
        host.tell(new HostCommand.Located<>(THIRD, Optional.of(third.getRef())));
        return host;
    }

    /** The node is up, and sees these. */
    private HostCommand<?, ?> seen(List<ProcessId> members, List<ProcessId> departed) {
        TreeMap<ProcessId, Address> addresses = new TreeMap<>();
        members.forEach(each -> addresses.put(each, address));
        return new HostCommand.Seen<>(new MembershipView(
                SELF,
                Shape.COMPLETE,
                addresses,
                new TreeSet<>(),
                new TreeSet<>(departed),
                false,
                Optional.of(Voting.NONE),
                Optional.empty()));
    }

    private static FormationProposal proposal(ProcessId from, List<ProcessId> founders, boolean begun) {
        return new FormationProposal(from, SELF, founders, 1, begun);
    }

    /** The other says over the link which voters it knows. */
    private static Envelope hello(ProcessId from, Voters voters) {
        return says(from, 1, new Reconfiguration.Hello(voters, List.of()));
    }

    private static Envelope says(ProcessId from, long number, Reconfiguration.Message message) {
        return new Envelope(
                PrivilegesWithVoters.NAME,
                from,
                SELF,
                Side.NONE,
                FIRST,
                number,
                new PrivilegesWithVoters.Voting(message));
    }

    /** The next message about voters that is of this kind, and that the host sends to the other. */
    private Envelope said(Class<? extends Reconfiguration.Message> kind) {
        for (int read = 0; read < FEW; read++) {
            Envelope envelope = envelopes(1).get(0);
            if (envelope.message() instanceof PrivilegesWithVoters.Voting voting && kind.isInstance(voting.carried())) {
                return envelope;
            }
        }
        throw new AssertionError("no " + kind);
    }

    private static LinkHandshake opens(ProcessId from) {
        return new LinkHandshake(from, SELF, FIRST, LinkState.OPENING);
    }

    /** A host whose process has begun with the other, to which it has no link yet. */
    private ActorRef<Object> begun() {
        ActorRef<Object> host = host(2);
        host.tell(seen(List.of(SELF, OTHER), List.of()));
        host.tell(proposal(OTHER, List.of(SELF, OTHER), false));
        assertEquals(new Voting(BOTH, false), votes.receiveMessage());
        return host;
    }

    /** A host whose process reaches the other. */
    private ActorRef<Object> quorate() {
        ActorRef<Object> host = begun();
        host.tell(opens(OTHER));
        host.tell(hello(OTHER, BOTH));
        assertEquals(new Voting(BOTH, true), votes.receiveMessage());
        said(Reconfiguration.Hello.class);
        return host;
    }

    private static FishingOutcome isBegun(WireMessage message) {
        return message instanceof FormationProposal proposal && proposal.begun()
                ? FishingOutcomes.complete()
                : FishingOutcomes.continueAndIgnore();
    }

    // --- beginning

    @Test
    void thoseThatBeginTogetherAreTheVotersOfTheFirstVersion() {
        ActorRef<Object> host = quorate();
        host.tell(seen(List.of(SELF, OTHER), List.of()));
        host.tell(new HostCommand.Remind<>());
        host.tell(new HostCommand.Close<>("it ends", done.getRef()));
        done.receiveMessage();
        votes.expectNoMessage(Duration.ZERO);
        ended.expectNoMessage(Duration.ZERO);
    }

    @Test
    void aNodeThatIsNotUpProposesNothing() {
        ActorRef<Object> host = host(2);
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER), List.of())));
        host.tell(new HostCommand.Remind<>());
        host.tell(new HostCommand.Close<>("it ends", done.getRef()));
        done.receiveMessage();
        proposesNothingTo(sent);
    }

    @Test
    void aProcessBeginsWhenTheOthersHaveBegunWithoutIt() {
        ActorRef<Object> host = host(3);
        host.tell(seen(List.of(SELF, OTHER, THIRD), List.of()));
        host.tell(proposal(OTHER, List.of(OTHER, THIRD), true));
        assertEquals(new Voting(Voters.UNKNOWN, false), votes.receiveMessage());
        Voters others = new Voters(1, Sorted.set(List.of(OTHER, THIRD)));
        host.tell(opens(OTHER));
        host.tell(hello(OTHER, others));
        assertEquals(new Voting(others, false), votes.receiveMessage());
        host.tell(opens(THIRD));
        host.tell(hello(THIRD, others));
        assertEquals(new Voting(others, true), votes.receiveMessage());
        warnings.expectNoMessage(Duration.ZERO);
        // It asks to become a voter.
        said(Reconfiguration.Prepare.class);
    }

    @Test
    void aNewcomerIsLetInByAMajorityAlone() {
        ActorRef<Object> host = begun();
        host.tell(seen(List.of(SELF, OTHER, THIRD), List.of()));
        host.tell(proposal(THIRD, List.of(THIRD), false));
        host.tell(proposal(OTHER, List.of(SELF, OTHER), false));
        sent.fishForMessage(sent.getRemainingOrDefault(), HostVotersTest::isBegun);
        proposesNothingTo(third);
        host.tell(opens(OTHER));
        host.tell(hello(OTHER, BOTH));
        assertEquals(new Voting(BOTH, true), votes.receiveMessage());
        host.tell(proposal(THIRD, List.of(THIRD), false));
        third.fishForMessage(third.getRemainingOrDefault(), HostVotersTest::isBegun);
    }

    // --- departures

    @Test
    void aNodeEndsWhenAMajorityOfTheVotersHasDeparted() {
        ActorRef<Object> host = quorate();
        host.tell(seen(List.of(SELF), List.of(OTHER)));
        Termination termination = ended.receiveMessage();
        assertEquals(Termination.Cause.ISLAND, termination.cause());
        assertTrue(
                termination
                        .why()
                        .startsWith("process 0 ends: of the voters [0, 1] (version 1) a majority has departed, which"),
                termination.why());
        host.tell(seen(List.of(SELF), List.of(OTHER, THIRD)));
        host.tell(new HostCommand.Close<>("it ends", done.getRef()));
        done.receiveMessage();
        ended.expectNoMessage(Duration.ZERO);
    }

    @Test
    void theLowestVoterHasADepartedOneRemoved() {
        Voters all = new Voters(1, Sorted.set(List.of(SELF, OTHER, THIRD)));
        ActorRef<Object> host = host(3);
        host.tell(seen(List.of(SELF, OTHER, THIRD), List.of()));
        for (ProcessId other : List.of(OTHER, THIRD)) {
            host.tell(proposal(other, List.of(SELF, OTHER, THIRD), false));
        }
        assertEquals(new Voting(all, false), votes.receiveMessage());
        host.tell(opens(OTHER));
        host.tell(hello(OTHER, all));
        assertEquals(new Voting(all, true), votes.receiveMessage());
        host.tell(seen(List.of(SELF, OTHER), List.of(THIRD)));
        said(Reconfiguration.Prepare.class);
        ended.expectNoMessage(Duration.ZERO);
    }

    // --- leaving

    @Test
    void theOnlyVoterLeavesOnceItsUsersHaveFinished() {
        ActorRef<Object> host = host(1);
        host.tell(seen(List.of(SELF), List.of()));
        assertEquals(new Voting(new Voters(1, Sorted.set(List.of(SELF))), true), votes.receiveMessage());
        host.tell(new HostCommand.Leave<>(done.getRef()));
        done.receiveMessage();
    }

    @Test
    void aVoterRetiresBeforeItLeaves() {
        ActorRef<Object> host = quorate();
        host.tell(new HostCommand.Leave<>(done.getRef()));
        Envelope prepare = said(Reconfiguration.Prepare.class);
        host.tell(new Ack(OTHER, SELF, FIRST, prepare.number()));
        host.tell(new HostCommand.Remind<>());
        host.tell(new HostCommand.Remind<>());
        host.tell(new MembershipProbe(OTHER, SELF, 7));
        sent.fishForMessage(
                sent.getRemainingOrDefault(),
                message -> message.equals(new MembershipConfirmation(SELF, OTHER, 7))
                        ? FishingOutcomes.complete()
                        : FishingOutcomes.continueAndIgnore());
        done.expectNoMessage(Duration.ZERO);
        Voters other = new Voters(2, Sorted.set(List.of(OTHER)));
        host.tell(says(OTHER, 2, new Reconfiguration.Decided(other)));
        assertEquals(new Voting(other, true), votes.receiveMessage());
        done.receiveMessage();
    }
}
