/**
 * The search for the leaders of named elections: the reports of the lock services, and the members that watch them.
 *
 * <p>{@link symposium.cluster.leader.LeaderReporting} and {@link symposium.cluster.leader.LeaderWatching} are values
 * that do not use Akka, one for each election on each side. A test explores both together. {@link
 * symposium.cluster.leader.LeaderRegistry} runs the first in the service of a node, and {@link
 * symposium.cluster.leader.LeaderWatchActor} runs the second on each member.
 *
 * <p>Followers and {@linkplain symposium.cluster.leader.LeaderReport reports} come in; states go out to followers.
 */
package symposium.cluster.leader;
