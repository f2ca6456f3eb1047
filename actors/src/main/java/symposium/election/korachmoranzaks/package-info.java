/**
 * The election of Korach, Moran and Zaks on a complete graph, "the king and the subjects". The source is E. Korach, S.
 * Moran and S. Zaks, <em>Tight lower and upper bounds for some distributed algorithms for a complete network of
 * processors</em>, Proceedings of the 3rd ACM Symposium on Principles of Distributed Computing, 1984, pages 199-207.
 * M. Raynal's chapter describes it in section 5.5.3 in a sentence; the program here is put together from the idea, and
 * the checker vouches for it.
 *
 * <p>A process that initiates is a king of phase 0, alone in its kingdom. A king asks one neighbour after the other to
 * join. A subject hands the request on to its king. A king that a greater one asks - of a higher phase or, in the same,
 * of a greater name - joins with all its subjects. A king that a lesser one asks does not answer, and the lesser waits
 * until it is asked itself. A king that one of its own phase joins enters the next phase, and tells all its subjects;
 * so a phase p takes 2^p processes. A king whose neighbours are all its subjects is elected.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a complete graph of any number of processes, whose links each takes in any order; names are compared, but no
 *       process uses the name at the other end of a link
 *   <dt>channels
 *   <dd>no losses, no duplicates; first in, first out
 *   <dt>faults
 *   <dd>none: no crashes, and the graph does not change
 *   <dt>users
 *   <dd>any of them may initiate, at any moment; the others are told without having asked, and a user that asks
 *       afterwards is told at once
 * </dl>
 *
 * <h2>Kingdoms</h2>
 *
 * <p>A kingdom is a tree in which each knows its father and its sons. A request goes from father to father up to the
 * king. The acceptance comes back the same way and turns each link round, so that the tree hangs under the process that
 * asked. Meanwhile a subject does not hand on another request. It keeps the greatest until the first is decided, by the
 * acceptance or by news of a king that is not less than the asking one; it drops lesser ones. A dropped request is less
 * than some other, so the greatest of all meets no obstacle. A subject may not know its new king yet: then the request
 * of that king goes up, meets the news that comes down, and is answered where it came from.
 *
 * <h2>What it costs, with n processes</h2>
 *
 * <p>O(n log n): there are at most n / 2^p kings of a phase p; each asks at most as many of its own subjects in vain as
 * it has; and in each phase each process is told of it, and hands on requests, a bounded number of times. The paper
 * gives 5n log n + O(n); the figures for small n and for random schedules are with the tests. And <b>n-1</b> to
 * announce. The number depends on the initiators, on their moments and on the schedule.
 *
 * <h2>What the print leaves open</h2>
 *
 * <ul>
 *   <li>Everything but the idea. In the chapter all processes are kings at the start; here only those that initiate,
 *       and a process that is asleep joins the first that asks it.
 *   <li>The leader is one of those that have initiated, not the one with the greatest name.
 *   <li>After a king has joined another, a kingdom that it has asked before may join it: the newcomers hang under it,
 *       and are told their king.
 * </ul>
 *
 * <h2>One election after the other</h2>
 *
 * <p>By itself it tolerates no crash. In terms ({@link symposium.election.terms}) it does: a crash ends the election in
 * which it happens. There each election has an electorate. Without one, "once there is a leader, no process joins" is
 * violated on three processes while only some of them have been notified of a crash.
 *
 * <h2>What is checked</h2>
 *
 * <p>One election: every interleaving, every set of initiators and every order of the links, up to five processes;
 * users that ask again and again, up to three. In terms: see there.
 */
package symposium.election.korachmoranzaks;
