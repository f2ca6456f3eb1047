/**
 * Suzuki and Kasami's algorithm with crashes: a composition of {@link symposium.mutex.suzukikasami}, as the paper
 * states it, and a {@linkplain symposium.regeneration.census census}. Both parts run unchanged.
 *
 * <p>"This last problem also arises if the process holding the token fails" (Raynal's chapter, section 3.6); the
 * chapter does not solve it.
 *
 * <h2>How they fit together</h2>
 *
 * <ul>
 *   <li>The generation of a token is that of its fence. A process discards a token of a lower generation than the one
 *       that it has promised.
 *   <li>A process answers a census with the number of its granted requests, and gives up the token. In its critical
 *       section it answers only after the release.
 *   <li>When the census is complete, the array of the new token consists of the answers, which equals the array of
 *       the old one. A process without an entry has departed, and is never given the token. Each waiting process has
 *       sent its request to all others already.
 *   <li>Without a quorum a process gives up the token, and notifies a user inside its critical section
 *       ({@link symposium.mutex.MutualExclusion.Output.Lost}). It grants nothing any more.
 * </ul>
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a complete graph
 *   <dt>channels
 *   <dd>any order; only messages to and from departed processes are lost
 *   <dt>faults
 *   <dd>crashes, of which all others are notified in the end; a departed process does not come back
 *   <dt>configuration
 *   <dd>a quorum, any two of which have a process in common, if a live process may be taken for departed
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>Without departures exactly the cost of Suzuki and Kasami's algorithm, n messages or none; the states are the
 * same, too. After a departure that leaves m processes, 2(m-1) messages, and the transfer of the token to a waiting
 * process.
 *
 * <h2>What is promised, and what is not</h2>
 *
 * <ul>
 *   <li>While no live process is taken for departed: at most one holder, each grant has a greater fence than all
 *       before it, and every waiting process enters as long as a quorum is present.
 *   <li>In any case: at most one token of each generation, and none without a quorum.
 *   <li>Not promised: at most one holder while a live process is taken for departed. Until that process is cut off,
 *       it may go on under its generation. A resource that compares fences refuses it once it has seen a newer one.
 *   <li>Not promised: a bound on overtaking after departures.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>Crashes at any time, notifications at any later time, one request per user, unordered links:
 *
 * <pre>
 * processes  crashes  quorum     states
 *     3         0       any         657
 *     3         1      1, 2        5994
 *     3         2        1         9296
 *     4         1        3      1847098
 *     4         2        2      2219709  (FIFO links)
 * </pre>
 *
 * <p>All invariants hold, and no process waits forever. With two crashes of three and a quorum of two nothing is
 * granted any more, as intended. With three processes every rule fires with two exceptions. The refusal of a late
 * question fires with four processes and two crashes. Rules that need a false suspicion are tested process by
 * process, not explored.
 *
 * <h2>Decisions, and what was rejected</h2>
 *
 * <ul>
 *   <li>Two entries in the catalogue instead of one: the paper's algorithm has invariants that do not hold once a
 *       token may be lost, such as that there is always exactly one.
 *   <li>The array is not copied from a token that is found: the answers have the same contents, and exist also when
 *       the token is lost.
 * </ul>
 */
package symposium.mutex.suzukikasami.census;
