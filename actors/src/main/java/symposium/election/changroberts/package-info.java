/**
 * E. Chang and R. Roberts, <em>An improved algorithm for decentralized extrema-finding in circular configurations of processes</em>,
 * Communications of the ACM 22(5), 1979; here after M. Raynal's chapter, section 5.2.
 *
 * <p>Selective extinction: whoever initiates an election sends its number to the left; a greater number is passed on, a smaller one is
 * replaced by one's own, or dropped by whoever takes part already. A number that comes back to its process has met no greater one: that
 * process is elected, and says so in a second round.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a ring of any number of processes, one included, in any order of their names; messages go to the left only
 *   <dt>channels
 *   <dd>no losses, no doublings; first in, first out. Where the news of an election is overtaken by a candidate, it ends the part that its
 *       recipient takes after the candidate has passed, and two processes and one initiation each suffice for nobody to be told any more
 *   <dt>faults
 *   <dd>none: no crashes, and the ring does not change. Who knows of a change starts anew, as {@link symposium.ring the ring} does
 *   <dt>users
 *   <dd>any of them may initiate, at any moment and again after it has been told of a leader; the others are told without having asked
 * </dl>
 *
 * <h2>What it costs, on a ring of n</h2>
 *
 * <p>From n messages of type election, when the greatest alone initiates, to <b>n(n+1)/2</b>, when all do and the names decrease to the left; n
 * times the n-th harmonic number on average over all orders when all initiate at once. And <b>n</b> of type elected.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>{@code j < my_number and participant}: the bar over "participant" is lost. Read as printed, a process that does not take part drops a
 *       smaller number, and its initiator waits forever.
 *   <li>A decision to initiate by a process that takes part already sends nothing (e.1): its number, or a greater one, is on its way.
 *   <li>The news goes round once and stops at the leader, as printed ({@code if j <> my_number}); the leader is the last to set its
 *       co-ordinator.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>Every set of initiators, each at any moment: 4, 29, 182 and 1022 states for n = 1 to 4, and 7, 92 and 979 for n = 1 to 3 when each may
 * initiate twice. Every rule fires from n = 2 on. There are never two leaders, the leader has the greatest name, and nobody who has
 * initiated waits forever.
 */
package symposium.election.changroberts;
