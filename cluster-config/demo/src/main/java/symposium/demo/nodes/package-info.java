/**
 * The nodes of a demo.
 *
 * <p>{@link symposium.demo.nodes.LocalCluster} has them in one virtual machine; they are killed, cut off, paused, and
 * lose tokens here.
 *
 * <p>Faults come in; events go out, in one order ({@link symposium.demo.nodes.EventFeed}).
 */
package symposium.demo.nodes;
