/**
 * What makes a JVM a node: its configuration, the membership of the cluster turned into neighbours, and the lock that applications
 * use.
 *
 * <p>A node is an actor system with a handful of actors:
 *
 * <dl>
 *   <dt>{@link symposium.cluster.Membership}
 *   <dd>listens to the cluster and says who the members are, in the order of the ring, and who has departed
 *   <dt>{@link symposium.cluster.Host}
 *   <dd>hosts the process, and tells it of the membership
 *   <dt>{@link symposium.cluster.Post}
 *   <dd>lies where every other node knows to find it, and hands on what they send
 *   <dt>{@link symposium.cluster.Lock}
 *   <dd>queues the applications of this node behind the one user that a process has
 * </dl>
 *
 * <p>Decisions, and what was rejected:
 *
 * <ul>
 *   <li>The others' posts are found by their path under the address of the member. The receptionist would tell of them later than the
 *       membership does, and a message might be for somebody who is not known yet.
 *   <li>A node announces its number and its configuration as roles, which is the one thing about a member that all others learn no
 *       later than that it exists.
 *   <li>A member that is unreachable stays in the ring until it is removed: whether it is dead is for the split brain resolver to say.
 *       But a node that does not see a majority counts as cut off at once, for the others may be about to remove it.
 *   <li>A member that leaves in good order is treated as one that crashes. It costs a regeneration, and there is one way to depart,
 *       which is the one that is checked.
 * </ul>
 */
package symposium.cluster;
