/**
 * The status of nodes and of the cluster.
 *
 * <p>{@link symposium.service.status.ClusterStatus} lists which locks are held, by whom, and who waits; the messages
 * are those of {@link symposium.service.status.StatusService}.
 *
 * <p>Nothing here depends on the implementation.
 *
 * <p>Questions come in; the status of nodes, locks and elections goes out.
 */
package symposium.service.status;
