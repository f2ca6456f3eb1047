/**
 * The typed actor that hosts any {@link symposium.kernel.Protocol}, and groups of such actors in one JVM.
 *
 * <p>Nothing here decides anything that an algorithm decides: {@link symposium.actor.ProcessActor} turns messages into events,
 * hands them to the protocol, and carries out the effects of the step, in order. What it adds is only what a protocol cannot have
 * because it is pure: links, a user, timers, and somebody who writes down what happened.
 *
 * <p>Links are Akka's: a message arrives at most once, and messages of one sender to one recipient arrive in the order of sending. In
 * a group they can be made to fail and to recover, processes to come and to leave, as the checker lets them.
 *
 * <p>Decisions, and what was rejected:
 *
 * <ul>
 *   <li>A step is written down <em>before</em> its effects are carried out. So in a log that takes entries in the order in which
 *       they are handed in, no message is received before the step that sent it.
 *   <li>Messages that have to wait are kept in the order of arrival, and after each step the first one that may be received is.
 *       Akka's own stash holds whole mailboxes back, not single links.
 *   <li>A process whose protocol is {@link symposium.kernel.InvariantViolation} stops. Its state is one that the paper says cannot be, and
 *       nothing that it would do from there on is covered by any proof or check; stopped, it is one more crash, which the others
 *       survive. The exception is a user who asks out of turn: the question is refused, and the process goes on as if it had not been
 *       asked.
 * </ul>
 */
package symposium.actor;
