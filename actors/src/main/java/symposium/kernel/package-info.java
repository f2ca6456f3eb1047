/**
 * What every algorithm is written in.
 *
 * <p>An algorithm is a {@link symposium.kernel.Protocol}: what one process does on one {@link symposium.kernel.Event}, as a
 * pure function from a state to a {@link symposium.kernel.Step}. There is no clock, no randomness, no thread and no input or
 * output in it. Time and choice come in as events; everything goes out as {@link symposium.kernel.Effect effects}. So the very
 * object that an actor runs is the one that the checker explores and the simulation counts.
 *
 * <p>The words:
 *
 * <dl>
 *   <dt>process
 *   <dd>one participant, named by a {@link symposium.kernel.ProcessId}
 *   <dt>neighbour
 *   <dd>a process at the other end of one of its links, and on which side; all that a process knows of the network
 *   <dt>user
 *   <dd>who asks a process for something and is told of it: an application, or a philosopher
 *   <dt>problem
 *   <dd>what users may ask, what they are told, and which laws hold between them, whatever the algorithm
 *   <dt>rule
 *   <dd>one transition of an algorithm, under the paper's own label
 *   <dt>law
 *   <dd>a named predicate that holds in every reachable state
 * </dl>
 *
 * <p>Decisions, and what was rejected:
 *
 * <ul>
 *   <li>A message is sent to a {@link symposium.kernel.Neighbour}, not to a name. In a ring of two the left and the right
 *       neighbour are the same process over two links, and a process must be able to tell from which side a message came.
 *   <li>A protocol may decline a message for the time being ({@link symposium.kernel.Protocol#admits}): the guarded reception of
 *       CSP. The message, and all behind it on that link, waits. The alternative, a list of postponed messages in the state of
 *       every algorithm that needs it, hides the same thing in every algorithm anew.
 *   <li>A message waits until its sender has become a neighbour of its recipient, and is received even when it is one no more, unless it has
 *       departed. Neighbours hear of a change one after the other, and what was sent over a link before is not to be lost with it.
 *   <li>Timers have names and no durations. How long a name lasts is the host's business; the checker lets a timer that runs
 *       expire at any moment.
 *   <li>A crash is not an event of the process that crashes. It is seen by the others, as {@code NeighboursChanged}.
 * </ul>
 */
package symposium.kernel;
