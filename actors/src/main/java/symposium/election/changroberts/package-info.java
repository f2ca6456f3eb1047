/**
 * Chang and Roberts' election: selective extinction on a unidirectional ring. The source is E. Chang and R. Roberts,
 * <em>An improved algorithm for decentralized extrema-finding in circular configurations of processes</em>,
 * Communications of the ACM 22(5), 1979; here after M. Raynal's chapter, section 5.2.
 *
 * <p>Selective extinction: an initiator sends its number to the left. A process passes a greater number on. It
 * replaces a smaller one by its own, or drops it if it takes part already. A number that returns to its process has
 * met no greater one: that process is elected, and announces itself in a second round.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a ring of any number of processes, one included, in any order of their names; messages go to the left only
 *   <dt>channels
 *   <dd>no losses, no duplication; FIFO. A candidate that overtakes the news of an election passes a process, and the
 *       news then ends the part that the process takes. Two processes with one initiation each may then wait forever
 *   <dt>faults
 *   <dd>none: no crashes, and the ring does not change. A composition may start a new election after a change, as
 *       {@link symposium.composition.ewd851misra the ring} does
 *   <dt>users
 *   <dd>each may initiate, at any time, and again after it has been told of a leader; the others are told without
 *       having asked
 * </dl>
 *
 * <h2>What it costs, on a ring of n</h2>
 *
 * <p>Messages of type election: from n, if the greatest alone initiates, to <b>n(n+1)/2</b>, if all do and the names
 * decrease to the left. If all initiate at once, the average over all orders is n times the n-th harmonic number. And
 * <b>n</b> of type elected.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>{@code j < my_number and participant}: the bar over "participant" is lost. Read as printed, a process that
 *       does not take part drops a smaller number, and its initiator waits forever.
 *   <li>A process that takes part already sends nothing when it decides to initiate (e.1): its number, or a greater
 *       one, is in transit.
 *   <li>The news makes one round and stops at the leader, as printed ({@code if j <> my_number}); the leader is the
 *       last to set its co-ordinator.
 *   <li>"Timing": if the left-hand neighbour of the greatest initiates and no other process does, the greatest number
 *       does not travel "through n - 1 processes" but over n links, back to its process. The time is 2n - 1, not
 *       2(n - 1). On every ring of up to five, for every set of processes that initiate together, it is from n to
 *       2n - 1, and 2n - 1 for this set only.
 *   <li>The messages elected are said to be needed only if all processes have to know which one is elected. Without
 *       them the greatest is elected by as many messages, and no other process learns of it. But nothing resets
 *       "participant" any more, so a process can initiate only once.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>On every ring of up to six, with every set of initiators at any time, also after they have been told: there are
 * never two leaders, the leader has the greatest name, every run ends, and in the end all know it. Every rule fires
 * from two processes on. The ascending ring with two requests per user: 7, 92 and 979 states for one to three
 * processes. {@linkplain symposium.election How far each was explored}.
 *
 * <p>As long as no process that has been told initiates again, an election takes from n to n(n+1)/2 messages, and n
 * to announce, by every schedule on every ring of up to four. The number depends only on the set of processes that
 * initiate before they receive anything, not on the schedule.
 *
 * <p>An initiation that is not guarded, as printed, also elects the right process on every ring of up to four. The
 * second copy is dropped where the first was, or elects the same process again. It costs up to n messages more than
 * the bound, and another round of news.
 *
 * <p>Without order, a process that begins a second election may wait forever, after seven steps of two processes.
 * Within one election, on every ring of up to four, the right process is elected without order, too, in up to 5, 12
 * and 22 messages with two to four processes, which exceeds the bound.
 */
package symposium.election.changroberts;
