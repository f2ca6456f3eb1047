/**
 * A second algorithm that is not in the catalogue, on a complete graph; written from the guide, as a reader would write
 * it. M. Naimi, M. Trehel and A. Arnold, <em>A log(N) distributed mutual exclusion algorithm based on path
 * reversal</em>, Journal of Parallel and Distributed Computing 34(1), 1996.
 *
 * <p>Each process remembers a probable owner of the token, {@code last}. A request goes from one probable owner to the
 * next, and each of them takes the requester for the owner from then on: the path is reversed. It ends at a root, which
 * has no probable owner, because it asked last itself or has the token. A root that needs the token remembers the
 * requester as the {@code next}, and sends it the token when it exits.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a complete graph
 *   <dt>channels
 *   <dd>no losses, no duplications; order does not matter
 *   <dt>faults
 *   <dd>none; {@code naimi-trehel-by-franklin}, for which nothing is written here, continues after a crash
 *   <dt>users
 *   <dd>a critical section ends
 * </dl>
 *
 * <h2>What it costs, in messages</h2>
 *
 * <p>Nothing where the token rests. Else from 1 to n-1 requests and the token: O(log n) on average, which is the
 * paper's theorem.
 *
 * <h2>What differs from the print</h2>
 *
 * <p>The receipt of a request is told apart by its three branches, for the sake of reports and diagrams.
 *
 * <h2>What the checker found</h2>
 *
 * <ul>
 *   <li>All invariants hold, no process starves and every rule fires with two to four processes, over FIFO and over
 *       unordered links.
 *   <li>There is always one root, and another for each request in transit: who asks becomes a root at once.
 *   <li>The reversal is for the cost alone: a process that forwards a request and leaves {@code last} as it is breaks
 *       no invariant, and no process starves. The first list of variants had it among those that must fail.
 * </ul>
 */
package symposium.own.naimitrehel;
