/**
 * Named locks: the service, its clients, and the search for who holds one.
 *
 * <p>{@link symposium.cluster.lock.LockServiceActor} carries out {@link symposium.service.lock.LockService} at a
 * node, {@link symposium.cluster.lock.LockProxy} at a member that is none, {@link
 * symposium.cluster.lock.ClientSessionsActor} for clients that are no members.
 *
 * <p>{@code ForwardedRequest} and {@code LockHosts} are values without Akka, which {@code LockProxy} carries out: one
 * for each request, and one for the nodes that may host them. A test explores both together.
 *
 * <p>{@code KeptSession} is such a value, too: one client session, which {@code ClientSession} carries out; and so is
 * {@code SessionSearch}, the search for one, which {@code ClientSessionsActor} carries out. A test explores the session
 * with its client and the service of its node, and another the searches of two nodes.
 *
 * <p>Requests of owners come in; requests to the process go out, and to owners what becomes of theirs.
 */
package symposium.cluster.lock;
