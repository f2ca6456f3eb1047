/**
 * What Akka provides for, but not in this form.
 *
 * <p>Executors that run an actor on the thread that sends to it, or callbacks apart from actors; the watch of owners;
 * the limit of a frame; where the actors of a node are.
 *
 * <p>Nothing here knows of membership, hosts or locks.
 */
package symposium.cluster.execution;
