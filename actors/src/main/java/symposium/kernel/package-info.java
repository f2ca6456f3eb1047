/**
 * The kernel: the types in which every algorithm is written.
 *
 * <p>An algorithm is a {@link symposium.kernel.Protocol}: a pure function that maps the state of one process and an
 * {@link symposium.kernel.Event} to a {@link symposium.kernel.Step}. It uses no clock, no randomness, no thread and
 * no I/O. Time and choice come in as events; everything goes out as {@link symposium.kernel.Effect effects}. So
 * actors, checker and simulation run the same object.
 *
 * <p>Terms:
 *
 * <dl>
 *   <dt>process
 *   <dd>a participant, named by a {@link symposium.kernel.ProcessId}
 *   <dt>neighbour
 *   <dd>the process at the other end of a link, with the side of the link; all that a process knows of the network
 *   <dt>user
 *   <dd>the client of a process, such as an application or a philosopher: it makes requests and receives outputs
 *   <dt>problem
 *   <dd>the inputs and outputs of users and the invariants between them, common to all algorithms that solve it
 *   <dt>rule
 *   <dd>a transition of an algorithm, under the paper's own label
 *   <dt>invariant
 *   <dd>a named predicate that holds in every reachable state
 * </dl>
 *
 * <p>Decisions, and what was rejected:
 *
 * <ul>
 *   <li>A message is sent to a {@link symposium.kernel.Neighbour}, not to a name. In a ring of two the left and the
 *       right neighbour are the same process over two links, and a process must be able to tell from which side a
 *       message came.
 *   <li>A protocol may decline a message for the time being ({@link symposium.kernel.Protocol#admits}): the guarded
 *       reception of CSP. The message waits, and all later ones on that link wait behind it. The alternative, a list
 *       of postponed messages in the state, would repeat the same code in every algorithm that needs it.
 *   <li>A message waits until its sender is a neighbour of its recipient. A message from a former neighbour is
 *       received unless the sender has departed. Processes learn of a change one after the other, and a change must
 *       not lose messages sent before it.
 *   <li>Timers have names and no durations. The host sets the durations; the checker lets a running timer expire at
 *       any time.
 *   <li>A crash is not an event of the crashed process. The others are notified by {@code NeighboursChanged}.
 * </ul>
 */
package symposium.kernel;
