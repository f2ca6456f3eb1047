/**
 * The simulation: one run of an algorithm in virtual time, with its messages counted.
 *
 * <p>{@link symposium.simulation.Simulation} lets the very records that the actors run act on a {@link symposium.simulation.Network} of
 * any size. Time is a whole number of ticks and passes only between happenings; {@link symposium.simulation.Times} says how long messages
 * travel, {@link symposium.simulation.Users} when users ask. The {@link symposium.simulation.Tally} says what was counted.
 *
 * <p>A run is determined by what it is given, its seed included. What happens at the same tick happens in the order of the processes that
 * caused it (the sender of a message, the process of a user or a timer), and of one process in the order in which it was caused. So
 * messages that arrive together are taken in the order of their senders, and a link that is to keep its order keeps it.
 *
 * <p>There are no faults here: nothing is lost, nobody crashes. Those are for the checker.
 *
 * <p>Each happening costs a time logarithmic in what is under way, whatever the number of processes.
 */
package symposium.simulation;
