/**
 * The torture of a real cluster: several virtual machines, clients that share a store which compares fences, faults
 * from a seed, a history of all that clients did, and a judge of such histories.
 */
package symposium.torture;
