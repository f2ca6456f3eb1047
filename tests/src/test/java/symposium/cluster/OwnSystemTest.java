package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.Config;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The README's way into an application that has an actor system of its own. */
class OwnSystemTest {

    private static final Config ALONE =
            Hocon.quickNode(Map.of("symposium.process", 0, "symposium.processes", 1, "symposium.first-generation", 0));

    @Test
    void anApplicationsOwnActorSystemBecomesANode() {
        ActorTestKit shop = ActorTestKit.create("shop", SymposiumNode.announcing(ALONE));
        try {
            SymposiumNode node = SymposiumNode.within(shop.system(), Observers.none());
            node.joinItself();
            ActorRef<Lock.Command> lock = node.lock();

            TestProbe<Lock.Reply> me = shop.createTestProbe();
            lock.tell(new Lock.Acquire(me.ref()));
            Lock.Granted granted = me.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);
            lock.tell(new Lock.Release(granted.fence(), me.ref()));
            assertEquals(
                    granted.fence(), me.expectMessageClass(Lock.Released.class).fence());
        } finally {
            shop.shutdownTestKit();
        }
    }

    /** A second node with the number of the first does not fit in. */
    @Test
    void anApplicationsOwnActorSystemOutlivesItsNode() throws Exception {
        ActorTestKit first = ActorTestKit.create("shop", SymposiumNode.announcing(ALONE));
        ActorTestKit second = ActorTestKit.create("shop", SymposiumNode.announcing(ALONE));
        try {
            SymposiumNode node = SymposiumNode.within(first.system(), Observers.none());
            node.joinItself();
            TestProbe<Lock.Reply> holder = first.createTestProbe();
            node.lock().tell(new Lock.Acquire(holder.ref()));
            holder.expectMessageClass(Lock.Granted.class, Nodes.PATIENCE);

            SymposiumNode refused = SymposiumNode.within(second.system(), Observers.none());
            TestProbe<Lock.Reply> waiter = second.createTestProbe();
            refused.lock().tell(new Lock.Acquire(waiter.ref()));
            refused.join(List.of(node.address()));

            String why = waiter.expectMessageClass(Lock.Unavailable.class, Nodes.PATIENCE)
                    .why();
            assertTrue(why.contains("each node has a number of its own"), why);
            assertEquals(
                    Termination.Cause.REFUSED,
                    refused.ended()
                            .toCompletableFuture()
                            .get(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                            .cause());
            assertFalse(
                    second.system().getWhenTerminated().toCompletableFuture().isDone());
        } finally {
            second.shutdownTestKit();
            first.shutdownTestKit();
        }
    }

    @Test
    void anActorSystemThatAnnouncesNothingIsNone() {
        ActorTestKit shop = ActorTestKit.create("shop", ALONE);
        try {
            InvalidSetting refused =
                    assertThrows(InvalidSetting.class, () -> SymposiumNode.within(shop.system(), Observers.none()));
            assertTrue(refused.getMessage().contains("SymposiumNode.announcing(config)"), refused.getMessage());
        } finally {
            shop.shutdownTestKit();
        }
    }
}
