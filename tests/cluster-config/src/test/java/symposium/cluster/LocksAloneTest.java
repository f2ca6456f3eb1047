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
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import symposium.cluster.lock.LocalLocks;
import symposium.mutex.Fence;
import symposium.service.lock.Claims;
import symposium.service.lock.LockService;

/** The table of one actor system that is a member of no cluster: sets of resources without a message. */
class LocksAloneTest {

    @AutoClose("shutdownTestKit")
    private static final ActorTestKit SHOP =
            ActorTestKit.create("shop", ConfigFactory.parseString("akka.actor.provider = local"));

    private final ActorRef<LockService.Command> table = SHOP.spawn(LocalLocks.alone(0));

    @Test
    void setsThatShareNothingAreTakenSideBySideAndOthersInTheOrderOfAsking() {
        TestProbe<LockService.Reply> one = take("printer", "scanner");
        TestProbe<LockService.Reply> two = take("tape");
        Fence first = taken(one, "printer", "scanner");
        Fence second = taken(two, "tape");
        TestProbe<LockService.Reply> three = take("scanner", "tape");
        TestProbe<LockService.Reply> four = take("scanner");
        assertEquals(
                List.of(Optional.of(first), Optional.of(second), Optional.empty(), Optional.empty()),
                standing().entries().stream().map(LockService.Entry::fence).toList());
        assertEquals(
                List.of(Claims.exclusive("scanner", "tape"), Claims.exclusive("scanner")),
                standing().waiting().stream().map(LockService.Entry::claims).toList());
        assertFalse(standing().view().orElseThrow().cutOff(), "there is nobody to be cut off from");

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
        ActorRef<LockService.Reply> mortal = SHOP.spawn(Behaviors.<LockService.Reply>ignore());
        ActorRef<LockService.Reply> other = SHOP.spawn(Behaviors.<LockService.Reply>ignore());
        table.tell(new LockService.Acquire("one", Claims.exclusive("printer"), Optional.empty(), mortal));
        table.tell(new LockService.Acquire("one", Claims.exclusive("printer"), Optional.empty(), other));
        TestProbe<LockService.Reply> last = take("printer");
        SHOP.stop(other);
        SHOP.stop(mortal);
        taken(last, "printer");
    }

    @Test
    void whatCannotBeTakenIsRefused() {
        TestProbe<LockService.Reply> nothing = take();
        nothing.expectMessage(
                new LockService.Refused("one", LockService.Reason.INVALID, "no name is claimed; name at least one"));
    }

    /** A table that is started again does not go back, though it remembers nothing. */
    @Test
    void fencesBeginWithTheTimeOfTheStart() {
        long before = Instant.now().getEpochSecond();
        TestProbe<LockService.Reply> one = SHOP.createTestProbe();
        SHOP.spawn(LocalLocks.alone())
                .tell(new LockService.Acquire("one", Claims.exclusive("printer"), Optional.empty(), one.getRef()));
        assertTrue(taken(one, "printer").generation() > before);
    }

    private TestProbe<LockService.Reply> take(String... resources) {
        TestProbe<LockService.Reply> session = SHOP.createTestProbe();
        table.tell(new LockService.Acquire("one", Claims.exclusive(resources), Optional.empty(), session.getRef()));
        return session;
    }

    private static Fence taken(TestProbe<LockService.Reply> session, String... resources) {
        LockService.Granted taken = session.expectMessageClass(LockService.Granted.class);
        assertEquals(Claims.exclusive(resources), taken.claims());
        return taken.fence();
    }

    private void release(TestProbe<LockService.Reply> session, Fence fence) {
        table.tell(new LockService.Release("one", fence, session.getRef()));
        session.expectMessage(new LockService.Released("one", fence));
    }

    private LockService.Status standing() {
        TestProbe<LockService.Status> asker = SHOP.createTestProbe();
        table.tell(new LockService.GetStatus(asker.getRef()));
        return asker.receiveMessage();
    }
}
