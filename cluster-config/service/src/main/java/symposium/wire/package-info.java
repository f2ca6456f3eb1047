/**
 * The messages between nodes, serialized as CBOR by {@link symposium.wire.WireSerializer}, under names that {@link
 * symposium.wire.MessageNames} lists with the protocol version that introduced each.
 *
 * <p>Messages of an algorithm need no annotations. {@link symposium.wire.WireModule} reads the permitted types of a
 * sealed interface, and writes a value of such a type as a pair of its simple class name and its components. The
 * catalogue names the sealed interface of each algorithm, and a {@link symposium.wire.WireMessage.Envelope} therefore
 * carries the algorithm's name. Class names from the wire are never loaded, and Java serialization is never used.
 *
 * <p>A message of an unknown algorithm or type arrives as {@link symposium.wire.Unreadable}. The recipient logs one
 * line and drops it. A message between nodes with an unknown name arrives as {@link symposium.wire.Unknown} and is
 * answered, so nodes of two versions can work together in one cluster.
 *
 * <p>Messages come in and bytes go out, and vice versa.
 */
package symposium.wire;
