package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.Done;
import akka.actor.testkit.typed.javadsl.FishingOutcomes;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import symposium.OneRule;
import symposium.cluster.host.Host;
import symposium.cluster.host.HostListeners;
import symposium.cluster.hosted.HostCommand;
import symposium.cluster.hosted.HostEvent;
import symposium.cluster.hosted.HostedAlgorithm;
import symposium.cluster.hosted.HostedService;
import symposium.cluster.hosted.ServiceBinding;
import symposium.kernel.InvariantViolation;
import symposium.kernel.Neighbour;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.kernel.Timer;
import symposium.kernel.Transition;
import symposium.kernel.problem.MembershipTolerance;
import symposium.kernel.topology.Shape;
import symposium.links.LinkState;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.service.member.Warning;
import symposium.telemetry.NodeTelemetry;
import symposium.telemetry.ServiceTelemetry;
import symposium.wire.WireMessage;
import symposium.wire.WireMessage.Ack;
import symposium.wire.WireMessage.Envelope;
import symposium.wire.WireMessage.FormationProposal;

/** A host of a process that does what its user asks it to: what the service, the others and the node notice of it. */
class HostedProcessTest extends HostFixture {

    private enum Clock implements Timer {
        PONG_RESTS,
        TICK
    }

    /** Of a request with this number a process knows nothing. */
    private static final int UNKNOWN = 13;

    /**
     * A process.
     *
     * @param obstinate whether it refuses to leave, and every change of the membership
     */
    private record State(Neighbours neighbours, boolean obstinate) {}

    /**
     * A user asks it to send a message to all neighbours, to tell something, to start or stop a timer, or to refuse
     * what it is asked. Before it leaves it sends a message to all neighbours.
     *
     * @param broken whether no process begins
     */
    private record Obedient(boolean broken) implements OneRule<State, Object, String, String> {
        @Override
        public State initial(ProcessId self, Neighbours neighbours) {
            if (broken) {
                throw new InvariantViolation("begins", "it does not");
            }
            return new State(neighbours, false);
        }

        @Override
        public Transition<State, Object, String> onInput(
                String input, State p, Transition<State, Object, String> step) {
            step.by(Does.ACTS);
            return switch (input) {
                case "send" -> step.sendAll(p.neighbours(), message(1));
                case "pong" -> step.schedule(Clock.PONG_RESTS);
                case "tick" -> step.schedule(Clock.TICK);
                case "tick and stop" -> step.schedule(Clock.TICK).cancel(Clock.TICK);
                case "refuse" -> throw step.violates("it does what it is asked");
                case "be obstinate" -> step.next(new State(p.neighbours(), true));
                default -> step.tell(input);
            };
        }

        @Override
        public Transition<State, Object, String> onMessage(
                Neighbour from, Object message, State p, Transition<State, Object, String> step) {
            step.require(!message.equals(message(UNKNOWN)), "it knows what it receives");
            return step.by(Does.ACTS);
        }

        @Override
        public Transition<State, Object, String> onNeighboursChanged(
                Neighbours neighbours, SortedSet<ProcessId> departed, State p, Transition<State, Object, String> step) {
            step.require(!p.obstinate(), "it follows the membership");
            return step.by(Does.ACTS, new State(neighbours, p.obstinate()));
        }

        @Override
        public Transition<State, Object, String> onTimeout(
                Timer timer, State p, Transition<State, Object, String> step) {
            return step.by(Does.ACTS).tell(timer.name().toLowerCase(Locale.ROOT));
        }

        @Override
        public Transition<State, Object, String> onLeave(State p, Transition<State, Object, String> step) {
            step.require(!p.obstinate(), "it leaves");
            return step.by(Does.ACTS).sendAll(p.neighbours(), message(1)).leave();
        }
    }

    /** What the host tells the service; a word that the service is sent is asked of the process. */
    private final TestProbe<Object> told;

    /** Which memberships the host tells the service. */
    private final TestProbe<Object> seen;

    private final TestProbe<Done> done;

    HostedProcessTest(TestInfo test) {
        super(test);
        told = kit.createTestProbe();
        seen = kit.createTestProbe();
        done = kit.createTestProbe();
    }

    private Behavior<Object> service(Consumer<String> process) {
        return Behaviors.receiveMessage(message -> {
            if (message.equals("fail")) {
                throw new IllegalStateException("it fails");
            }
            if (message instanceof String word) {
                process.accept(word);
            } else {
                (message instanceof HostEvent.Seen<?> ? seen : told).getRef().tell(message);
            }
            return Behaviors.same();
        });
    }

    private enum Leaves {
        NOBODY,
        THE_PROCESS,
        THE_USERS
    }

    private HostedAlgorithm<State, Object, String, String> hosted(
            MembershipTolerance tolerates, boolean linksFail, Leaves leaves, boolean broken) {
        return new HostedAlgorithm<>(
                "suzuki-kasami",
                Object.class,
                tolerates,
                linksFail,
                leaves == Leaves.THE_PROCESS,
                Set.of(),
                new ServiceBinding<>(
                        Object.class,
                        (view, process) -> service(process),
                        event -> event,
                        (output, floor) -> output + " from " + floor,
                        "removed"::equals,
                        leaves == Leaves.THE_USERS),
                start -> new Obedient(broken));
    }

    private ActorRef<Object> host(MembershipTolerance tolerates, boolean linksFail, Leaves leaves) {
        return host(settings, Shape.COMPLETE, hosted(tolerates, linksFail, leaves, false), sent.getRef());
    }

    /** A host of a process that begins at once, and whose links do not fail; it sees both members. */
    private ActorRef<Object> changing(Leaves leaves) {
        ActorRef<Object> host = host(MembershipTolerance.ANY_CHANGE, false, leaves);
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER), List.of())));
        happens("neighbours now [1], departed []");
        return host;
    }

    /** A host of a process that has begun with the other. */
    private ActorRef<Object> founded(MembershipTolerance tolerates) {
        ActorRef<Object> host = host(tolerates, false, Leaves.NOBODY);
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER), List.of())));
        host.tell(new FormationProposal(OTHER, SELF, List.of(SELF, OTHER), 1, false));
        sent.expectMessageClass(FormationProposal.class);
        return host;
    }

    private static void ask(ActorRef<Object> host, String input) {
        host.tell(new HostCommand.Input<>(input));
    }

    private void assertTold(String output) {
        assertEquals(new HostEvent.Told<>(output), told.receiveMessage());
    }

    /** Waits until the host has done all that it has been sent; it has told the service nothing since. */
    private void settled(ActorRef<Object> host) {
        host.tell(new HostCommand.Close<>("settled", done.getRef()));
        assertEquals(new HostEvent.Closed<>("settled", done.getRef()), told.receiveMessage());
    }

    /** The host is reminded of what may be due to be sent again, and of whom it has not heard. */
    private static void remind(ActorRef<Object> host) {
        for (int time = 0; time < 5; time++) {
            host.tell(new HostCommand.Remind<>());
        }
    }

    private ServiceTelemetry counted() {
        return NodeTelemetry.get(kit.system()).service("host").orElseThrow();
    }

    private void eventually(Runnable holds) {
        told.awaitAssert(() -> {
            holds.run();
            return Done.getInstance();
        });
    }

    // --- the service

    @Test
    void applicationsUseTheProcessByItsService() {
        ActorRef<Object> host = changing(Leaves.NOBODY);
        TestProbe<HostedService<?, ?>> asker = kit.createTestProbe();
        host.tell(new HostCommand.GetService<>(asker.getRef()));
        ActorRef<Object> service = asker.receiveMessage().taking(Object.class).orElseThrow();
        service.tell("a word");
        assertTold("a word from 0");
    }

    @Test
    void whatIsAskedBeforeTheProcessBeginsIsDoneThen() {
        ActorRef<Object> host = host(MembershipTolerance.NO_CHANGE, false, Leaves.NOBODY);
        ask(host, "a word");
        ask(host, "another");
        settled(host);
        steps.expectNoMessage(Duration.ZERO);
        assertFalse(counted().begun());
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER), List.of())));
        host.tell(new FormationProposal(OTHER, SELF, List.of(SELF, OTHER), 7, false));
        assertTold("a word from 7");
        assertTold("another from 7");
        assertTrue(counted().begun());
    }

    @Test
    void aServiceThatFailsIsWarnedOf() {
        ActorRef<Object> host = changing(Leaves.NOBODY);
        TestProbe<HostedService<?, ?>> asker = kit.createTestProbe();
        host.tell(new HostCommand.GetService<>(asker.getRef()));
        asker.receiveMessage().taking(Object.class).orElseThrow().tell("fail");
        Warning warning = warnings.receiveMessage();
        assertEquals(Warning.Kind.SERVICE_FAILED, warning.kind());
        assertEquals(
                "process 0: the service of this node has failed: java.lang.IllegalStateException: it fails",
                warning.line());
        assertTrue(told.receiveMessage() instanceof HostEvent.Closed<?>);
        assertEquals(new HostEvent.Warned<>(warning), told.receiveMessage());
    }

    @Test
    void theServiceSeesTheMembership() {
        ActorRef<Object> host = changing(Leaves.NOBODY);
        assertEquals(new HostEvent.Seen<>(view(List.of(SELF, OTHER), List.of())), seen.receiveMessage());
        host.tell(new HostCommand.Seen<>(view(List.of(SELF), List.of(OTHER))));
        assertEquals(new HostEvent.Seen<>(view(List.of(SELF), List.of(OTHER))), seen.receiveMessage());
    }

    @Test
    void theServiceTellsItsClientsThatTheNodeEnds() {
        ActorRef<Object> host = changing(Leaves.NOBODY);
        host.tell(new HostCommand.Close<>("it ends", done.getRef()));
        assertEquals(new HostEvent.Closed<>("it ends", done.getRef()), told.receiveMessage());
    }

    // --- timers

    private ActorRef<Object> timing(String tick, String pong, String hurried) {
        return host(
                settings(Map.of(
                        "symposium.timers.default",
                        tick,
                        "symposium.timers.pong-rests",
                        pong,
                        "symposium.timers-after-departure.pong-rests",
                        hurried,
                        "symposium.hurry",
                        "1h")),
                Shape.COMPLETE,
                hosted(MembershipTolerance.ANY_CHANGE, false, Leaves.NOBODY, false),
                sent.getRef());
    }

    @Test
    void aTimerExpiresUnlessItIsStopped() {
        ActorRef<Object> host = timing("1ms", "200ms", "200ms");
        ask(host, "tick");
        assertTold("tick from 0");
        ask(host, "tick and stop");
        ask(host, "pong");
        assertTold("pong_rests from 0");
    }

    /** The usual duration of the one timer is longer than any test. */
    @Test
    void timersRunShorterAfterAChangeOfTheMembership() {
        ActorRef<Object> host = timing("200ms", "10h", "1ms");
        host.tell(new HostCommand.Seen<>(view(List.of(SELF), List.of())));
        ask(host, "pong");
        ask(host, "tick");
        assertTold("tick from 0");
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER), List.of())));
        ask(host, "pong");
        assertTold("pong_rests from 0");
    }

    @Test
    void timersRunShorterAfterADeparture() {
        ActorRef<Object> host = timing("10h", "10h", "1ms");
        host.tell(new HostCommand.Seen<>(view(List.of(SELF), List.of(OTHER))));
        ask(host, "pong");
        assertTold("pong_rests from 0");
    }

    // --- refusals and failures

    @Test
    void aRequestThatIsRefusedEndsNothing() {
        ActorRef<Object> host = changing(Leaves.NOBODY);
        ask(host, "refuse");
        ask(host, "a word");
        assertTold("a word from 0");
        ended.expectNoMessage(Duration.ZERO);
    }

    @Test
    void aMessageThatIsRefusedEndsTheNode() {
        ActorRef<Object> host = changing(Leaves.NOBODY);
        host.tell(request(NONE, 1, UNKNOWN));
        assertEquals(
                new Termination(
                        Termination.Cause.VIOLATED, "process 0 has stopped, as the line above says; its node leaves"),
                ended.receiveMessage());
        ask(host, "a word");
        settled(host);
    }

    @Test
    void aChangeOfTheMembershipThatIsRefusedEndsTheNode() {
        ActorRef<Object> host = changing(Leaves.NOBODY);
        ask(host, "be obstinate");
        host.tell(new HostCommand.Seen<>(view(List.of(SELF), List.of(OTHER))));
        assertEquals(Termination.Cause.VIOLATED, ended.receiveMessage().cause());
    }

    @Test
    void aMessageOfAnotherAlgorithmIsDroppedAndWarnedOf() {
        ActorRef<Object> host = changing(Leaves.NOBODY);
        host.tell(new Envelope("token-ring", OTHER, SELF, Side.NONE, NONE, 1, message(1)));
        assertEquals(
                "process 0 has dropped a message from process 1: it belongs to token-ring, and this node runs"
                        + " suzuki-kasami",
                warnings.receiveMessage().line());
    }

    @Test
    void aProcessThatCannotBeginEndsTheNode() {
        ActorRef<Object> host = host(
                settings,
                Shape.COMPLETE,
                hosted(MembershipTolerance.ANY_CHANGE, false, Leaves.NOBODY, true),
                sent.getRef());
        Termination termination = ended.receiveMessage();
        assertEquals(Termination.Cause.VIOLATED, termination.cause());
        assertTrue(termination.why().contains("begins"), termination.why());
        ask(host, "a word");
        settled(host);
    }

    @Test
    void aProcessThatIsTakenForDepartedEndsItsNodeOnce() {
        ActorRef<Object> host = changing(Leaves.NOBODY);
        ask(host, "removed");
        assertTold("removed from 0");
        assertEquals(Termination.Cause.REMOVED, ended.receiveMessage().cause());
        ask(host, "removed");
        settled(host);
        ended.expectNoMessage(Duration.ZERO);
    }

    /** Here it is the watcher of the steps that fails. */
    @Test
    void aHostThatFailsEndsItsNodeAndLivesOn() {
        ActorRef<HostCommand<Object, String>> host = kit.spawn(Host.create(
                SELF,
                Shape.COMPLETE,
                settings,
                hosted(MembershipTolerance.ANY_CHANGE, false, Leaves.NOBODY, false),
                new HostListeners(
                        event -> {
                            throw new IllegalStateException("it fails");
                        },
                        warnings.getRef()::tell,
                        ended.getRef()::tell,
                        votes.getRef()::tell),
                System::nanoTime,
                List.of()));
        host.tell(new HostCommand.Input<>("a word"));
        assertEquals(
                new Termination(
                        Termination.Cause.FAILED,
                        "the host of process 0 has failed: java.lang.IllegalStateException: it fails"),
                ended.receiveMessage());
        host.tell(new HostCommand.Close<>("it ends", done.getRef()));
        assertEquals(new HostEvent.Closed<>("it ends", done.getRef()), told.receiveMessage());
    }

    @Test
    void whatIsDroppedIsWarnedOfLessAndLessOften() {
        ActorRef<Object> host = changing(Leaves.NOBODY);
        for (int dropped = 0; dropped < 99; dropped++) {
            host.tell("no message");
        }
        String what = "an object of java.lang.String, which is not a message between nodes";
        assertEquals("process 0 has dropped " + what, warnings.receiveMessage().line());
        Warning tenth = warnings.receiveMessage();
        assertEquals("process 0 has dropped 10 messages, the last " + what, tenth.line());
        assertEquals(Warning.Kind.DROPPED, tenth.kind());
        eventually(() -> assertEquals(99, counted().dropped()));
        warnings.expectNoMessage(Duration.ZERO);
    }

    // --- leaving

    @Test
    void aProcessHasLeftOnceWhatItHasHandedOverHasArrived() {
        ActorRef<Object> host = changing(Leaves.THE_PROCESS);
        host.tell(new HostCommand.Leave<>(done.getRef()));
        Envelope handedOver = envelopes(1).get(0);
        TestProbe<Done> second = kit.createTestProbe();
        host.tell(new HostCommand.Leave<>(second.getRef()));
        second.receiveMessage();
        remind(host);
        settled(host);
        done.expectNoMessage(Duration.ZERO);
        host.tell(new Ack(OTHER, SELF, NONE, handedOver.number()));
        done.receiveMessage();
        remind(host);
        settled(host);
        done.expectNoMessage(Duration.ZERO);
    }

    @Test
    void aProcessThatLeavesDoesNotWaitForOneThatIsNotReached() {
        ActorRef<Object> host = changing(Leaves.THE_PROCESS);
        host.tell(new HostCommand.Leave<>(done.getRef()));
        envelopes(1);
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER), List.of(OTHER), List.of())));
        done.receiveMessage();
    }

    @Test
    void aProcessThatRefusesToLeaveIsGoneWithoutAnotherWord() {
        ActorRef<Object> host = changing(Leaves.THE_PROCESS);
        ask(host, "be obstinate");
        host.tell(new HostCommand.Leave<>(done.getRef()));
        done.receiveMessage();
        ended.expectNoMessage(Duration.ZERO);
    }

    @Test
    void aProcessThatHasNotBegunLeavesAtOnce() {
        ActorRef<Object> host = host(MembershipTolerance.NO_CHANGE, false, Leaves.THE_PROCESS);
        host.tell(new HostCommand.Leave<>(done.getRef()));
        done.receiveMessage();
    }

    @Test
    void aNodeWhoseProcessHandsNothingOverLeavesAtOnce() {
        ActorRef<Object> host = changing(Leaves.NOBODY);
        host.tell(new HostCommand.Leave<>(done.getRef()));
        done.receiveMessage();
        settled(host);
        steps.expectNoMessage(Duration.ZERO);
    }

    @Test
    void usersFinishBeforeTheNodeLeaves() {
        ActorRef<Object> host = changing(Leaves.THE_USERS);
        host.tell(new HostCommand.Leave<>(done.getRef()));
        HostEvent.Leaving<?> leaving = (HostEvent.Leaving<?>) told.receiveMessage();
        assertEquals(settings.leaveTimeout(), leaving.within());
        remind(host);
        settled(host);
        done.expectNoMessage(Duration.ZERO);
        leaving.replyTo().tell(Done.getInstance());
        done.receiveMessage();
    }

    // --- links

    @Test
    void aProcessAloneOnARingSendsToItself() {
        ActorRef<Object> host = host(
                settings,
                Shape.RING,
                hosted(MembershipTolerance.ANY_CHANGE, false, Leaves.NOBODY, false),
                sent.getRef());
        host.tell(new HostCommand.Seen<>(new MembershipView(
                SELF, Shape.RING, new TreeMap<>(Map.of(SELF, address)), new TreeSet<>(), new TreeSet<>(), false)));
        happens("neighbours now [0 (left), 0 (right)], departed []");
        ask(host, "send");
        happens("send");
        happens("request 1 from 0 (right)");
        happens("request 1 from 0 (left)");
        assertEquals(2, counted().sent());
        eventually(() -> assertEquals(2, counted().received()));
    }

    @Test
    void aLinkFailsWhenTheOtherIsNotReachedWhereLinksFail() {
        ActorRef<Object> host = host(MembershipTolerance.ANY_CHANGE, true, Leaves.NOBODY);
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER), List.of())));
        happens("neighbours now [], departed []");
        host.tell(handshake(1, 1, LinkState.OPENING));
        happens("neighbours now [1], departed []");
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER), List.of(OTHER), List.of())));
        happens("neighbours now [], departed []");
    }

    @Test
    void aMemberThatIsNotReachedStaysANeighbourWhereLinksDoNotFail() {
        ActorRef<Object> host = changing(Leaves.NOBODY);
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER), List.of(OTHER), List.of())));
        settled(host);
        steps.expectNoMessage(Duration.ZERO);
        host.tell(new HostCommand.Seen<>(view(List.of(SELF), List.of(OTHER))));
        happens("neighbours now [], departed [1]");
    }

    @Test
    void framesThatAreSentAgainAreCounted() {
        ActorRef<Object> host = changing(Leaves.NOBODY);
        ask(host, "send");
        List<Envelope> again = envelopes(3);
        assertEquals(again.get(0), again.get(2));
        eventually(() -> assertTrue(counted().resent() >= 2));
        assertEquals(1, counted().sent());
    }

    // --- silence

    private ActorRef<Object> impatient(MembershipTolerance tolerates, String silenceTimeout) {
        ActorRef<Object> host = host(
                settings(Map.of("symposium.silence-timeout", silenceTimeout)),
                Shape.COMPLETE,
                hosted(tolerates, false, Leaves.NOBODY, false),
                sent.getRef());
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER), List.of())));
        return host;
    }

    @Test
    void aProcessIsSilentFromWhenAnAnswerIsOverdueUntilItIsHeard() {
        ActorRef<Object> host = impatient(MembershipTolerance.ANY_CHANGE, "1ns");
        remind(host);
        settled(host);
        warnings.expectNoMessage(Duration.ZERO);
        ask(host, "send");
        assertEquals(Warning.Kind.SILENCE, warnings.receiveMessage().kind());
        eventually(() -> assertEquals(List.of("1"), counted().silent()));
        assertTrue(counted().silences() >= 1);
        host.tell(new Ack(OTHER, SELF, NONE, 1));
        eventually(() -> assertEquals(List.of(), counted().silent()));
    }

    /** Nobody is silent right after this has come, unless the host takes too long to be seen. */
    private void isHeardOn(ActorRef<Object> host, WireMessage message) {
        eventually(() -> {
            host.tell(message);
            remind(host);
            host.tell(new HostCommand.Close<>("settled", done.getRef()));
            told.fishForMessage(
                    told.getRemainingOrDefault(),
                    what -> what instanceof HostEvent.Closed<?>
                            ? FishingOutcomes.complete()
                            : FishingOutcomes.continueAndIgnore());
            assertEquals(List.of(), counted().silent());
        });
    }

    /** What it has not acknowledged stays due. */
    @Test
    void aProcessThatSaysAnythingIsSilentNoMore() {
        ActorRef<Object> host = impatient(MembershipTolerance.ANY_CHANGE, "500ms");
        ask(host, "send");
        eventually(() -> assertEquals(List.of("1"), counted().silent()));
        isHeardOn(host, request(NONE, 1, 1));
    }

    @Test
    void aProcessThatProposesAnythingIsSilentNoMore() {
        ActorRef<Object> host = impatient(MembershipTolerance.NO_CHANGE, "500ms");
        eventually(() -> assertEquals(List.of("1"), counted().silent()));
        isHeardOn(host, new FormationProposal(OTHER, SELF, List.of(OTHER, ProcessId.of(7)), 1, false));
    }

    @Test
    void noAnswerIsDueOfAProcessThatIsNotReached() {
        ActorRef<Object> host = impatient(MembershipTolerance.ANY_CHANGE, "1ns");
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER), List.of(OTHER), List.of())));
        ask(host, "send");
        remind(host);
        settled(host);
        assertEquals(0, counted().silences());
    }

    // --- processes that begin together

    @Test
    void aProposalIsMadeAgainUntilTheProcessBegins() {
        ActorRef<Object> host = host(MembershipTolerance.NO_CHANGE, false, Leaves.NOBODY);
        host.tell(new HostCommand.Seen<>(view(List.of(SELF), List.of())));
        remind(host);
        settled(host);
        sent.expectNoMessage(Duration.ZERO);
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER), List.of())));
        FormationProposal proposal = new FormationProposal(SELF, OTHER, List.of(SELF, OTHER), 1, false);
        for (int time = 0; time < 3; time++) {
            assertEquals(proposal, sent.receiveMessage());
        }
        ask(host, "a word");
        host.tell(new FormationProposal(OTHER, SELF, List.of(SELF, OTHER), 1, true));
        assertTold("a word from 1");
    }

    @Test
    void aProcessThatHasBegunSaysSo() {
        ActorRef<Object> host = founded(MembershipTolerance.NO_CHANGE);
        host.tell(new FormationProposal(OTHER, SELF, List.of(SELF, OTHER), 1, false));
        FormationProposal begun = new FormationProposal(SELF, OTHER, List.of(SELF, OTHER), 1, true);
        sent.fishForMessage(
                sent.getRemainingOrDefault(),
                message -> message.equals(begun) ? FishingOutcomes.complete() : FishingOutcomes.continueAndIgnore());
    }

    @Test
    void theProposalOfOneThatIsNoMemberIsIgnored() {
        ActorRef<Object> host = host(MembershipTolerance.NO_CHANGE, false, Leaves.NOBODY);
        ask(host, "a word");
        host.tell(new FormationProposal(OTHER, SELF, List.of(SELF, OTHER), 1, true));
        settled(host);
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER), List.of())));
        host.tell(new FormationProposal(ProcessId.of(2), SELF, List.of(SELF, OTHER), 1, true));
        settled(host);
        host.tell(new FormationProposal(OTHER, SELF, List.of(SELF, OTHER), 1, true));
        assertTold("a word from 1");
    }

    @Test
    void aProcessThatHasStoppedAnswersNoProposal() {
        ActorRef<Object> host = founded(MembershipTolerance.NO_CHANGE);
        host.tell(request(NONE, 1, UNKNOWN));
        ended.receiveMessage();
        host.tell(new FormationProposal(OTHER, SELF, List.of(SELF, OTHER), 1, false));
        settled(host);
        Ack last = new Ack(SELF, OTHER, NONE, 99);
        sent.getRef().tell(last);
        sent.fishForMessage(
                sent.getRemainingOrDefault(),
                message -> message instanceof FormationProposal
                        ? FishingOutcomes.fail("it answers")
                        : message.equals(last) ? FishingOutcomes.complete() : FishingOutcomes.continueAndIgnore());
    }

    @Test
    void aProcessWithoutWhichTheOthersHaveBegunIsExcluded() {
        ActorRef<Object> host = host(MembershipTolerance.NO_CHANGE, false, Leaves.NOBODY);
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER), List.of())));
        host.tell(new FormationProposal(OTHER, SELF, List.of(new ProcessId(0, 7), OTHER), 1, true));
        Warning warning = warnings.receiveMessage();
        assertEquals(Warning.Kind.EXCLUDED, warning.kind());
        assertTrue(
                warning.line().startsWith("process 0 is excluded, and grants nothing: the processes [0, 1] have begun"),
                warning.line());
        assertEquals(new HostEvent.Warned<>(warning), told.receiveMessage());
    }

    @Test
    void aDepartureThatIsNotToleratedIsWarnedOfOnce() {
        ActorRef<Object> host = founded(MembershipTolerance.NO_CHANGE);
        for (int time = 0; time < 2; time++) {
            host.tell(new HostCommand.Seen<>(view(List.of(SELF), List.of(OTHER, ProcessId.of(5)))));
        }
        Warning warning = warnings.receiveMessage();
        assertEquals(Warning.Kind.DEPARTURE, warning.kind());
        assertTrue(
                warning.line()
                        .startsWith(
                                "process 1 has departed, which suzuki-kasami does not tolerate: processes that wait"),
                warning.line());
        assertEquals(new HostEvent.Warned<>(warning), told.receiveMessage());
        settled(host);
        steps.expectNoMessage(Duration.ZERO);
    }

    @Test
    void aDepartureThatIsToleratedIsToldTheProcessAndThatTooFewAreLeft() {
        ActorRef<Object> host = founded(MembershipTolerance.DEPARTURES);
        host.tell(new HostCommand.Seen<>(view(List.of(SELF), List.of(OTHER, ProcessId.of(5)))));
        happens("neighbours now [], departed [1]");
        Warning warning = warnings.receiveMessage();
        assertEquals(Warning.Kind.TOO_FEW, warning.kind());
        assertTrue(
                warning.line()
                        .startsWith("process 0 grants nothing any more: of the 2 processes that have begun only [0]"),
                warning.line());
        assertEquals(new HostEvent.Warned<>(warning), told.receiveMessage());
        host.tell(new HostCommand.Seen<>(view(List.of(SELF), List.of(OTHER))));
        settled(host);
    }

    @Test
    void aMajorityThatIsLeftIsEnough() {
        ProcessId third = ProcessId.of(2);
        ActorRef<Object> host = host(
                settings(Map.of("symposium.processes", 3)),
                Shape.COMPLETE,
                hosted(MembershipTolerance.DEPARTURES, false, Leaves.NOBODY, false),
                sent.getRef());
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, OTHER, third), List.of())));
        for (ProcessId founder : List.of(OTHER, third)) {
            host.tell(new FormationProposal(founder, SELF, List.of(SELF, OTHER, third), 1, false));
        }
        host.tell(new HostCommand.Seen<>(view(List.of(SELF, third), List.of(OTHER))));
        happens("neighbours now [2], departed [1]");
        settled(host);
        warnings.expectNoMessage(Duration.ZERO);
    }

    /** A reference to the host of a departed process may come late. */
    @Test
    void nothingIsSentToADepartedProcess() {
        ActorRef<Object> host = founded(MembershipTolerance.NO_CHANGE);
        host.tell(new HostCommand.Seen<>(view(List.of(SELF), List.of(OTHER))));
        warnings.receiveMessage();
        told.receiveMessage();
        host.tell(new HostCommand.Located<>(OTHER, Optional.of(sent.getRef())));
        ask(host, "send");
        remind(host);
        settled(host);
        happens("send");
        sent.expectNoMessage(Duration.ZERO);
    }
}
