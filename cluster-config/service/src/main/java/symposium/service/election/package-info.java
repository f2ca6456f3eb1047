/**
 * Named elections, for applications.
 *
 * <p>Code outside of actors uses {@link symposium.service.election.Elections}; actors use {@link
 * symposium.service.election.LeaderWatch}. An election is a named lock with a holder that everyone may know.
 *
 * <p>Nothing here depends on the implementation.
 *
 * <p>A campaign comes in; leadership with its fence, its end, and news of other leaders go out.
 */
package symposium.service.election;
