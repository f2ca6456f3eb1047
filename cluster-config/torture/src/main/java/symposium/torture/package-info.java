/**
 * The torture of a real cluster: several virtual machines, clients that share a store which compares fences, faults
 * from a seed, and a history of all that clients did, for the judge.
 *
 * <p>Options and a seed come in; faults go out to nodes, what their clients did comes in, and a history goes out.
 */
package symposium.torture;
