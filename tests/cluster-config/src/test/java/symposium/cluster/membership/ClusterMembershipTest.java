package symposium.cluster.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.Address;
import akka.actor.testkit.typed.CapturedLogEvent;
import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import akka.cluster.ClusterEvent;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.UniqueAddress;
import akka.util.Version;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;
import symposium.cluster.settings.Hocon;
import symposium.cluster.settings.Settings;
import symposium.kernel.Neighbours;
import symposium.kernel.ProcessId;
import symposium.service.member.MembershipView;
import symposium.service.member.Termination;
import symposium.wire.DescriptionQuery.Description;

/** From what the cluster says to who the neighbours are; this node is process 1 of three. */
class ClusterMembershipTest {

    private static final Settings SETTINGS = Settings.from(Hocon.node(Map.of(
            "symposium.process",
            1,
            "symposium.processes",
            3,
            "symposium.services",
            List.of("process", "resources", "election"),
            "symposium.algorithm",
            "ewd851")));
    private static final Map<Long, Description> DESCRIPTIONS = new HashMap<>();
    private static final Member ONE = member(1, 1, "ewd851", "symposium");
    private static final Member ZERO = member(0, 2, "ewd851", "symposium");
    private static final Member TWO = member(2, 3, "ewd851", "symposium");

    private final List<Description> described = new ArrayList<>();
    private final List<MembershipView> views = new ArrayList<>();
    private final List<Termination> ended = new ArrayList<>();
    private final List<Member> asked = new ArrayList<>();
    private int queries;
    private boolean isRemoved;
    private long now;
    private BehaviorTestKit<ClusterMembership.Command> membership = membershipOf(ONE);

    private BehaviorTestKit<ClusterMembership.Command> membershipOf(Member self) {
        return BehaviorTestKit.create(ClusterMembership.of(
                SETTINGS,
                ClusterMembership.WithoutMajority.END,
                self.uniqueAddress(),
                ClusterMembership.Reachability.common(),
                context -> asked::add,
                context -> () -> queries++,
                last -> isRemoved ? Removal.of(last) : new Termination(Termination.Cause.LEFT, "has left"),
                described::add,
                views::add,
                ended::add,
                () -> now));
    }

    @Test
    void membersThatAreUpAreInTheRingInTheOrderOfTheirNumbers() {
        up(ONE, TWO, ZERO);
        assertEquals(new TreeSet<>(List.of(id(ZERO), id(ONE), id(TWO))), latest().ring());
        assertEquals(Neighbours.onRing(id(TWO), id(ZERO)), latest().neighbours());
    }

    /** Akka publishes what has changed in one gossip in any order: a younger node may be up before an older one. */
    @Test
    void aNodeIsNotUpBeforeTheOlderNodesThatAreKnownTogetherWithIt() {
        Member self = member(1, 9, "ewd851", "symposium");
        membership = membershipOf(self);
        membership.run(new ClusterMembership.ClusterSays(new ClusterEvent.MemberUp(self)));
        assertEquals(1, queries);
        assertEquals(List.of(), views);
        membership.run(new ClusterMembership.ClusterSays(new ClusterEvent.MemberUp(ZERO)));
        membership.run(new ClusterMembership.CameUp());
        assertEquals(List.of(), views, "it is not known what the older one hosts");
        describe(ZERO, false);
        assertEquals(new TreeSet<>(List.of(id(ZERO), id(self))), latest().ring());
    }

    @Test
    void theIncarnationIsTheClustersNumberOfThisLifeOfTheNode() {
        up(ONE);
        assertEquals(List.of(new ProcessId(1, ONE.uniqueAddress().longUid())), List.copyOf(latest().ring()));
    }

    /** Heartbeats pass, and its descriptions do not. */
    @Test
    void aMemberThatIsReachedAndDoesNotSayWhatItHostsIsLogged() {
        up(ONE);
        says(new ClusterEvent.MemberUp(ZERO));
        says(new ClusterEvent.MemberUp(TWO));
        unreachable(TWO);
        for (long seconds : List.of(0L, 9L, 10L, 11L)) {
            now = seconds * 1_000_000_000;
            ask();
        }
        assertEquals(
                List.of("process " + id(ONE) + " has asked the member at " + ZERO.address()
                        + " for 10000 ms (symposium.silence-timeout) what it hosts, and the cluster reaches that member,"
                        + " and no answer has come: it takes no part before that"),
                membership.getAllLogEntries().stream()
                        .map(CapturedLogEvent::message)
                        .toList());
        describe(ZERO, false);
        now *= 3;
        ask();
        assertEquals(1, membership.getAllLogEntries().size());
    }

    @Test
    void withoutAMajorityANodeIsCutOff() {
        up(ONE);
        assertTrue(latest().cutOff());
        up(ZERO);
        assertFalse(latest().cutOff());
        unreachable(ZERO);
        assertTrue(latest().cutOff());
        assertEquals(Neighbours.none(), latest().neighbours());
        assertEquals(new TreeSet<>(), latest().departed());
        reachable(ZERO);
        assertEquals(Neighbours.onRing(id(ZERO), id(ZERO)), latest().neighbours());
    }

    @Test
    void oneThatIsUnreachableStaysInTheRingUntilItIsRemoved() {
        up(ONE, ZERO, TWO);
        unreachable(TWO);
        assertEquals(3, latest().ring().size());
        downed(TWO);
        assertEquals(new TreeSet<>(List.of(id(ZERO), id(ONE))), latest().ring());
        assertEquals(new TreeSet<>(List.of(id(TWO))), latest().departed());
        assertFalse(latest().cutOff(), "its process may tell the others before their cluster does");
        int before = views.size();
        removed(TWO);
        assertEquals(before, views.size(), "what is known already is not told again");
    }

    @Test
    void anotherLifeOfTheSameNumberIsAnotherProcess() {
        up(ONE, ZERO, TWO);
        downed(TWO);
        removed(TWO);
        Member again = member(2, 4, "ewd851", "symposium");
        up(again);
        assertEquals(new TreeSet<>(List.of(id(ZERO), id(ONE), id(again))), latest().ring());
        assertEquals(new TreeSet<>(List.of(id(TWO))), latest().departed());
    }

    @Test
    void membersWithoutTheRoleDoNotTakePart() {
        up(ONE, ZERO, member(2, 3, "ewd851", "other"));
        assertEquals(new TreeSet<>(List.of(id(ZERO), id(ONE))), latest().ring());
    }

    @Test
    void ofTwoWithOneNumberTheOlderTakesPart() {
        up(ONE, TWO, member(2, 7, "ewd851", "symposium"), member(2, 8, "ewd851", "symposium"));
        assertEquals(new TreeSet<>(List.of(id(ONE), id(TWO))), latest().ring());
        assertEquals(List.of(), ended);
    }

    @Test
    void aNewcomerThatDisagreesDoesNotTakePart() {
        up(ONE, ZERO, member(2, 7, "ewd851-4", "symposium"));
        assertEquals(new TreeSet<>(List.of(id(ZERO), id(ONE))), latest().ring());
        assertEquals(List.of(), ended);
    }

    @Test
    void aNodeThatFindsAnOlderOneWithItsNumberEnds() {
        up(member(1, 0, "ewd851", "symposium"));
        assertEquals(List.of(), ended, "that might be a former life, until this node is up");
        up(ONE);
        assertEquals(Termination.Cause.REFUSED, ended.get(0).cause());
        assertFalse(membership.isAlive());
    }

    @Test
    void aNodeThatFindsAnOlderOneThatDisagreesEnds() {
        up(member(0, 0, "ewd851-4", "symposium"));
        assertEquals(Termination.Cause.REFUSED, ended.get(0).cause());
    }

    @Test
    void aNodeThatIsRemovedIsCutOffAndKnowsNoMore() {
        up(ONE, ZERO, TWO);
        downed(ONE);
        assertTrue(latest().cutOff());
        assertEquals(List.of(Termination.Cause.REMOVED), causes());
        int before = views.size();
        downed(ZERO);
        assertEquals(before, views.size());
    }

    /** On a loaded machine the split brain resolver may down all, the others first. */
    @Test
    void aNodeThatIsDownedWithAllOthersHasRemovedNone() {
        up(ONE, ZERO, TWO);
        downed(TWO);
        downed(ZERO);
        downed(ONE);
        assertEquals(List.of(Termination.Cause.REMOVED), causes());
    }

    @Test
    void aNodeThatHasRemovedTheOthersIsOnAnIsland() {
        up(ONE, ZERO, TWO);
        downed(TWO);
        downed(ZERO);
        removed(TWO);
        removed(ZERO);
        downed(ONE);
        assertEquals(List.of(Termination.Cause.ISLAND), causes());
    }

    /** The cluster's last publication at a node that leaves says that all members have been removed. */
    @Test
    void aNodeThatShutsDownDoesNotBelieveThatTheLivingHaveDeparted() {
        up(ONE, ZERO, TWO);
        says(ClusterEvent.getClusterShuttingDownInstance());
        assertTrue(latest().cutOff());
        assertEquals(List.of(Termination.Cause.LEFT), causes());
        for (Member member : List.of(ZERO, TWO, ONE)) {
            says(new ClusterEvent.MemberRemoved(
                    member.copy(MemberStatus.down()).copy(MemberStatus.removed()), MemberStatus.up()));
        }
        assertEquals(new TreeSet<>(), latest().departed());
        assertEquals(List.of(Termination.Cause.LEFT), causes());
    }

    /** Akka stops what publishes its events without waiting for the last of them. */
    @Test
    void aRemovedNodeThatHearsOnlyOfTheShutdownHasBeenRemoved() {
        isRemoved = true;
        up(ONE, ZERO, TWO);
        says(ClusterEvent.getClusterShuttingDownInstance());
        assertEquals(List.of(Termination.Cause.REMOVED), causes());
    }

    @Test
    void whenAllAreDownedTheLogSaysSo() {
        up(ONE, ZERO, TWO);
        downed(TWO);
        downed(ONE);
        assertEquals(List.of(), membership.getAllLogEntries());
        downed(ZERO);
        assertEquals(
                List.of(
                        "all members of the cluster have been downed, process 1 among them: the split brain resolver found no part"
                                + " of the cluster that can continue; all nodes must be restarted"),
                membership.getAllLogEntries().stream()
                        .map(entry -> entry.message())
                        .toList());
    }

    @Test
    void aMemberIsAskedUntilItDescribesItself() {
        says(new ClusterEvent.MemberJoined(joining(ZERO)), new ClusterEvent.MemberUp(ONE));
        says(new ClusterEvent.MemberUp(TWO));
        assertEquals(List.of(ZERO, TWO), asked, "before it is up");
        ask();
        assertEquals(List.of(ZERO, TWO, ZERO, TWO), asked);
        asked.clear();
        describe(TWO, false);
        describe(ZERO, false);
        ask();
        assertEquals(List.of(), asked);
    }

    /** The older may have the number of the younger. */
    @Test
    void noMemberTakesPartBeforeAllOlderOnesHaveDescribedThemselves() {
        up(ONE);
        says(new ClusterEvent.MemberUp(ZERO));
        up(TWO);
        assertEquals(Set.of(id(ONE)), latest().ring());
        assertTrue(latest().cutOff());
        describe(ZERO, false);
        assertEquals(Set.of(id(ZERO), id(ONE), id(TWO)), latest().ring());
    }

    @Test
    void aMemberThatDescribesItselfAfterItWasRemovedHasDeparted() {
        up(ONE, TWO);
        says(new ClusterEvent.MemberUp(ZERO));
        downed(ZERO);
        assertEquals(Set.of(), latest().departed());
        describe(ZERO, false);
        assertEquals(Set.of(id(ZERO)), latest().departed());
    }

    @Test
    void aMemberWithTheRoleThatHasNoNodeKeepsNobodyOut() {
        Member idle = member(0, 0, "ewd851", "symposium");
        says(new ClusterEvent.MemberUp(idle));
        up(ONE, TWO);
        assertEquals(List.of(), views);
        membership.run(new ClusterMembership.HasNoNode(idle.uniqueAddress().longUid()));
        assertEquals(Set.of(id(ONE), id(TWO)), latest().ring());
        assertFalse(latest().cutOff());
        asked.clear();
        ask();
        assertEquals(List.of(idle), asked, "it may have one later");
    }

    @Test
    void aNodeThatIsOneTooManyEnds() {
        up(member(0, -3, "ewd851", "symposium"), member(5, -2, "ewd851", "symposium"));
        up(member(2, -1, "ewd851", "symposium"), ONE);
        assertEquals(List.of(Termination.Cause.REFUSED), causes());
        assertEquals(
                "3 processes (symposium.processes) take part already, the youngest of them at akka://symposium@host:999:"
                        + " there is no place for this one until one of these is removed",
                ended.get(0).why());
    }

    /** The actor system of an application outlives its node: the refused node stays a member of the cluster. */
    @Test
    void aNodeThatIsOneTooManyAndHasEndedTakesNoPlace() {
        Member surplus = member(3, 4, "ewd851", "symposium");
        up(ONE, ZERO, TWO, surplus);
        assertEquals(Set.of(id(ZERO), id(ONE), id(TWO)), latest().ring());
        asked.clear();
        ask();
        assertEquals(List.of(surplus), asked);
        describe(surplus, true);
        downed(TWO);
        assertEquals(Set.of(id(ZERO), id(ONE)), latest().ring());
    }

    private List<Termination.Cause> causes() {
        return ended.stream().map(Termination::cause).toList();
    }

    private MembershipView latest() {
        return views.get(views.size() - 1);
    }

    private void up(Member... members) {
        for (Member member : members) {
            says(new ClusterEvent.MemberUp(member));
            describe(member, false);
        }
    }

    private void describe(Member member, boolean over) {
        Description said = DESCRIPTIONS.get(member.uniqueAddress().longUid());
        if (membership.isAlive()) {
            membership.run(new ClusterMembership.Described(
                    new Description(said.version(), said.process(), said.configuration(), over, said.hosts())));
        }
    }

    private void ask() {
        membership.run(ClusterMembership.Timeout.ASK);
    }

    private void unreachable(Member member) {
        says(new ClusterEvent.UnreachableMember(member));
    }

    private void reachable(Member member) {
        says(new ClusterEvent.ReachableMember(member));
    }

    private void downed(Member member) {
        says(new ClusterEvent.MemberDowned(member.copy(MemberStatus.down())));
    }

    private void removed(Member member) {
        says(new ClusterEvent.MemberRemoved(
                member.copy(MemberStatus.down()).copy(MemberStatus.removed()), MemberStatus.down()));
    }

    private void says(ClusterEvent.ClusterDomainEvent... events) {
        for (ClusterEvent.ClusterDomainEvent event : events) {
            membership.run(new ClusterMembership.ClusterSays(event));
        }
        if (queries > 0 && membership.isAlive()) {
            queries = 0;
            membership.run(new ClusterMembership.CameUp());
        }
    }

    private static Member joining(Member member) {
        return new Member(member.uniqueAddress(), 0, MemberStatus.joining(), member.roles(), Version.Zero());
    }

    private static ProcessId id(Member member) {
        return DESCRIPTIONS.get(member.uniqueAddress().longUid()).process();
    }

    private static SortedMap<String, String> configuration(String algorithm) {
        SortedMap<String, String> configuration = NodeDescriptor.configuration(SETTINGS);
        configuration.put("symposium.algorithm", algorithm);
        return configuration;
    }

    private static Member member(int process, int age, String algorithm, String role) {
        long number = 7_000_000_000L + age;
        DESCRIPTIONS.put(
                number,
                new Description(1, new ProcessId(process, number), configuration(algorithm), false, new TreeMap<>()));
        return new Member(
                new UniqueAddress(new Address("akka", "symposium", "host", 1000 + age), number),
                age,
                MemberStatus.up(),
                CollectionConverters.asScala(Set.of(role, "dc-default")).toSet(),
                Version.Zero());
    }
}
