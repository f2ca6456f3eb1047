/**
 * H. Garcia-Molina, <em>Elections in a distributed computing system</em>, IEEE Transactions on Computers C-31(1), 1982, pages 48-59: the bully
 * algorithm; cited by M. Raynal's chapter, section 5.1, which does not print it.
 *
 * <p>Whoever wants an election calls all processes of greater names. Each answers and calls in turn; the greatest of those left has nobody
 * to call, is elected, and says so to all. When the leader departs, whoever has known it calls anew.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a complete graph of any number of processes, each of which knows the names of the others
 *   <dt>channels
 *   <dd>no losses but to and from those that have crashed, no doublings; in any order
 *   <dt>faults
 *   <dd>any number of crashes, at any moment, each of which all others are told of, each in its own time, and truly: where the original
 *       waits for so long and then takes silence for a crash, a process here waits for an answer or for the news of the crash. A process
 *       that is wrongly held for dead is not stood
 *   <dt>users
 *   <dd>any of them may initiate, at any moment; the others are told without having asked, and whoever asks afterwards is told at once
 * </dl>
 *
 * <h2>What it costs, with n processes and no crash</h2>
 *
 * <p>Each process calls at most once, those above it: at most n(n-1)/2 calls and as many answers, <b>n(n-1)</b>, and that is reached when the
 * least initiates and the news does not outrun the calls; none when the greatest alone initiates. And <b>n-1</b> to announce: with these, the
 * chapter's "n&sup2;" is n&sup2; - 1. The number depends on who initiates, when, and on the schedule.
 *
 * <h2>What the print leaves open</h2>
 *
 * <ul>
 *   <li>An answer only says that somebody greater is there. It is kept because it belongs to the algorithm and is counted in its cost; told
 *       of crashes, a process could do without.
 *   <li>The news of an election may come later than that of the next: a lesser leader is known, so the greater one has departed, and the old
 *       news is dropped.
 *   <li>A leader may be dead before anybody is told of it. There are never two that are alive.
 * </ul>
 *
 * <h2>One election after the other</h2>
 *
 * <p>In terms ({@link symposium.election.terms}) whoever is elected leads only when all follow it: the greatest is elected by nobody but itself,
 * and if it dies before anybody has heard, its term would have two leaders. The original, too, has the others acknowledge before the
 * coordinator takes over. What a process does there on news of a departure is to begin the next term, and the rules n.0 to n.2 and
 * c.1 never fire.
 *
 * <h2>What is checked</h2>
 *
 * <p>One election: every interleaving and every set of initiators, up to four processes; one crash at any moment among two, three and four, two among
 * three; users who ask again and again, up to three. In terms: see there.
 */
package symposium.election.bully;
