/**
 * Formulas over global states, in a small language of its own: what a user asks of an algorithm without writing Java.
 *
 * <p>{@link symposium.formula.Formula} reads and evaluates one. A formula speaks of the components of the records that
 * are the states of processes and users, by their names.
 */
package symposium.formula;
