/**
 * Named locks: the service, its clients, and the search for who holds one.
 *
 * <p>{@link symposium.cluster.lock.LockServiceActor} carries out {@link symposium.service.lock.LockService} at a
 * node, {@link symposium.cluster.lock.LockProxy} at a member that is none, {@link
 * symposium.cluster.lock.ClientSessionsActor} for clients that are no members.
 *
 * <p>Requests of owners come in; requests to the process go out, and to owners what becomes of theirs.
 */
package symposium.cluster.lock;
