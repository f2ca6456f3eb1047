package symposium.service.member;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a thread sends arrives, also if the thread is interrupted before or while it sends. */
@Tag("fast")
class UninterruptedTest {

    @AfterEach
    void forget() {
        Thread.interrupted();
    }

    /** As Akka does where an actor is being created. */
    private static void lock() {
        try {
            new ReentrantLock().lockInterruptibly();
        } catch (InterruptedException interrupted) {
            UninterruptedTest.<RuntimeException>undeclared(interrupted);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> void undeclared(Exception any) throws E {
        throw (E) any;
    }

    @Test
    void anInterruptionBeforeIsPutOff() {
        Thread.currentThread().interrupt();
        assertEquals("sent", Uninterrupted.get(() -> {
            lock();
            return "sent";
        }));
        assertTrue(Thread.interrupted());
    }

    @Test
    void anInterruptionMeanwhileIsPutOff() {
        AtomicInteger tries = new AtomicInteger();
        assertEquals("sent", Uninterrupted.get(() -> {
            if (tries.incrementAndGet() <= 2) {
                Thread.currentThread().interrupt();
            }
            lock();
            return "sent";
        }));
        assertEquals(3, tries.get());
        assertTrue(Thread.interrupted());
    }

    @Test
    void otherFailuresAreThrown() {
        assertThrows(
                IllegalStateException.class,
                () -> Uninterrupted.get(() -> {
                    throw new IllegalStateException("ending");
                }));
        assertFalse(Thread.interrupted());
    }
}
