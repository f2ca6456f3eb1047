/**
 * The status that a node reports.
 *
 * <p>Whether it serves requests, its status and that of all nodes.
 *
 * <p>Views, steps and questions come in; answers go out.
 */
package symposium.cluster.status;
