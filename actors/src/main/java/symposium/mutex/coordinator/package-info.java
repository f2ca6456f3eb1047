/**
 * The centralized form of mutual exclusion: a single co-ordinating process grants the critical section to one client
 * at a time. The source is M. Raynal's chapter, section 5.1: "there is a single co-ordinating process that performs
 * certain functions on behalf of the others when they ask for these".
 *
 * <p>It is what the distributed algorithms of the catalogue are compared with: the cheapest in messages, the first to
 * fail, and a specification of what users may see ({@code symposium check --implements coordinator}).
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a link between the co-ordinating process and each other one; a complete graph has these
 *   <dt>channels
 *   <dd>no losses, and first in, first out: a request must not overtake the release before it
 *   <dt>faults
 *   <dd>none. After the failure of the co-ordinating process no request is granted any more, unless the others elect
 *       another one: {@code coordinator-by-chang-roberts} and its like ({@code symposium.composition.tokenbyelection})
 *   <dt>users
 *   <dd>a critical section ends
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p><b>3</b> messages for each entry: request, grant and release. An entry of the user of the co-ordinating process
 * costs <b>none</b>. Both are exact in every run.
 *
 * <h2>How others come first</h2>
 *
 * <p>No process waits forever. While a request is in transit there is no bound on the entries of others. Once it is in
 * the queue, at most <b>n-1</b> entries of others precede it.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <p>The section gives no text of an algorithm. The messages, the queue and its order are decisions of this package.
 *
 * <h2>What the checker found</h2>
 *
 * <p>The number of requests needs no bound: 2 states for a single process, 13 for two, 70 for three, 382 for four, 2264
 * for five. All invariants hold, and no process waits forever. The first version of an invariant overlooked that a
 * process may ask again while its release is in transit; the checker found that in 5 steps.
 */
package symposium.mutex.coordinator;
