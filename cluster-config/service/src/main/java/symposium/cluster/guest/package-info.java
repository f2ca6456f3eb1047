/**
 * The link between a member without the role and the node that hosts its requests.
 *
 * <p>{@link symposium.cluster.guest.GuestLink} is one end of it, and loses no message before it ends. {@link
 * symposium.cluster.guest.GuestActor} owns the end of the node, and ends the requests of a member with its link. The
 * member's end belongs to {@code LockProxy} in {@code symposium.cluster.lock}.
 *
 * <p>{@linkplain symposium.cluster.guest.GuestMessage Messages} come in; frames go out, and requests to the service of
 * the node.
 */
package symposium.cluster.guest;
