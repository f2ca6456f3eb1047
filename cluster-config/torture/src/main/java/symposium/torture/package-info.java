/**
 * The torture of a real cluster: several virtual machines, clients that share a store which compares fences, faults
 * from a seed, a history of all that clients did, and a judge of such histories.
 *
 * <p>Options and a seed come in; faults go out to nodes, their histories come in, and a verdict goes out.
 */
package symposium.torture;
