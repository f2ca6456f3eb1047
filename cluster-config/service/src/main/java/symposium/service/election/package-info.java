/**
 * Named elections, for applications.
 *
 * <p>{@link symposium.service.election.Elections} for code that is no actor, {@link
 * symposium.service.election.LeaderWatch} for actors. An election is a named lock of which everybody may know the
 * holder.
 *
 * <p>Nothing here knows what carries it out.
 *
 * <p>A campaign comes in; leadership with its fence, its end, and news of other leaders go out.
 */
package symposium.service.election;
