package symposium.wire;

/** A message between nodes; configuration binds this type to the serializer. */
public interface Wire {}
