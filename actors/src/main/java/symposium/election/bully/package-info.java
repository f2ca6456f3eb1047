/**
 * Garcia-Molina's bully algorithm: an election among processes that are all linked with each other. The source is H.
 * Garcia-Molina, <em>Elections in a distributed computing system</em>, IEEE Transactions on Computers C-31(1), 1982,
 * pages 48-59; cited by M. Raynal's chapter, section 5.1, which does not print it.
 *
 * <p>A process that initiates calls all processes of greater names. Each of them answers and calls in turn. The
 * greatest process that is left has none to call: it is elected, and announces itself to all. When the leader departs,
 * each process that has known it calls again.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a complete graph of any number of processes, each of which knows the names of the others
 *   <dt>channels
 *   <dd>no losses but to and from those that have crashed, no duplicates; in any order
 *   <dt>faults
 *   <dd>any number of crashes, at any moment. All others are notified of each, after some time, and never wrongly:
 *       where the original takes silence for a crash after a timeout, a process here waits for an answer or for the
 *       notification. False suspicions are not tolerated
 *   <dt>users
 *   <dd>any of them may initiate, at any moment; the others are told without having asked, and a user that asks
 *       afterwards is told at once
 * </dl>
 *
 * <h2>What it costs, with n processes and no crash</h2>
 *
 * <p>Each process calls at most once, those above it: at most n(n-1)/2 calls and as many answers, <b>n(n-1)</b>, and
 * that is reached when the least initiates and the news does not outrun the calls; none when the greatest alone
 * initiates. And <b>n-1</b> to announce: with these, the chapter's "n&sup2;" is n&sup2; - 1. The number depends on the
 * initiators, on their moments and on the schedule.
 *
 * <h2>What the print leaves open</h2>
 *
 * <ul>
 *   <li>An answer only says that a greater process is there. It belongs to the algorithm and is counted in its cost; a
 *       process that is notified of crashes could do without it.
 *   <li>The news of an election may come later than that of the next: a lesser leader is known, so the greater one has
 *       departed, and the old news is dropped.
 *   <li>A leader may crash before any process is told of it. There are never two leaders that are alive.
 * </ul>
 *
 * <h2>One election after the other</h2>
 *
 * <p>In terms ({@link symposium.election.terms}) an elected process leads only when all follow it: the greatest elects
 * itself, and if it crashes before any other process knows, its term would have two leaders. The original, too, has the
 * others acknowledge before the coordinator takes over. There a process that is notified of a departure begins the next
 * term, and the rules n.0 to n.2 and c.1 never fire.
 *
 * <h2>What is checked</h2>
 *
 * <p>One election: every interleaving and every set of initiators, up to four processes; one crash at any moment among
 * two, three and four, two among three; users that ask again and again, up to three. In terms: see there.
 */
package symposium.election.bully;
