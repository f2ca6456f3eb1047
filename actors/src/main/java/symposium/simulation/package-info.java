/**
 * The simulation: one run of an algorithm in virtual time, with its messages counted.
 *
 * <p>{@link symposium.simulation.Simulation} lets the very records that the actors run act on a {@link symposium.simulation.Network} of
 * any size. Time is a whole number of ticks and passes only between happenings; {@link symposium.simulation.Durations} says how long messages
 * travel, {@link symposium.simulation.Workload} when users ask. The {@link symposium.simulation.Metrics} says what was counted.
 *
 * <p>A run is determined by what it is given, its seed included. What happens at the same tick happens in the order of the processes that
 * caused it (the sender of a message, the process of a user or a timer), as the network has it, which is that of their names unless they
 * are {@linkplain symposium.kernel.RelabelledTopology seated} otherwise, and of one process in the order in which it was caused. So messages that
 * arrive together are taken in the order of their senders, and a link that is to keep its order keeps it.
 *
 * <p>{@link symposium.simulation.ScheduledFault Mishaps} befall processes and links at given ticks; others hear of them later. The run is held to
 * the laws of the problem, and to as many of the algorithm's as can be followed step by step.
 *
 * <p>What happens at a tick is sorted once, when the tick comes; the rest of a happening costs a time that depends neither on the number of
 * processes nor on how much is under way.
 */
package symposium.simulation;
