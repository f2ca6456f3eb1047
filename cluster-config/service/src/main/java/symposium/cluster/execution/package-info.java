/**
 * The additions to Akka that a node needs.
 *
 * <p>Executors that run an actor on the thread that sends to it, or callbacks apart from actors; the watch of owners;
 * the limit of a frame; where the actors of a node are.
 *
 * <p>Nothing here knows of membership, hosts or locks.
 *
 * <p>Tasks and messages come in; they go out to a thread, that of the sender or one of Akka.
 */
package symposium.cluster.execution;
