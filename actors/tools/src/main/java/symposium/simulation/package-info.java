/**
 * The simulation: one run of an algorithm in virtual time, with its messages counted.
 *
 * <p>A {@link symposium.simulation.Simulation} says what is to be run: the same protocols as the actors run, on a
 * {@link symposium.simulation.Network} of any size. A {@link symposium.simulation.Run} runs it. Time is a whole
 * number of ticks and passes only between events. {@link symposium.simulation.Durations} determine how long messages
 * travel and timers run, a {@link symposium.simulation.Workload} determines when users ask, and {@link
 * symposium.simulation.Metrics} hold the counts.
 *
 * <p>A simulation and its seed determine the run. Events of the same tick happen in the order of the processes that
 * cause them: the sender of a message, the process of a user or of a timer. Processes are ordered by name, unless the
 * network {@linkplain symposium.kernel.topology.RelabelledTopology relabels} them. Events that one process causes
 * happen in the order in which it causes them. So messages that arrive together are received in the order of their
 * senders, and a FIFO link keeps its order.
 *
 * <p>{@linkplain symposium.simulation.ScheduledFault Faults} happen to processes and links at given ticks; other
 * processes are notified later. The run checks the invariants of the problem, and those of the algorithm that can be
 * followed step by step.
 *
 * <p>At saturation some requests always wait. A run that stops at its last entry has already sent their messages,
 * which belong to none of its entries. A simulation can limit the demands instead: the run ends when each is served.
 *
 * <p>The events of a tick are sorted once, when the tick comes. Otherwise the time of an event depends neither on the
 * number of processes nor on the number of messages in transit.
 *
 * <p>{@code Run} takes the events from its {@code EventQueue}, lets processes take steps, and performs the effects.
 * {@code Users}, {@link symposium.kernel.runtime.ProcessRuntime}, {@code Transport} and {@link
 * symposium.kernel.network.NetworkState} hold the state of users, of messages that wait, of links and of faults.
 *
 * <p>A simulation with a seed comes in; metrics, trace events and violations go out.
 */
package symposium.simulation;
