package symposium.bench;

import akka.actor.ActorSystem;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import akka.serialization.SerializerWithStringManifest;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import symposium.cluster.settings.Hocon;
import symposium.kernel.ProcessId;
import symposium.kernel.Side;
import symposium.links.LinkIncarnation;
import symposium.mutex.Fence;
import symposium.mutex.Fenced;
import symposium.mutex.ewd851.Ewd851;
import symposium.wire.WireMessage.Envelope;

/** What a message between nodes takes to be written and read, without a wire. */
final class WireCost implements AutoCloseable {

    private static final Envelope TOKEN = new Envelope(
            "ewd851",
            ProcessId.of(0),
            ProcessId.of(1),
            Side.RIGHT,
            LinkIncarnation.NONE,
            1000,
            new Fenced.Message<>(new Fence(1_700_000_000L, 1000), new Ewd851.Token()));

    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private final ActorSystem system =
            ActorSystem.create("wire", Hocon.node(Map.of("akka.actor.provider", "local", "akka.loglevel", "WARNING")));
    private final SerializerWithStringManifest serializer;

    WireCost() {
        Serialization serialization = SerializationExtension.get(system);
        serializer = (SerializerWithStringManifest) serialization.findSerializerFor(TOKEN);
    }

    /** The size of the token of EWD851, in bytes. */
    int bytes() {
        return serializer.toBinary(TOKEN).length;
    }

    /** The mean processor time for one message to be written and read, in microseconds. */
    double measure(int messages) throws IOException {
        String manifest = serializer.manifest(TOKEN);
        long begin = CLOCK.getCurrentThreadCpuTime();
        for (int message = 0; message < messages; message++) {
            Object read = serializer.fromBinary(serializer.toBinary(TOKEN), manifest);
            if (!read.equals(TOKEN)) {
                throw new IllegalStateException(read + " was written as " + TOKEN);
            }
        }
        return (CLOCK.getCurrentThreadCpuTime() - begin) / 1000.0 / messages;
    }

    @Override
    public void close() {
        system.terminate();
    }
}
