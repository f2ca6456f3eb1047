package symposium.cluster.simulation;

import akka.actor.ExtendedActorSystem;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.concurrent.atomic.AtomicReference;
import symposium.wire.WireSerializer;

/**
 * The serializer of real nodes. All nodes of all runs have one mapper: it takes longer to make than most runs to write
 * and to read their messages. It keeps nothing of a message, and finds the actor system by the thread.
 */
public final class SharedSerializer extends WireSerializer {

    private static final AtomicReference<ObjectMapper> MAPPER = new AtomicReference<>();

    /** Called by Akka. */
    public SharedSerializer(ExtendedActorSystem system) {
        super(system);
    }

    @Override
    protected ObjectMapper mapper() {
        ObjectMapper shared = MAPPER.get();
        if (shared == null) {
            MAPPER.compareAndSet(null, super.mapper());
            shared = MAPPER.get();
        }
        return shared;
    }
}
