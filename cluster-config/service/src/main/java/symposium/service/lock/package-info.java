/**
 * Named locks, for applications.
 *
 * <p>{@link symposium.service.lock.Locks} and {@link symposium.service.lock.BlockingLocks} for code that is no actor,
 * the messages of {@link symposium.service.lock.LockService} for actors; {@link symposium.service.lock.Claims} say
 * what is asked for, a {@link symposium.service.lock.Lease} is what is held.
 *
 * <p>What the owner of a lease has to do:
 *
 * <ol>
 *   <li>Hand the fence to what the names protect, with every use of it. The protected resource refuses a fence that
 *       is smaller than one of a mode that excludes it: {@link symposium.arbitration.resources.FenceMarks}.
 *   <li>Stop when told of the loss ({@link symposium.service.lock.Lease#lost}, {@link
 *       symposium.service.lock.LockService.Lost}): others may hold the same names already.
 *   <li>When the node is about to leave ({@link symposium.service.lock.LockService.Leaving}), finish within the stated
 *       time, and release.
 *   <li>Release each lease once, on every path, and refer to it until then.
 *   <li>Claim in one request what is needed together. Two owners that claim one name after the other can wait for each
 *       other for ever.
 *   <li>Of an actor: give each request an id that no other request of this owner has, and ask again after {@code
 *       Unavailable}, which may pass.
 * </ol>
 *
 * <p>Nothing here knows what carries it out.
 *
 * <p>Claims come in; leases with fences, their losses, and refusals go out.
 */
package symposium.service.lock;
