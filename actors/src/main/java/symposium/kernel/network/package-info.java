/**
 * The network of the processes of a run: the processes that are present, the links that are down, and the
 * notifications that each process has received.
 *
 * <p>{@link symposium.kernel.network.NetworkState} is the single definition of these for actors in one JVM, for the
 * simulation and for the test kit. The checker has its own numeric representation. {@code NetworkStateTest} compares
 * it with this one along the checker's paths.
 *
 * <p>Faults and notifications come in; neighbour sets, and the fate of messages, go out.
 */
package symposium.kernel.network;
