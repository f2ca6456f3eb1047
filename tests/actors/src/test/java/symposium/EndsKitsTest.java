package symposium;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import org.junit.jupiter.api.Test;

/** A test class ends its actor systems, those of its superclass too. */
class EndsKitsTest {

    private static class Tests {
        private static final ActorTestKit SHARED = ActorTestKit.create();
    }

    private static final class MoreTests extends Tests {
        private final ActorTestKit own = ActorTestKit.create();
    }

    private static boolean ended(ActorTestKit kit) {
        return kit.system().whenTerminated().isCompleted();
    }

    @Test
    void systemsEndAfterTheirTests() {
        MoreTests test = new MoreTests();
        EndsKits.end(MoreTests.class, test);
        assertTrue(ended(test.own));
        assertFalse(ended(Tests.SHARED));
        EndsKits.end(MoreTests.class, null);
        assertTrue(ended(Tests.SHARED));
    }
}
