package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import symposium.mutex.Fence;

/** The table of one actor system that is a member of no cluster: sets of resources without a message. */
class ResourcesAloneTest {

    private static ActorTestKit shop;

    @BeforeAll
    static void start() {
        shop = ActorTestKit.create("shop", ConfigFactory.parseString("akka.actor.provider = local"));
    }

    @AfterAll
    static void stop() {
        shop.shutdownTestKit();
    }

    private final ActorRef<Resources.Command> table = shop.spawn(Resources.alone(0));

    @Test
    void setsThatShareNothingAreTakenSideBySideAndOthersInTheOrderOfAsking() {
        TestProbe<Resources.Reply> one = take("printer", "scanner");
        TestProbe<Resources.Reply> two = take("tape");
        Fence first = taken(one, "printer", "scanner");
        Fence second = taken(two, "tape");
        TestProbe<Resources.Reply> three = take("scanner", "tape");
        TestProbe<Resources.Reply> four = take("scanner");
        assertEquals(
                new Resources.Status(
                        Map.of(first, set("printer", "scanner"), second, set("tape")),
                        List.of(set("scanner", "tape"), set("scanner")),
                        standing().view()),
                standing());
        assertFalse(standing().view().cutOff(), "there is nobody to be cut off from");

        release(one, first);
        assertEquals(2, standing().waiting().size(), "the scanner is promised to the one before");
        release(two, second);
        Fence third = taken(three, "scanner", "tape");
        release(three, third);
        Fence fourth = taken(four, "scanner");
        assertTrue(
                third.compareTo(first) > 0 && third.compareTo(second) > 0 && fourth.compareTo(third) > 0,
                List.of(first, second, third, fourth).toString());
    }

    @Test
    void aClientThatStopsGivesBackWhatItHasAndWhatItWaitsFor() {
        ActorRef<Resources.Reply> mortal = shop.spawn(Behaviors.<Resources.Reply>ignore());
        ActorRef<Resources.Reply> other = shop.spawn(Behaviors.<Resources.Reply>ignore());
        table.tell(new Resources.Acquire(Set.of("printer"), mortal));
        table.tell(new Resources.Acquire(Set.of("printer"), other));
        TestProbe<Resources.Reply> last = take("printer");
        shop.stop(other);
        shop.stop(mortal);
        taken(last, "printer");
    }

    @Test
    void whatCannotBeTakenIsRefused() {
        TestProbe<Resources.Reply> nothing = take();
        nothing.expectMessage(new Resources.Refused("an acquisition names no resource; name at least one"));
    }

    /** A table that is started again does not go back, though it remembers nothing. */
    @Test
    void fencesBeginWithTheTimeOfTheStart() {
        long before = Instant.now().getEpochSecond();
        TestProbe<Resources.Reply> one = shop.createTestProbe();
        shop.spawn(Resources.alone()).tell(new Resources.Acquire(Set.of("printer"), one.getRef()));
        assertTrue(taken(one, "printer").generation() > before);
    }

    private TestProbe<Resources.Reply> take(String... resources) {
        TestProbe<Resources.Reply> session = shop.createTestProbe();
        table.tell(new Resources.Acquire(Set.of(resources), session.getRef()));
        return session;
    }

    private static Fence taken(TestProbe<Resources.Reply> session, String... resources) {
        Resources.Granted taken = session.expectMessageClass(Resources.Granted.class);
        assertEquals(set(resources), taken.resources());
        return taken.fence();
    }

    private void release(TestProbe<Resources.Reply> session, Fence fence) {
        table.tell(new Resources.Release(fence, session.getRef()));
        session.expectMessage(new Resources.Released(fence));
    }

    private Resources.Status standing() {
        TestProbe<Resources.Status> asker = shop.createTestProbe();
        table.tell(new Resources.GetStatus(asker.getRef()));
        return asker.receiveMessage();
    }

    private static TreeSet<String> set(String... names) {
        return new TreeSet<>(Set.of(names));
    }
}
