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
 *   <dd>none: no crashes, and the ring does not change. Who knows of a change starts anew, as {@link symposium.ewd851misra the ring} does
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
 * <p>On every ring of up to six, whoever initiates and whenever, also after it has been told: there are never two leaders, the leader has the
 * greatest name, every run ends, and in the end all know it; every rule fires from two processes on. The ascending ring, each user asking
 * twice: 7, 92 and 979 states for one to three processes. {@linkplain symposium.election How far each was explored}.
 *
 * <p>As long as nobody who has been told begins another, an election takes from n to n(n+1)/2 messages and n to announce, by every schedule on
 * every ring of up to four. Given who has initiated before anything was received, the schedule does not matter at all.
 *
 * <p>An initiation that is not guarded, as printed, elects rightly, too, on every ring of up to four: the second copy is put out where the
 * first was, or elects the same one again. It costs up to n messages more than the bound, and another round of news.
 *
 * <p>Without order, somebody who begins a second election waits forever, after seven steps of two processes. Within one election, on every ring
 * of up to four, the right one is elected without order, too, in up to 5, 12 and 22 messages with two to four processes, which is more than the
 * bound.
 */
package symposium.election.changroberts;
