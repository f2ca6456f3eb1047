/**
 * The additions to Akka that a node needs.
 *
 * <p>This package has executors that run an actor on the thread that sends to it, or callbacks separately from actors.
 * It also has the watch of owners, the size limit of a frame, the paths of the actors of a node, and the errors
 * of settings that Akka cannot use.
 *
 * <p>This package does not depend on membership, hosts or locks.
 *
 * <p>Tasks and messages come in; they go out to a thread, either the sender's or one of Akka's.
 */
package symposium.cluster.execution;
