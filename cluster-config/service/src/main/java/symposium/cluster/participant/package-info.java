/**
 * The services of a node for the one user of its process.
 *
 * <p>These are a lock, a philosopher or an election, each without a name, for comparing the algorithms of the
 * catalogue.
 *
 * <p>Commands of applications come in; inputs of the process go out. {@link
 * symposium.cluster.participant.ParticipantActor} implements the rules that the lock and the philosopher share.
 * Applications do not queue for a leader.
 */
package symposium.cluster.participant;
