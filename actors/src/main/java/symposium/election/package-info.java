/**
 * Election: of processes with distinct names one is chosen, and all learn who. {@link symposium.election.Election} states the problem over
 * what users ask and are told; each algorithm has a package below this one.
 *
 * <p>Chang and Roberts' algorithm is here first because {@link symposium.ring the ring} needs a leader where both of its tokens are lost.
 */
package symposium.election;
