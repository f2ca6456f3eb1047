/**
 * All that an application imports is here and in the packages below, but for {@link symposium.mutex.Fence}: the Akka
 * extension {@link symposium.service.Symposium}, and what it gives.
 *
 * <dl>
 *   <dt>for code that is no actor
 *   <dd>{@link symposium.service.lock.Locks}, {@link symposium.service.lock.BlockingLocks}, {@link
 *       symposium.service.election.Elections}; what they give is a {@link symposium.service.lock.Lease} or a {@link
 *       symposium.service.election.Leadership}, or fails with {@link symposium.service.lock.NotGranted}
 *   <dt>for actors
 *   <dd>the messages of {@link symposium.service.lock.LockService}, {@link symposium.service.election.LeaderWatch} and
 *       {@link symposium.service.status.StatusService}
 *   <dt>for both
 *   <dd>{@link symposium.service.lock.Claims}, {@link symposium.service.election.LeaderState}, {@link
 *       symposium.service.status.ClusterStatus}
 *   <dt>for comparing the algorithms of the catalogue
 *   <dd>{@link symposium.service.participant.Node}, and the messages of {@link symposium.service.participant.Lock},
 *       {@link symposium.service.participant.Philosopher} and {@link symposium.service.participant.LeaderElection}
 * </dl>
 *
 * <p>{@link symposium.service.MemberRuntime} is what carries it out: {@code symposium.cluster}, of which these
 * packages know nothing.
 *
 * <p>Calls of applications come in; services and their answers go out.
 */
package symposium.service;
