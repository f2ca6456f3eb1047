/**
 * The fault-injection test of a real cluster (Jepsen-style), called torture. Several JVMs run clients that share a
 * store which compares fencing tokens. Faults come from a seed, and the clients record a history of all their
 * operations, for the judge.
 *
 * <p>Options and a seed come in; faults go out to nodes, what their clients did comes in, and a history goes out.
 */
package symposium.torture;
