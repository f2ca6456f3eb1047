/**
 * What nodes say to each other, as bytes: Jackson's CBOR, by Akka's serializer.
 *
 * <p>Whoever writes an algorithm writes no annotation for this. {@link symposium.cluster.wire.WireModule} reads what a sealed interface
 * permits, and writes a value of such a type as a pair of its simple class name and its components. Which interface that is for the
 * messages of an algorithm, the catalogue says; so an {@link symposium.cluster.wire.WireMessage.Envelope} carries the algorithm's name. No class name
 * that comes over the wire is ever loaded, and nothing is ever written in Java's own serialization.
 *
 * <p>A message that cannot be read, because its algorithm or its type is not known here, arrives as
 * {@link symposium.cluster.wire.Unreadable}: the recipient says so in one line and drops it.
 */
package symposium.cluster.wire;
