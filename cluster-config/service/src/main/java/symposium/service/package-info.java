/**
 * All that an application imports, but for {@link symposium.mutex.Fence}: the Akka extension {@link
 * symposium.service.Symposium}, and what it gives.
 *
 * <dl>
 *   <dt>for code that is no actor
 *   <dd>{@link symposium.service.Locks}, {@link symposium.service.BlockingLocks}, {@link symposium.service.Elections};
 *       what they give is a {@link symposium.service.Lease} or a {@link symposium.service.Leadership}, or fails with
 *       {@link symposium.service.NotGranted}
 *   <dt>for actors
 *   <dd>the messages of {@link symposium.service.LockService}, {@link symposium.service.LeaderWatch} and {@link
 *       symposium.service.StatusService}
 *   <dt>for both
 *   <dd>{@link symposium.service.Claims}, {@link symposium.service.LeaderState}, {@link
 *       symposium.service.ClusterStatus}
 *   <dt>for comparing the algorithms of the catalogue
 *   <dd>{@link symposium.service.Node}, and the messages of {@link symposium.service.Lock}, {@link
 *       symposium.service.Philosopher} and {@link symposium.service.LeaderElection}
 * </dl>
 *
 * <p>{@link symposium.service.MemberRuntime} is what carries it out: {@code symposium.cluster}, of which this package
 * knows nothing.
 */
package symposium.service;
