/**
 * Named locks: the service, its clients, and the search for the holder of a lock.
 *
 * <p>Three actors implement {@link symposium.service.lock.LockService}: {@link
 * symposium.cluster.lock.LockServiceActor} on a node, {@link symposium.cluster.lock.LockProxy} on a member that is not
 * a node, and {@link symposium.cluster.lock.ClientSessionsActor} for clients that are not members.
 *
 * <p>{@code ForwardedRequest} and {@code LockHosts} are values that do not use Akka, and {@code LockProxy} runs them.
 * There is one of the former for each request, and one of the latter for the nodes that may host the requests. A test
 * explores both together.
 *
 * <p>{@code KeptSession} is also such a value. It represents one client session, and {@code ClientSession} runs it.
 * {@code SessionSearch} represents the search for a session, and {@code ClientSessionsActor} runs it. One test
 * explores the session with its client and the service of its node. Another explores the searches of two nodes.
 *
 * <p>Requests of owners come in; requests to the process, and the answers to owners, go out.
 */
package symposium.cluster.lock;
