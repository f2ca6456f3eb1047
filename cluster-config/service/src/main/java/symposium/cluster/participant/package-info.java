/**
 * The services of a node for the one user of its process.
 *
 * <p>A lock, a philosopher or an election without a name, for comparing the algorithms of the catalogue.
 *
 * <p>Commands of applications come in; inputs of the process go out. {@link
 * symposium.cluster.participant.ParticipantActor} has the rules that the lock and the philosopher share. Applications
 * do not queue for a leader.
 */
package symposium.cluster.participant;
