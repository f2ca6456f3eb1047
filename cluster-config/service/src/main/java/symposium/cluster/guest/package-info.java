/**
 * Members of the cluster without the role, which host nothing: what they and the node that hosts their requests say to
 * each other.
 *
 * <p>{@link symposium.cluster.guest.GuestLink} is one end of the link between the two, which loses nothing while both
 * keep it; {@link symposium.cluster.guest.GuestActor} has that of the node, and ends the requests of a member with its
 * link.
 *
 * <p>{@linkplain symposium.cluster.guest.GuestMessage Messages} come in; frames go out, and requests to the service of
 * the node.
 */
package symposium.cluster.guest;
