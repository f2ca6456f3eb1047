/**
 * The link between a member without the role and the node that hosts its requests.
 *
 * <p>{@link symposium.cluster.guest.GuestLink} is one end of the link, and loses no message before the link ends.
 * {@link symposium.cluster.guest.GuestActor} owns the node's end, and ends the requests of a member together with its
 * link. The member's end belongs to {@code LockProxy} in {@code symposium.cluster.lock}.
 *
 * <p>{@linkplain symposium.cluster.guest.GuestMessage Messages} come in; frames go out, and requests to the service of
 * the node.
 */
package symposium.cluster.guest;
