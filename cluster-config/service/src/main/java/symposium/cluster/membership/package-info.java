/**
 * The membership of the cluster.
 *
 * <p>{@link symposium.cluster.membership.ClusterMembership} turns the events of the cluster into a {@link
 * symposium.service.member.MembershipView}. {@link symposium.cluster.membership.NodeDescriptor} holds the number and
 * the configuration of each node. {@link symposium.cluster.membership.IslandWatch} ends a node that is in a separate
 * cluster without a majority. {@link symposium.cluster.membership.RemovalNotice} notifies a node of its removal.
 *
 * <p>Events of the cluster come in; views go out.
 */
package symposium.cluster.membership;
