package symposium.cluster.wire;

/** Whatever nodes send to each other; configuration binds this type to the serializer. */
public interface Wire {}
