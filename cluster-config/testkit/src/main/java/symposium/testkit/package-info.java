/**
 * Named locks and elections in memory, for the unit tests of applications: {@link symposium.testkit.LocksTestKit}. The
 * processes of several nodes, and their network, live in one actor system without a cluster. Modes, permits, fencing
 * tokens and the order of grants are those of a cluster: each node runs the same service over the same algorithm.
 *
 * <p>Calls of a test come in: nodes that start, are cut off, stop; the services of a cluster go out.
 */
package symposium.testkit;
