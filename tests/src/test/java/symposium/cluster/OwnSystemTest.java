package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.Config;
import java.util.Map;
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
