/**
 * The services of the one user of a process.
 *
 * <p>A lock, a philosopher or an election without a name, for comparing the algorithms of the catalogue.
 *
 * <p>Commands of applications come in; inputs of the process go out.
 */
package symposium.cluster.participant;
