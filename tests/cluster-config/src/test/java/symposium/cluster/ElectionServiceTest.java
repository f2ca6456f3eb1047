package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.Done;
import akka.actor.Address;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import symposium.cluster.hosted.HostEvent;
import symposium.cluster.participant.LeaderElectionActor;
import symposium.election.Election.Call;
import symposium.election.terms.LeadershipInTerms;
import symposium.kernel.ProcessId;
import symposium.kernel.topology.Shape;
import symposium.service.member.MembershipView;
import symposium.service.participant.LeaderElection;
import symposium.service.participant.LeaderElection.Leaderless;
import symposium.service.participant.LeaderElection.Leads;
import symposium.service.participant.LeaderElection.News;
import symposium.service.participant.LeaderElection.Why;

/** What subscribers are told, and what the process is asked. */
class ElectionServiceTest {

    private static final ProcessId SELF = ProcessId.of(0);
    private static final ProcessId OTHER = ProcessId.of(1);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @AutoClose("shutdownTestKit")
    private ActorTestKit kit;

    private ManualTime time;
    private TestProbe<Call> process;
    private TestProbe<News> subscriber;
    private ActorRef<LeaderElection.Command> election;

    @BeforeEach
    void start() {
        kit = ActorTestKit.create(ManualTime.config());
        time = ManualTime.get(kit.system());
        process = kit.createTestProbe();
        subscriber = kit.createTestProbe();
        election = kit.spawn(
                LeaderElectionActor.create(MembershipView.alone(SELF, Shape.RING), PATIENCE, call -> process.getRef()
                        .tell(call)));
        election.tell(new LeaderElection.Subscribe(subscriber.getRef()));
        subscriber.expectMessage(new Leaderless(0, Why.CUT_OFF));
    }

    private void majority() {
        Map<ProcessId, Address> members = Map.of(SELF, new Address("akka", "a"), OTHER, new Address("akka", "b"));
        election.tell(new LeaderElectionActor.FromHost(new HostEvent.Seen<>(new MembershipView(
                SELF, Shape.RING, new TreeMap<>(members), new TreeSet<>(), new TreeSet<>(), false))));
    }

    private void elected(long term, ProcessId leader) {
        election.tell(new LeaderElectionActor.FromHost(
                new HostEvent.Told<>(new LeadershipInTerms.News.Elected(term, leader))));
    }

    @Test
    void subscribersAreToldEachChangeOnceAndANodeThatComesLateIsToldAtOnce() {
        majority();
        subscriber.expectMessage(new Leaderless(0, Why.ELECTING));
        elected(7, SELF);
        subscriber.expectMessage(new Leads(7, SELF, true));
        TestProbe<News> late = kit.createTestProbe();
        election.tell(new LeaderElection.Subscribe(late.getRef()));
        late.expectMessage(new Leads(7, SELF, true));
        election.tell(new LeaderElectionActor.FromHost(new HostEvent.Told<>(new LeadershipInTerms.News.Ended(7))));
        subscriber.expectMessage(new Leaderless(7, Why.ELECTING));
        election.tell(new LeaderElection.Unsubscribe(subscriber.getRef()));
        elected(8, OTHER);
        late.expectMessage(new Leaderless(7, Why.ELECTING));
        late.expectMessage(new Leads(8, OTHER, false));
        subscriber.expectNoMessage(Duration.ZERO);
        TestProbe<LeaderElection.Status> standing = kit.createTestProbe();
        election.tell(new LeaderElection.GetStatus(standing.getRef()));
        assertEquals(new Leads(8, OTHER, false), standing.receiveMessage().news());
    }

    @Test
    void aNodeThatIsCutOffIsToldSo() {
        majority();
        elected(3, SELF);
        election.tell(new LeaderElectionActor.FromHost(new HostEvent.Seen<>(MembershipView.alone(SELF, Shape.RING))));
        election.tell(new LeaderElectionActor.FromHost(new HostEvent.Told<>(new LeadershipInTerms.News.Apart())));
        subscriber.expectMessage(new Leaderless(0, Why.ELECTING));
        subscriber.expectMessage(new Leads(3, SELF, true));
        subscriber.expectMessage(new Leaderless(3, Why.CUT_OFF));
        time.timePasses(PATIENCE.multipliedBy(3));
        process.expectNoMessage(Duration.ZERO);
    }

    @Test
    void anElectionThatComesToNothingIsAskedForAgainAndAgain() {
        majority();
        subscriber.expectMessage(new Leaderless(0, Why.ELECTING));
        for (int times = 0; times < 3; times++) {
            process.expectNoMessage(Duration.ZERO);
            time.timePasses(PATIENCE);
            process.expectMessage(Call.INITIATE);
        }
        elected(4, OTHER);
        subscriber.expectMessage(new Leads(4, OTHER, false));
        time.timePasses(PATIENCE.multipliedBy(2));
        process.expectNoMessage(Duration.ZERO);
    }

    @Test
    void whereTheProcessHasStoppedThereAreNoElectionsAnyMore() {
        TestProbe<Done> closed = kit.createTestProbe();
        election.tell(new LeaderElectionActor.FromHost(new HostEvent.Closed<>("it has been refuted", closed.getRef())));
        subscriber.expectMessage(new LeaderElection.Unavailable("it has been refuted"));
        closed.expectMessage(Done.getInstance());
        elected(4, OTHER);
        subscriber.expectNoMessage(Duration.ZERO);
    }
}
