package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.Done;
import akka.actor.testkit.typed.Effect;
import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import akka.actor.testkit.typed.javadsl.TestInbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import symposium.arbitration.resources.ResourceSharing.Grant;
import symposium.arbitration.resources.ResourceSharing.Request;
import symposium.kernel.ProcessId;
import symposium.kernel.Shape;
import symposium.mutex.Fence;

/** Sessions of one node at the table. */
class ResourcesServiceTest {

    private static final Fence FIRST = new Fence(1, 1);
    private static final Fence SECOND = new Fence(1, 2);
    private static final MembershipView VIEW = MembershipView.alone(ProcessId.of(0), Shape.COMPLETE);

    private final List<Request> asked = new ArrayList<>();
    private final BehaviorTestKit<Resources.Command> table = BehaviorTestKit.create(Resources.create(VIEW, asked::add));
    private final TestInbox<Resources.Reply> a = TestInbox.create("a");
    private final TestInbox<Resources.Reply> b = TestInbox.create("b");
    private final TestInbox<Done> closed = TestInbox.create("closed");

    @Test
    void aClientThatAsksHasAllWhenTheProcessSaysSo() {
        take(a, "x", "y");
        assertEquals(List.of(new Request.Take(1, set("x", "y"))), asked);
        taken(1, FIRST, "x", "y");
        a.expectMessage(new Resources.Granted(set("x", "y"), FIRST));
    }

    /** Several sessions at once, unlike at the lock: which of them exclude each other is for the process to say. */
    @Test
    void everySessionIsAskedForAtOnce() {
        take(a, "x");
        take(b, "x");
        assertEquals(List.of(new Request.Take(1, set("x")), new Request.Take(2, set("x"))), asked);
        taken(1, FIRST, "x");
        release(a, FIRST);
        assertEquals(new Request.Release(1), asked.get(2));
        assertEquals(
                List.of(new Resources.Granted(set("x"), FIRST), new Resources.Released(FIRST)), a.getAllReceived());
        taken(2, SECOND, "x");
        b.expectMessage(new Resources.Granted(set("x"), SECOND));
    }

    @Test
    void whatCannotBeTakenIsRefusedWithOneLine() {
        take(a);
        take(a, "x", " ");
        assertEquals(
                List.of(
                        new Resources.Refused("an acquisition names no resource; name at least one"),
                        new Resources.Refused("an acquisition names a resource whose name is blank; each has a name")),
                a.getAllReceived());
        assertEquals(List.of(), asked);
    }

    @Test
    void aSessionTakesOneSetAtATime() {
        take(a, "x");
        take(a, "y");
        a.expectMessage(
                new Resources.Refused(
                        "this client waits for [x]; it acquires all that it needs at once, and another set after it has released that one"));
        taken(1, FIRST, "x");
        take(a, "y");
        assertEquals(
                List.of(
                        new Resources.Granted(set("x"), FIRST),
                        new Resources.Refused(
                                "this client has [x]; it acquires all that it needs at once, and another set after it has released that one")),
                a.getAllReceived());
        release(a, FIRST);
        take(a, "y");
        assertEquals(new Request.Take(2, set("y")), asked.get(2));
    }

    @Test
    void aReleaseUnderAnotherFenceOrASecondOneReleasesNothing() {
        take(a, "x");
        taken(1, SECOND, "x");
        release(b, FIRST);
        Resources.NotHeld notHeld = new Resources.NotHeld(
                FIRST,
                "no set is held at this node under that fence; it has been released, or lost when the node was cut off");
        b.expectMessage(notHeld);
        assertEquals(1, asked.size());
        release(a, SECOND);
        release(a, SECOND);
        assertEquals(
                List.of(
                        new Resources.Granted(set("x"), SECOND),
                        new Resources.Released(SECOND),
                        new Resources.NotHeld(SECOND, notHeld.why())),
                a.getAllReceived());
    }

    @Test
    void aClientThatLosesIsToldAndALossThatCrossesTheReleaseTellsNoClient() {
        take(a, "x");
        take(b, "y");
        taken(1, FIRST, "x");
        taken(2, SECOND, "y");
        told(new Grant.Lost(1, FIRST));
        release(b, SECOND);
        told(new Grant.Lost(2, SECOND));
        assertEquals(List.of(new Resources.Granted(set("x"), FIRST), new Resources.Lost(FIRST)), a.getAllReceived());
        assertEquals(
                List.of(new Resources.Granted(set("y"), SECOND), new Resources.Released(SECOND)), b.getAllReceived());
        take(a, "z");
        assertEquals(new Request.Take(3, set("z")), asked.get(3), "the session is free again");
    }

    @Test
    void aClientThatStopsGivesBackWhatItHasAndWhatItGetsLater() {
        take(a, "x");
        taken(1, FIRST, "x");
        table.run(stopped());
        assertEquals(new Request.Release(1), asked.get(1));
        take(b, "y");
        table.run(stopped());
        assertEquals(List.of(), status().waiting(), "nobody waits");
        taken(2, SECOND, "y");
        assertEquals(new Request.Release(2), asked.get(3));
    }

    @Test
    void theStatusSaysWhatIsTakenAndWhoWaits() {
        take(a, "x");
        take(b, "x", "y");
        taken(1, FIRST, "x");
        assertEquals(new Resources.Status(Map.of(FIRST, set("x")), List.of(set("x", "y")), VIEW), status());
    }

    /** A message between nodes holds all sets of a node. */
    @Test
    void aSetThatNoMessageCanHoldIsRefused() {
        take(a, names(20_000));
        Resources.Refused refused = (Resources.Refused) a.receiveMessage();
        assertTrue(refused.why().contains("akka.remote.artery.advanced.maximum-frame-size"), refused.why());
        take(a, names(5_000));
        take(b, names(10_000));
        b.expectMessage(new Resources.Refused(
                "with 10000 resources more, the sets of this node would take 192908 bytes of a message, and at most"
                        + " 131072 are for them: acquire fewer at a time, or raise"
                        + " akka.remote.artery.advanced.maximum-frame-size"));
        assertEquals(1, asked.size());
        taken(1, FIRST, names(5_000));
        release(a, FIRST);
        take(b, names(6_000));
        assertEquals(3, asked.size(), "what is released counts no more");
    }

    private static String[] names(int count) {
        return IntStream.range(0, count).mapToObj(each -> "name" + each).toArray(String[]::new);
    }

    @Test
    void whenTheNodeEndsEverybodyIsToldSo() {
        take(a, "x");
        take(b, "x");
        taken(1, FIRST, "x");
        table.run(new Resources.FromHost(new HostEvent.Closed<>("the node ends", closed.getRef())));
        assertEquals(List.of(new Resources.Granted(set("x"), FIRST), new Resources.Lost(FIRST)), a.getAllReceived());
        b.expectMessage(new Resources.Unavailable("the node ends"));
        closed.expectMessage(Done.getInstance());
        take(b, "y");
        b.expectMessage(new Resources.Unavailable("the node ends"));
        assertEquals(List.of(new Request.Release(1)), asked.subList(2, asked.size()), "what is held is given back");
        taken(2, SECOND, "x");
        assertEquals(new Request.Release(2), asked.get(3), "and what is granted later");
        assertEquals(List.of(), b.getAllReceived());
    }

    private Resources.Command stopped() {
        return table.getAllEffects().stream()
                .filter(Effect.WatchedWith.class::isInstance)
                .map(effect -> (Resources.Command) ((Effect.WatchedWith<?, ?>) effect).message())
                .findFirst()
                .orElseThrow();
    }

    private void take(TestInbox<Resources.Reply> session, String... resources) {
        table.run(new Resources.Acquire(Set.of(resources), session.getRef()));
    }

    private void release(TestInbox<Resources.Reply> session, Fence fence) {
        table.run(new Resources.Release(fence, session.getRef()));
    }

    private void taken(long ticket, Fence fence, String... resources) {
        told(new Grant.Taken(ticket, set(resources), fence));
    }

    private void told(Grant told) {
        table.run(new Resources.FromHost(new HostEvent.Told<>(told)));
    }

    private static SortedSet<String> set(String... names) {
        return new TreeSet<>(Set.of(names));
    }

    private Resources.Status status() {
        TestInbox<Resources.Status> inbox = TestInbox.create("status");
        table.run(new Resources.GetStatus(inbox.getRef()));
        return inbox.receiveMessage();
    }
}
