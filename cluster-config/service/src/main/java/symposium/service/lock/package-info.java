/**
 * Named locks, for applications.
 *
 * <p>{@link symposium.service.lock.Locks} and {@link symposium.service.lock.BlockingLocks} for code that is no actor,
 * the messages of {@link symposium.service.lock.LockService} for actors; {@link symposium.service.lock.Claims} say
 * what is asked for, a {@link symposium.service.lock.Lease} is what is held.
 *
 * <p>Nothing here knows what carries it out.
 *
 * <p>Claims come in; leases with fences, their losses, and refusals go out.
 */
package symposium.service.lock;
