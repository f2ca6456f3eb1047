package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.TestProbe;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import symposium.kernel.ProcessId;
import symposium.service.member.Termination;
import symposium.service.participant.LeaderElection;
import symposium.service.participant.LeaderElection.Leaderless;
import symposium.service.participant.LeaderElection.Leads;
import symposium.service.participant.LeaderElection.News;
import symposium.service.participant.LeaderElection.Why;
import symposium.service.participant.Lock;

/** What the applications of a cluster are told of its leaders. */
@Tag("slow")
class ElectionTest {

    private static TestProbe<News> subscribed(Nodes.Watched at) {
        TestProbe<News> probe = TestProbe.create(at.node().system());
        at.node().leaderElection().tell(new LeaderElection.Subscribe(probe.getRef()));
        return probe;
    }

    /** The news that says who leads, once it is one of these. */
    private static Leads led(TestProbe<News> probe, ProcessId by) {
        List<News> before = new ArrayList<>();
        while (true) {
            News news = probe.receiveMessage(Nodes.PATIENCE);
            if (news instanceof Leads leads && leads.leader().equals(by)) {
                return leads;
            }
            before.add(news);
            assertTrue(before.size() < 100, before::toString);
        }
    }

    private static void locks(Nodes.Watched at) {
        TestProbe<Lock.Reply> client = TestProbe.create(at.node().system());
        at.node().lock().tell(new Lock.Acquire(client.getRef()));
        Lock.Granted granted = client.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
        at.node().lock().tell(new Lock.Release(granted.fence(), client.getRef()));
        client.expectMessageClass(Lock.Released.class, Nodes.PATIENCE);
    }

    /**
     * One cluster: a leader for all, another when its node is killed, the first number again when it comes back, and
     * the lock all the while.
     */
    @ParameterizedTest
    @ValueSource(strings = {"chang-roberts", "bully"})
    void theSurvivorsElectAnewAndANewcomerIsToldAndTheLockServesBesides(String algorithm) {
        try (Nodes nodes = new Nodes(3).with("symposium.election.algorithm", algorithm)) {
            long beginning = Instant.now().getEpochSecond();
            List<Nodes.Watched> all = List.of(nodes.start(0), nodes.start(1), nodes.start(2));
            List<TestProbe<News>> told =
                    all.stream().map(ElectionTest::subscribed).toList();
            ProcessId greatest = all.get(2).node().process();
            Leads first = led(told.get(2), greatest);
            assertTrue(first.self());
            assertTrue(first.term() > beginning, first + " is above the clock");
            assertFalse(led(told.get(0), greatest).self());
            led(told.get(1), greatest);
            locks(all.get(0));

            all.get(2).node().kill();
            Leads second = led(told.get(1), all.get(1).node().process());
            assertTrue(second.term() > first.term(), first + ", " + second);
            assertEquals(
                    new Leads(second.term(), second.leader(), false),
                    led(told.get(0), all.get(1).node().process()));
            locks(all.get(0));

            Nodes.Watched again = nodes.start(2);
            TestProbe<News> toldAgain = subscribed(again);
            Leads third = led(toldAgain, again.node().process());
            assertTrue(third.self());
            assertTrue(third.term() > second.term(), second + ", " + third);
            led(told.get(0), again.node().process());
            locks(again);

            TestProbe<LeaderElection.Status> standing =
                    TestProbe.create(all.get(0).node().system());
            all.get(0).node().leaderElection().tell(new LeaderElection.GetStatus(standing.getRef()));
            LeaderElection.Status now = standing.receiveMessage(Nodes.PATIENCE);
            assertTrue(now.news() instanceof Leads leads && leads.term() >= third.term(), now::toString);
            assertEquals(3, now.view().members().size());
        }
    }

    /** The promise to a leader on the wrong side of a network that has come apart. */
    @ParameterizedTest
    @ValueSource(strings = {"chang-roberts", "franklin"})
    void aLeaderThatIsCutOffIsToldBeforeTheOthersElect(String algorithm) throws Exception {
        try (Nodes nodes = new Nodes(3)
                .with("symposium.election.algorithm", algorithm)
                .with("akka.remote.artery.advanced.test-mode", "on")) {
            List<Nodes.Watched> all = List.of(nodes.start(0), nodes.start(1), nodes.start(2));
            TestProbe<News> leader = subscribed(all.get(2));
            TestProbe<News> other = subscribed(all.get(1));
            Leads before = led(leader, all.get(2).node().process());
            assertEquals(before.term(), led(other, all.get(2).node().process()).term());

            Partition.around(all.get(2).node(), all.get(0).node(), all.get(1).node());

            assertEquals(new Leaderless(before.term(), Why.CUT_OFF), leader.receiveMessage(Nodes.PATIENCE));
            other.expectNoMessage(java.time.Duration.ZERO);
            Leads after = led(other, all.get(1).node().process());
            assertTrue(after.term() > before.term(), before + ", " + after);
            assertEquals(Termination.Cause.REMOVED, all.get(2).ended().cause());
        }
    }

    /** A network that comes together again before anybody is removed: what was lost meanwhile is asked for again. */
    @Test
    void aNetworkThatHealsHasALeaderAgain() throws Exception {
        try (Nodes nodes = new Nodes(3)
                .with("symposium.election.patience", "1s")
                .with("akka.cluster.split-brain-resolver.stable-after", "10m")
                .with("akka.remote.artery.advanced.test-mode", "on")) {
            List<Nodes.Watched> all = List.of(nodes.start(0), nodes.start(1), nodes.start(2));
            List<TestProbe<News>> told =
                    all.stream().map(ElectionTest::subscribed).toList();
            ProcessId greatest = all.get(2).node().process();
            Leads before = led(told.get(2), greatest);
            led(told.get(0), greatest);
            led(told.get(1), greatest);

            Partition.around(all.get(2).node(), all.get(0).node(), all.get(1).node());
            assertEquals(new Leaderless(before.term(), Why.CUT_OFF), told.get(2).receiveMessage(Nodes.PATIENCE));
            Partition.mended(all.get(2).node(), all.get(0).node(), all.get(1).node());

            Leads after = led(told.get(2), greatest);
            assertTrue(after.term() > before.term(), before + ", " + after);
            for (TestProbe<News> each : told.subList(0, 2)) {
                Leads heard = led(each, greatest);
                assertTrue(heard.term() > before.term(), before + ", " + heard);
            }
        }
    }

    @Test
    void withoutAMajorityNoNodeLeads() {
        try (Nodes nodes = new Nodes(3).with("symposium.formation-timeout", "4s")) {
            Nodes.Watched alone = nodes.start(0);
            TestProbe<News> told = subscribed(alone);
            assertEquals(new Leaderless(0, Why.CUT_OFF), told.receiveMessage(Nodes.PATIENCE));
            assertEquals(Termination.Cause.NOT_FORMED, alone.ended().cause());
            assertEquals(0, alone.elections().count(step -> step.toString().contains("led by")));
        }
    }
}
