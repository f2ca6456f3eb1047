/**
 * Named locks, for applications.
 *
 * <p>Code outside actors uses {@link symposium.service.lock.Locks} and {@link symposium.service.lock.BlockingLocks};
 * actors use the messages of {@link symposium.service.lock.LockService}. A request states its names in {@link
 * symposium.service.lock.Claims}, and results in a {@link symposium.service.lock.Lease}.
 *
 * <p>The owner of a lease must observe these rules:
 *
 * <ol>
 *   <li>Pass the fencing token to the protected resource with every access. The resource rejects a token that is
 *       smaller than a token that it has seen in a mode that excludes it: {@link
 *       symposium.arbitration.resources.FenceMarks}.
 *   <li>Stop when notified of the loss ({@link symposium.service.lock.Lease#lost}, {@link
 *       symposium.service.lock.LockService.Lost}), because other owners may already hold the same names.
 *   <li>When the node is about to leave ({@link symposium.service.lock.LockService.Leaving}), finish within the stated
 *       time and release the lease.
 *   <li>Release each lease exactly once, on every code path, and keep a reference to it until then.
 *   <li>Claim all names that are needed together in one request. Two owners that claim one name after another can wait
 *       for each other forever.
 *   <li>In an actor, give each request an id that no other request of this owner has. Retry after {@code Unavailable},
 *       which may be temporary.
 * </ol>
 *
 * <p>Nothing here depends on the implementation.
 *
 * <p>Claims come in; leases with fencing tokens, their losses, and refusals go out.
 */
package symposium.service.lock;
