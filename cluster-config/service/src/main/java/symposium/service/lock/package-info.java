/**
 * Named locks, for applications.
 *
 * <p>Code outside of actors uses {@link symposium.service.lock.Locks} and {@link
 * symposium.service.lock.BlockingLocks}; actors use the messages of {@link symposium.service.lock.LockService}. {@link
 * symposium.service.lock.Claims} state the names of a request, and a {@link symposium.service.lock.Lease} is the
 * result.
 *
 * <p>The owner of a lease must follow these rules:
 *
 * <ol>
 *   <li>Pass the fencing token to the protected resource, with every use of it. The resource rejects a token that is
 *       smaller than one of a mode that excludes it: {@link symposium.arbitration.resources.FenceMarks}.
 *   <li>Stop when notified of the loss ({@link symposium.service.lock.Lease#lost}, {@link
 *       symposium.service.lock.LockService.Lost}): others may hold the same names already.
 *   <li>When the node is about to leave ({@link symposium.service.lock.LockService.Leaving}), finish within the stated
 *       time, and release.
 *   <li>Release each lease once, on every path, and keep a reference to it until then.
 *   <li>Claim all names that are needed together in one request. Two owners that claim one name after the other can
 *       wait for each other forever.
 *   <li>In an actor: give each request an id that no other request of this owner has, and ask again after {@code
 *       Unavailable}, which may be temporary.
 * </ol>
 *
 * <p>Nothing here depends on the implementation.
 *
 * <p>Claims come in; leases with fences, their losses, and refusals go out.
 */
package symposium.service.lock;
