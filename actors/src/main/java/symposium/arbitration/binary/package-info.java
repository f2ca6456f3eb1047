/**
 * Binary arbitration: each fork is arbitrated between its two philosophers. The source is E. W. Dijkstra and C. S.
 * Scholten, <em>Distributed Arbitration</em>, sections 0 to 4.
 *
 * <p>A philosopher grabs its forks one by one in its own order, and eats when it owns them all. The paper takes the
 * arbitration of a single fork for solved (P0, C0); here it is done with messages. A fork lies at one of its two
 * philosophers, owned or not. A philosopher that is ready for a fork that lies elsewhere asks for it. The neighbour
 * hands it over: at once if it does not own it, otherwise after its meal.
 *
 * <p>Why not an arbiter for each fork: an arbiter would be a third party that both have to reach and that may crash. A
 * fork would always cost three messages; here it costs at most two, and none where it lies at the philosopher that used
 * it last. The checker finds that P0 and C0 hold of either design; this one has fewer messages and depends on no third
 * party.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>any graph; the order of a process's neighbours is its grabbing order ({@link symposium.arbitration.Seats} makes
 *       a topology of a table). In the order of their names forks have ranks, the sums of the two numbers, and there is
 *       no danger of deadlock
 *   <dt>channels
 *   <dd>no loss, no duplication; any order: two messages are in transit on a link in one direction only if they are a
 *       fork and the request that asks for it back
 *   <dt>faults
 *   <dd>crashes that the neighbours are told of: the fork shared with the dead philosopher is no longer needed. Until
 *       then the philosophers that wait for it wait, and so do all whose blocking path leads to them. A philosopher
 *       that is cut off from a neighbour that has not departed no longer eats
 *   <dt>users
 *   <dd>a meal ends; thinking need not
 *   <dt>time
 *   <dd>between grabbing a fork and becoming ready for the next there is a finite delay, the timer
 *       {@code GRABBING_DELAY}; without it some deadlocks that Theorem 0 promises could not be reached
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>For each fork of a meal 0 messages where it lies here, 2 where it lies with the neighbour. The maximum delay is
 * the number of blocking paths ({@link symposium.arbitration.BlockingPaths}), which explodes on large graphs: "we can
 * only recommend it when it can be shown on other grounds that the worst case delay will not occur". The meals of all
 * others together have no bound while one philosopher waits.
 *
 * <h2>What the checker found</h2>
 *
 * <p>With one crash at any moment all invariants hold on every connected graph of up to four, and every survivor eats:
 * 176,656 states where all four are neighbours, 93,013 on the same without the fork of 2 and 3
 * ({@code symposium check NAME --topology FILE --crash 1}).
 */
package symposium.arbitration.binary;
