package symposium;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import java.lang.reflect.Modifier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Ends the actor systems that are fields of a test class: one of a static field after all tests, one of another field
 * after its test.
 */
public final class EndsKits implements AfterEachCallback, AfterAllCallback {

    @Override
    public void afterEach(ExtensionContext test) {
        end(test.getRequiredTestClass(), test.getRequiredTestInstance());
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        end(tests.getRequiredTestClass(), null);
    }

    /** @param test without one, static fields */
    static void end(Class<?> type, Object test) {
        ReflectionSupport.streamFields(
                        type,
                        field -> field.getType() == ActorTestKit.class
                                && Modifier.isStatic(field.getModifiers()) == (test == null),
                        HierarchyTraversalMode.BOTTOM_UP)
                .map(field -> ReflectionSupport.tryToReadFieldValue(field, test))
                .forEach(kit -> ((ActorTestKit) kit.toOptional().orElseThrow()).shutdownTestKit());
    }
}
