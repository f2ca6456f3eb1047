/**
 * The services of a node that runs an algorithm of the catalogue.
 *
 * <p>{@link symposium.service.participant.Node} has a {@link symposium.service.participant.Lock}, a {@link
 * symposium.service.participant.Philosopher} or a {@link symposium.service.participant.LeaderElection}, for comparing
 * algorithms. Applications that need locks should use {@link symposium.service.lock}.
 *
 * <p>Nothing here depends on the implementation.
 *
 * <p>Requests to a process with one user come in; grants, losses and news go out.
 */
package symposium.service.participant;
