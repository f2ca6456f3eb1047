package symposium.cluster;

import static org.junit.jupiter.api.Assertions.fail;

import akka.actor.ActorRef;
import akka.remote.artery.RemoteInstrument;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import symposium.arbitration.privileges.Privileges;
import symposium.wire.WireMessage;

/**
 * Sees each message that an actor system of this JVM sends to another: {@code application.conf} names it. After all
 * that a test has done, a cluster falls silent: no message of named locks, elections or client sessions follows, but
 * for acknowledgements and heartbeats. An answer after which something still happens would not end.
 */
public final class Traffic extends RemoteInstrument {

    private static final Duration SILENCE = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int SHOWN = 20;

    private static final Deque<String> LAST = new ArrayDeque<>();
    private static long sent;
    private static long lastSent = System.nanoTime();

    /** Waits until no message has been sent for a while. */
    public static void awaitSilence() {
        awaitSilence(PATIENCE);
    }

    /** How many messages there have been. */
    public static synchronized long sent() {
        return sent;
    }

    static void awaitSilence(Duration patience) {
        long start = System.nanoTime();
        long before = sent();
        while (quiet() < SILENCE.toNanos()) {
            if (System.nanoTime() - start > patience.toNanos()) {
                fail((sent() - before) + " messages in " + patience.toMillis() + " ms, the last of them " + last());
            }
            try {
                TimeUnit.NANOSECONDS.sleep(SILENCE.toNanos() - quiet());
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }

    private static synchronized long quiet() {
        return System.nanoTime() - lastSent;
    }

    private static synchronized String last() {
        return LAST.toString();
    }

    private static synchronized void saw(Object message) {
        sent++;
        lastSent = System.nanoTime();
        LAST.add(message.toString());
        if (LAST.size() > SHOWN) {
            LAST.remove();
        }
    }

    /** Tokens of other algorithms circulate. */
    private static boolean isCounted(Object message) {
        return message instanceof WireMessage.Envelope envelope
                ? envelope.algorithm().equals(Privileges.NAME)
                : message.getClass().getName().startsWith("symposium.service.");
    }

    @Override
    public byte identifier() {
        return 9;
    }

    @Override
    public void remoteWriteMetadata(ActorRef recipient, Object message, ActorRef sender, ByteBuffer buffer) {
        // Nothing travels with a message.
    }

    @Override
    public void remoteMessageSent(ActorRef recipient, Object message, ActorRef sender, int size, long time) {
        if (isCounted(message)) {
            saw(message);
        }
    }

    @Override
    public void remoteReadMetadata(ActorRef recipient, Object message, ActorRef sender, ByteBuffer buffer) {
        // Nothing travels with a message.
    }

    @Override
    public void remoteMessageReceived(ActorRef recipient, Object message, ActorRef sender, int size, long time) {
        // It has been seen when it was sent.
    }
}
