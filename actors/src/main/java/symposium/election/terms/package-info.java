/**
 * Elections without end: one leader after the other, each elected in a term of its own by any of the algorithms for one election.
 *
 * <p>Every message carries its term. What is of an older term is discarded; a later term puts an end to whatever went on before, and everyone takes part
 * in it from the algorithm's initial state. So an election never sees what another has left behind, neither in states nor on links.
 *
 * <p>An election begins where somebody asks for it; and where the membership changes, unless the leader is known and alive and no neighbour is
 * new. When the membership has changed, messages of the term so far count no more: they may have been lost. Whoever has missed the news of the
 * leader that way is told of the change, too, and begins the next term; and it knows a term at least as high as any whose messages it
 * has lost, because it has sent or forwarded them.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology, channels
 *   <dd>as the algorithm for one election
 *   <dt>faults
 *   <dd>processes crash, come and leave, and everyone is told in the end; a process that is cut off from a majority is told that it has no
 *       neighbours
 *   <dt>users
 *   <dd>any of them may ask for an election, at any moment
 * </dl>
 *
 * <h2>What is promised</h2>
 *
 * <p>Of one term there is at most one leader. Terms grow, at each process and so for whatever is fenced with them. Two processes may believe that they
 * lead, one of an older term than the other, until the former hears of the latter, or that it is cut off.
 */
package symposium.election.terms;
