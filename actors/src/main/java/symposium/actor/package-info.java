/**
 * The typed actor that hosts any {@link symposium.kernel.Protocol}.
 *
 * <p>{@link symposium.actor.ProcessActor} turns messages into events, passes them to the protocol, and carries out
 * the effects of the step in order. It makes no decision of an algorithm. It adds what a pure protocol cannot have:
 * links, a user, timers and a log.
 *
 * <p>Links are Akka's: a message arrives at most once, and messages from one sender to one recipient arrive in the
 * order of sending. Groups of such actors in one JVM, with faults, are in {@code symposium.group} of the test kit.
 *
 * <p>Decisions, and what was rejected:
 *
 * <ul>
 *   <li>A step is logged <em>before</em> its effects are carried out. So a log that keeps the order of its entries
 *       contains the sending of each message before its receipt.
 *   <li>Waiting messages are kept in the order of arrival. After each step the actor receives the first that need not
 *       wait any more. Akka's stash holds back whole mailboxes, not single links.
 *   <li>A process stops when its protocol throws {@link symposium.kernel.InvariantViolation}. The paper excludes its
 *       state, and no proof or check covers its further steps. The others tolerate the stop as one more crash. An
 *       input that no rule admits is the exception: the actor refuses it, and the process continues as if it had not
 *       been asked.
 * </ul>
 *
 * <p>Messages of other processes, inputs and commands come in; messages, outputs and trace events go out.
 */
package symposium.actor;
