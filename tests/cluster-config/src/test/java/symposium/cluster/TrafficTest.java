package symposium.cluster;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import symposium.service.lock.ClientSessions;

/** A cluster that does not fall silent fails its test. */
@Tag("fast")
class TrafficTest {

    @Test
    void whatGoesOnForeverFails() throws Exception {
        Traffic traffic = new Traffic();
        Thread endless = new Thread(() -> {
            while (!Thread.interrupted()) {
                traffic.remoteMessageSent(null, new ClientSessions.Presence("s", false, null), null, 1, 0);
                Thread.onSpinWait();
            }
        });
        traffic.remoteMessageSent(null, new ClientSessions.Presence("s", false, null), null, 1, 0);
        endless.start();
        try {
            AssertionFailedError loud =
                    assertThrows(AssertionFailedError.class, () -> Traffic.awaitSilence(Duration.ofSeconds(2)));
            assertTrue(loud.getMessage().contains("Presence[session=s"), loud.getMessage());
        } finally {
            endless.interrupt();
            endless.join();
        }
        Traffic.awaitSilence();
    }
}
