/**
 * The network of the processes of a run: who is present, which links are down, and what each process has been notified
 * of.
 *
 * <p>{@link symposium.kernel.network.NetworkState} is the one definition of this for actors in one JVM, for the
 * simulation and for the test kit. The checker has its own, in numbers, and is held to this one by its paths
 * ({@code NetworkStateTest}).
 *
 * <p>Faults and notifications come in; neighbour sets, and the fate of messages, go out.
 */
package symposium.kernel.network;
