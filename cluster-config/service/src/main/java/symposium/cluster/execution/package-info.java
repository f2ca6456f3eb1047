/**
 * The additions to Akka that a node needs.
 *
 * <p>These are executors that run an actor on the thread that sends to it, or callbacks separately from actors; the
 * watch of owners; the size limit of a frame; and the locations of the actors of a node.
 *
 * <p>This package does not depend on membership, hosts or locks.
 *
 * <p>Tasks and messages come in; they go out to a thread, either the sender's or one of Akka's.
 */
package symposium.cluster.execution;
