/**
 * The types in which every algorithm is written.
 *
 * <p>A {@link symposium.kernel.Protocol} defines what one process does on one {@link symposium.kernel.Event}, as a
 * pure function from a state to a {@link symposium.kernel.Step}, without clock, randomness, threads, input or output.
 * Time and choice are events, and all actions are {@link symposium.kernel.Effect effects}. The actors, the checker and
 * the simulation run the same object.
 *
 * <p>Terms:
 *
 * <dl>
 *   <dt>process
 *   <dd>a participant, named by a {@link symposium.kernel.ProcessId}
 *   <dt>neighbour
 *   <dd>the process at the other end of a link, with the side of the link; a process knows nothing else about the
 *       network
 *   <dt>user
 *   <dd>an application or a philosopher that sends inputs to a process and receives its outputs
 *   <dt>problem
 *   <dd>the inputs and outputs of users and the invariants over them, the same for all algorithms
 *   <dt>rule
 *   <dd>one transition of an algorithm, under the paper's own label
 *   <dt>invariant
 *   <dd>a named predicate that holds in every reachable state
 * </dl>
 *
 * <p>Design decisions, and rejected alternatives:
 *
 * <ul>
 *   <li>A message is sent to a {@link symposium.kernel.Neighbour}, not to a name. In a ring of two, the left and the
 *       right neighbour are the same process over two links. A process must be able to distinguish the side from which
 *       a message arrived.
 *   <li>A protocol can defer a message ({@link symposium.kernel.Protocol#admits}), which is the guarded reception of
 *       CSP. The message and all messages behind it on that link wait. The alternative, a list of postponed messages
 *       in the state, would repeat the same mechanism in each such algorithm.
 *   <li>A message waits until its sender is a neighbour of its recipient. It is received even if the sender is no
 *       longer a neighbour, unless the sender has departed. Neighbours are notified of a change one after another, and
 *       earlier messages must not be lost because of that.
 *   <li>Timers have names but no durations. The host determines durations. In the checker, a running timer can expire
 *       at any moment.
 *   <li>A crash is not an event of the crashed process. The other processes are notified by {@code NeighboursChanged}.
 * </ul>
 *
 * <p>Events come in; steps, each by a rule and with effects, go out.
 */
package symposium.kernel;
