/**
 * Whole nodes in one thread: all that a node runs, from its guardian down, and its clients run as they are, over a
 * simulated network, membership, receptionist, scheduler and clock, and a seed determines everything.
 *
 * <p>{@link symposium.cluster.simulation.SimulatedCluster} starts nodes and injects faults. {@link
 * symposium.cluster.simulation.SimulatedNode} is one of them, with its own actor system; {@link
 * symposium.cluster.simulation.SimulatedTime} has the tasks and the timers of all. {@link
 * symposium.cluster.simulation.SimulatedProvider} makes the references to other nodes, whose messages {@link
 * symposium.cluster.simulation.SimulatedNetwork} carries as bytes. {@link symposium.cluster.simulation.ClientHistory}
 * judges what the {@linkplain symposium.cluster.simulation.NodeClient clients of members} and the {@linkplain
 * symposium.cluster.simulation.SessionClient clients outside the cluster} saw, and {@link
 * symposium.cluster.simulation.FailureReports} hears of actors that fail.
 *
 * <p>Seeds come in; violations with their steps go out.
 */
package symposium.cluster.simulation;
