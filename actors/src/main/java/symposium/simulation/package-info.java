/**
 * The simulation: one run of an algorithm in virtual time, with its messages counted.
 *
 * <p>{@link symposium.simulation.Simulation} runs the same protocol objects as the actors, on a
 * {@link symposium.simulation.Network} of any size. Time is a whole number of ticks and passes only between events.
 * {@link symposium.simulation.Durations} determines how long messages are in transit,
 * {@link symposium.simulation.Workload} when users make requests. {@link symposium.simulation.Metrics} contains the
 * counts.
 *
 * <p>The arguments, seed included, determine a run. Events at the same tick are ordered by the process that caused
 * them: the sender of a message, or the process of a user or a timer. The order of processes is that of their names,
 * unless the network is {@linkplain symposium.kernel.RelabelledTopology relabelled}. Events caused by one process
 * keep their order. So messages that arrive together are received in the order of their senders, and FIFO links keep
 * their order.
 *
 * <p>{@link symposium.simulation.ScheduledFault Scheduled faults} affect processes and links at given ticks; other
 * processes are notified later. The simulation checks the invariants of the problem, and those of the algorithm that
 * can be checked step by step.
 *
 * <p>The events of a tick are sorted once, when the tick begins. Apart from that, the time for an event is
 * independent of the number of processes and of messages in transit.
 */
package symposium.simulation;
