/**
 * The status that a node reports.
 *
 * <p>It covers whether the node serves requests, its own status, and the status of all nodes.
 *
 * <p>Views, steps and questions come in; answers go out.
 */
package symposium.cluster.status;
