/**
 * The status of nodes and of the cluster.
 *
 * <p>{@link symposium.service.status.ClusterStatus} lists the locks that are held, their holders, and the waiting
 * requests. The messages are those of {@link symposium.service.status.StatusService}.
 *
 * <p>Nothing here depends on the implementation.
 *
 * <p>Questions come in; the status of nodes, locks and elections goes out.
 */
package symposium.service.status;
