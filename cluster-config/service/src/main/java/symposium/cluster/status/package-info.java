/**
 * What a node says of itself.
 *
 * <p>Whether it serves requests, its status and that of all nodes.
 *
 * <p>Views, steps and questions come in; answers go out.
 */
package symposium.cluster.status;
