/**
 * Election: of processes with distinct names one is chosen, and all learn who. {@link symposium.election.Election} states the problem over
 * what users ask and are told; each algorithm has a package below this one, and
 * {@link symposium.election.ElectionLaws} what holds of all of them.
 *
 * <p>Each of these packages elects once: any non-empty set of processes may start, each at any moment, the others join when a message
 * reaches them, and the winner is announced to all by messages of a type of their own.
 *
 * <p>Chang and Roberts' algorithm is here first because {@link symposium.ring the ring} needs a leader where both of its tokens are lost.
 */
package symposium.election;
