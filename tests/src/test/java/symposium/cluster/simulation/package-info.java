/**
 * Whole nodes in one thread: hosts, links, lock services and their clients run as they are, over a simulated network,
 * membership, scheduler and clock, and a seed determines everything.
 *
 * <p>{@link symposium.cluster.simulation.SimulatedCluster} starts the nodes and injects the faults, {@link
 * symposium.cluster.simulation.SimulatedTime} has the tasks and the timers of their actor system, and {@link
 * symposium.cluster.simulation.ClientHistory} judges what the clients saw.
 *
 * <p>Seeds come in; violations with their steps go out.
 */
package symposium.cluster.simulation;
