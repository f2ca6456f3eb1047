/**
 * Philosophers who dine at the nodes of a cluster, and what is told of them.
 *
 * <p>Everything that happens comes as a {@link symposium.demo.Happening}, in one order, to whoever listens:
 *
 * <dl>
 *   <dt>{@link symposium.demo.Story}
 *   <dd>tells it, line by line
 *   <dt>{@link symposium.demo.Tally}
 *   <dd>counts
 *   <dt>{@link symposium.demo.Witness}
 *   <dd>watches the users alone, and knows of no protocol: did two eat at once, did a fence go back?
 *   <dt>{@link symposium.demo.Director}
 *   <dd>decides when the next act begins: who eats a last meal, when its node is killed, when the dinner is over
 * </dl>
 *
 * <p>The {@link symposium.demo.Philosopher philosophers} are applications like any other: they know the {@link symposium.cluster.Lock},
 * and nothing else. {@link symposium.demo.Demo} puts several nodes into one JVM; {@link symposium.demo.Guest} is one node in a JVM of its
 * own.
 */
package symposium.demo;
