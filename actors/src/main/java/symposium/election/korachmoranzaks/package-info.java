/**
 * E. Korach, S. Moran and S. Zaks, <em>Tight lower and upper bounds for some distributed algorithms for a complete network of
 * processors</em>, Proceedings of the 3rd ACM Symposium on Principles of Distributed Computing, 1984, pages 199-207: "the king and the
 * subjects". M. Raynal's chapter describes it in section 5.5.3 in a sentence; the program here is put together from the idea, and the
 * checker vouches for it.
 *
 * <p>Whoever initiates is a king of phase 0, alone in its kingdom. A king asks one neighbour after the other to join. Whoever is a subject
 * hands the asking on to its king. A king that is asked by a greater one - of a higher phase or, in the same, of a greater name - joins
 * with all its subjects; whoever is asked by a lesser one does not answer, and the lesser waits until it is asked itself. A king joined by
 * one of its own phase enters the next phase, and tells all its subjects; so a phase p takes 2^p processes. A king whose neighbours are all
 * its subjects is elected.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a complete graph of any number of processes, whose links each takes in any order; names are compared, but no process uses whom a link
 *       leads to
 *   <dt>channels
 *   <dd>no losses, no doublings; first in, first out
 *   <dt>faults
 *   <dd>none: no crashes, and the graph does not change
 *   <dt>users
 *   <dd>any of them may initiate, at any moment; the others are told without having asked, and whoever asks afterwards is told at once
 * </dl>
 *
 * <h2>Kingdoms</h2>
 *
 * <p>A kingdom is a tree in which each knows its father and its sons. An asking is handed on from father to father up to the king, and the
 * acceptance comes back the same way and turns each link round, so that the tree hangs under the process that asked. Meanwhile a subject
 * does not hand on another asking, but keeps the greatest until the first is decided, by the acceptance or by news of a king who is not
 * less than the one who asked; lesser ones it drops. Whoever is dropped is less than somebody else, so the greatest that there ever is
 * meets no obstacle. A subject may not have been told yet whose it is: then the asking of its own king goes up, meets the news that comes
 * down, and is answered where it came from.
 *
 * <h2>What it costs, with n processes</h2>
 *
 * <p>O(n log n): there are at most n / 2^p kings of a phase p; each asks at most as many of its own subjects in vain as it has; and in each
 * phase each process is told of it, and hands on askings, a bounded number of times. The paper gives 5n log n + O(n); the figures for small n
 * and for random schedules are with the tests. And <b>n-1</b> to announce. The number depends on who initiates, when, and on the schedule.
 *
 * <h2>What the print leaves open</h2>
 *
 * <ul>
 *   <li>Everything but the idea. In the chapter all processes are kings at the start; here only those that initiate, and whoever is asleep
 *       joins whoever asks it first.
 *   <li>The leader is one of those that have initiated, not the one with the greatest name.
 *   <li>A king that has joined another may be accepted later by one whom it has asked before: the newcomers hang under it, and are told
 *       whose subjects they are.
 * </ul>
 *
 * <h2>One election after the other</h2>
 *
 * <p>By itself it stands no crash. In terms ({@link symposium.election.terms}) it does: a crash puts an end to the election that it falls into.
 * There each election has an electorate, for when some have been told of a crash and others not, "once there is a leader, nobody joins"
 * would fall, on three processes.
 *
 * <h2>What is checked</h2>
 *
 * <p>One election: every interleaving, every set of initiators and every order of the links, up to five processes; users who ask again and again, up to
 * three. In terms: see there.
 */
package symposium.election.korachmoranzaks;
