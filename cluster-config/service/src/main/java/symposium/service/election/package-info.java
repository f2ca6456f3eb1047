/**
 * Named elections, for applications.
 *
 * <p>Code outside actors uses {@link symposium.service.election.Elections}; actors use {@link
 * symposium.service.election.LeaderWatch}. An election is a named lock, and every member can learn its holder.
 *
 * <p>Nothing here depends on the implementation.
 *
 * <p>A campaign comes in; leadership with its fencing token, its end, and news of other leaders go out.
 */
package symposium.service.election;
