/**
 * Binary arbitration: E. W. Dijkstra and C. S. Scholten, <em>Distributed Arbitration</em>, sections 0 to 4.
 *
 * <p>A philosopher grabs its forks one by one in its own order, and eats when it owns them all. The paper takes the arbitration of a single fork
 * for solved (P0, C0); here it is done with messages. A fork lies at one of its two philosophers, owned or not; who becomes ready for it and
 * has it not asks for it; who is asked hands it over, unless it owns it, and then does so when its meal is completed.
 *
 * <p>Why not an arbiter for each fork: it would be a third party that both have to reach and that may crash; a fork would cost three messages
 * always, where it now costs two at most, and none when it lies where it was used last. The checker holds P0 and C0 of either design; this one has
 * fewer messages and nobody else to depend on.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>any graph; the order of a process's neighbours is its grabbing order ({@link symposium.arbitration.Seats} lays a table so). In the order
 *       of their names forks have ranks, the sums of the two numbers, and there is no danger of deadlock
 *   <dt>channels
 *   <dd>no losses, no doublings; any order: never are two messages under way on a link in one direction but a fork and the request that asks
 *       for it back
 *   <dt>faults
 *   <dd>crashes, of which the neighbours are told: the fork shared with the dead is no longer needed. Until they are told, those who wait for it
 *       wait, and so do all whose blocking path leads to them. Who is cut off from a neighbour that has not departed eats no more
 *   <dt>users
 *   <dd>a meal ends; thinking need not
 *   <dt>time
 *   <dd>between grabbing a fork and becoming ready for the next there is a finite delay, the timer {@code GRABBING_DELAY}; without it some deadlocks
 *       that Theorem 0 promises could not be reached
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>For each fork of a meal 0 messages where it lies here, 2 where it lies with the neighbour. The maximum delay is the number of blocking paths
 * ({@link symposium.arbitration.BlockingPaths}), which explodes on large graphs: "we can only recommend it when it can be shown on other
 * grounds that the worst case delay will not occur". Meals of others altogether are not bounded while one waits.
 *
 * <h2>What the checker found</h2>
 *
 * <p>With one crash at any moment all laws hold on every connected graph of up to four, and whoever survives eats: 176,656 states where all four
 * are neighbours, 93,013 on the same without one fork ({@code symposium check NAME --topology FILE --crash 1}).
 */
package symposium.arbitration.binary;
