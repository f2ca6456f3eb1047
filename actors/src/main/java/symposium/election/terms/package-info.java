/**
 * Elections without end: one leader after the other, each elected in a term of its own by any of the algorithms for one election.
 *
 * <p>Every message carries its term. What is of an older term is discarded; a later term puts an end to whatever went on before, and everyone takes part
 * in it from the algorithm's initial state. So an election never sees what another has left behind, neither in states nor on links.
 *
 * <p>An election begins where somebody asks for it; and where the membership changes, unless the leader is known and alive and no neighbour is
 * new. When the membership has changed, messages of the term so far count no more: they may have been lost. Whoever has missed the news of the
 * leader that way is told of the change, too, and begins the next term; and it knows a term at least as high as any whose messages it
 * has lost, because it has sent or forwarded them. Who asks while an election is under way joins it; who asks once more before it is over, begins
 * the next term, for the one under way may have come to nothing.
 *
 * <p>Messages count over links that the process has. Those who have not been told of a newcomer go on with a ring that leaves it out, and without this
 * two rings would mix in one term: the checker shows how Le Lann's algorithm is refuted by it, on two processes, a newcomer and a crash.
 *
 * <p>Of the algorithms for one election those on a ring serve: there nobody is elected unless a message has passed everyone on it, and so all
 * of them know of the term. On a complete graph that is not so, and the checker shows it on three processes and one crash: the bully elects
 * itself, and dies with what it knows of its term, which then has two leaders; and of Korach, Moran and Zaks' subjects some have been told of a
 * crash when others have not, and take part in the same election.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology, channels
 *   <dd>as the algorithm for one election: a ring
 *   <dt>faults
 *   <dd>processes crash, come and leave, and everyone is told in the end; a process that is cut off from a majority is told that it has no
 *       neighbours; a process that comes in the place of another knows of no term. Of a message lost otherwise nobody is told: then there may be no
 *       leader until somebody asks again. Dolev, Klawe and Rodeh's algorithm and Le Lann's are refuted by such a loss; Chang and Roberts',
 *       Franklin's and both of Peterson's go on, on up to three processes and one loss; of Hirschberg and Sinclair's that is not known.
 *   <dt>users
 *   <dd>any of them may ask for an election, at any moment
 * </dl>
 *
 * <h2>What is promised</h2>
 *
 * <p>Of one term there is at most one leader. Terms grow, at each process and so for whatever is fenced with them. While nobody who is alive is
 * taken for dead, at most one process has been told that it leads, and not yet that its term is over. In a partition one that is cut off may believe that it
 * leads until it is told that it is cut off.
 *
 * <p>Checked in every interleaving for each of the seven: up to three processes that ask, one crash of three and two of four, a newcomer among
 * three and one crash besides, a partition of three; of Hirschberg and Sinclair's, of which so much is under way at once, only what two
 * of three can do, without newcomers.
 */
package symposium.election.terms;
