package symposium.wire;

import akka.actor.ExtendedActorSystem;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/**
 * A node of version 2, which is in the tests alone: every message has one more component, there is one more, and one
 * that version 1 has, too, counts as new.
 */
public final class NewerWireSerializer extends WireSerializer {

    static final int VERSION = 2;

    /** Called by Akka. */
    public NewerWireSerializer(ExtendedActorSystem system) {
        super(system, names());
    }

    private static MessageNames names() {
        MessageNames current = MessageNames.current();
        Map<String, Class<?>> types = new HashMap<>(current.types());
        types.put("tidings", Tidings.class);
        Map<Class<?>, MessageNames.Named> names = new HashMap<>(current.names());
        names.put(Tidings.class, new MessageNames.Named("tidings", VERSION));
        names.put(WireMessage.Unheard.class, new MessageNames.Named("unheard", VERSION));
        return new MessageNames(VERSION, types, names);
    }

    @Override
    public byte[] toBinary(Object message) {
        try {
            return mapper().writeValueAsBytes(withMore(mapper().readTree(super.toBinary(message))));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** The same with one more component, and one more in the message of an algorithm that it carries. */
    static JsonNode withMore(JsonNode message) {
        if (message instanceof ObjectNode object) {
            JsonNode carried = object.remove("message");
            object.put("colour", "red");
            if (carried != null) {
                object.set("message", carried);
                if (carried.isArray() && carried.get(1) instanceof ObjectNode inner) {
                    inner.put("colour", "red");
                }
            }
        }
        return message;
    }
}
