/**
 * Named locks and elections in memory, for the unit tests of applications: {@link symposium.testkit.LocksTestKit}. The
 * processes of several nodes, and their network, run in one actor system without a cluster. Each node runs the same
 * service and the same algorithm as a node of a cluster. Modes, permits, fencing tokens and the order of grants are
 * therefore those of a cluster.
 *
 * <p>Calls of a test come in: nodes that start, are cut off, or stop. The services of a cluster go out.
 */
package symposium.testkit;
