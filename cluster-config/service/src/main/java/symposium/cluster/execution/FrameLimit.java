package symposium.cluster.execution;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import com.typesafe.config.Config;
import java.util.Optional;
import symposium.wire.WireMessage;

/** What one frame of the transport holds. Akka drops a larger message each time that it is sent. */
public final class FrameLimit {

    /** The setting that decides. */
    public static final String SETTING = "akka.remote.artery.advanced.maximum-frame-size";

    private static final String LARGE = "akka.remote.artery.advanced.maximum-large-frame-size";
    private static final String LARGE_DESTINATIONS = "akka.remote.artery.large-message-destinations";

    /**
     * The bytes of a frame beside the message: the path of the recipient and the name of the type, for the most part.
     */
    private static final int HEADER = 512;

    private final Serialization serialization;
    private final long bytes;

    public FrameLimit(ActorSystem<?> system) {
        Config config = system.settings().config();
        this.serialization = SerializationExtension.get(Adapter.toClassic(system));
        this.bytes = config.getBytes(config.getStringList(LARGE_DESTINATIONS).isEmpty() ? SETTING : LARGE);
    }

    /** Why this message cannot be sent, if it cannot. It is written once more to find out. */
    public Optional<String> exceededBy(WireMessage message) {
        return serialization
                .serialize(message)
                .fold(
                        unwritable -> Optional.of("cannot be written: " + unwritable),
                        written -> written.length + HEADER <= bytes
                                ? Optional.empty()
                                : Optional.of("takes " + written.length + " bytes, and a frame holds " + bytes
                                        + ", of which up to " + HEADER + " are for its header: raise " + SETTING));
    }
}
