/**
 * The API of applications: the Akka extension {@link symposium.service.Symposium}, and the services that it provides.
 * Applications import only this package, the packages below it, and {@link symposium.mutex.Fence}.
 *
 * <dl>
 *   <dt>for code outside actors
 *   <dd>{@link symposium.service.lock.Locks}, {@link symposium.service.lock.BlockingLocks}, {@link
 *       symposium.service.election.Elections}; each request results in a {@link symposium.service.lock.Lease} or a
 *       {@link symposium.service.election.Leadership}, or fails with {@link symposium.service.lock.NotGranted}
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
 * <p>{@link symposium.service.MemberRuntime} is implemented by {@code symposium.cluster}; these packages do not depend
 * on it.
 *
 * <p>Calls of applications come in; services and their answers go out.
 */
package symposium.service;
