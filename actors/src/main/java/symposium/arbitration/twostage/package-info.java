/**
 * The two-stage solution: E. W. Dijkstra and C. S. Scholten, <em>Distributed Arbitration</em>, section 5.
 *
 * <p>T0: a philosopher directs an arrow towards each tabled neighbour, and is hungry, hence tabled. T1: without outgoing arrows it eats. T2: it makes all its
 * forks undirected, and thinks. The T0's of neighbours have to exclude each other; the paper proposes binary arbitration, and so it is
 * here: T0 is done owning the forks of a first stage, which are grabbed as in {@link symposium.arbitration.binary} and let go in the same
 * act. Only T0 needs all of them; T2 goes fork by fork, and the guard of T1, once true, stays so.
 *
 * <p>How a philosopher comes to know who is tabled: whoever is tabled has done its T0 with the fork in its hands, so the neighbour that does T0 next
 * gets the fork from there, and with it the word that the sender is tabled. So an arrow costs no message, and making it undirected costs one.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>any graph; the order of a process's neighbours is the grabbing order of the first stage, which has to be without danger of deadlock. In the order
 *       of their names it is
 *   <dt>channels
 *   <dd>no losses, no doublings; first in, first out: the news that a fork is undirected may not overtake the fork that was handed over as
 *       directed
 *   <dt>faults
 *   <dd>crashes, of which the neighbours are told: the dead one's forks and arrows are gone. Until they are told, they wait. Who is cut off from a
 *       neighbour that has not departed eats no more
 *   <dt>users
 *   <dd>a meal ends; thinking need not
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>For each fork of a meal at most 3 messages: a request and the fork where it lies with the neighbour, and the news that it is undirected where
 * an arrow was directed here. That is one more than hygienic forks need, and on a ring, where every fork changes hands, two stages take 1.4 times
 * as many messages per meal. On other graphs they take fewer, 0.4 times as many on a random graph of degree 4, 0.3 times on the complete graph of
 * 12: a philosopher that is hungry again before a neighbour has got as far as asking for the fork between them finds it where it lies.
 *
 * <h2>Delays</h2>
 *
 * <p>Once a philosopher has done T0, each neighbour eats at most once before it. Its delay, in meals that follow on each other, its own counted, is
 * the longest path of arrows from it, in philosophers; and the checker finds that the longest path that the graph has at all does occur:
 * n on the ring, on the path and on the complete graph of n philosophers, 3 on a star, so never more than the paper's N. Meals of all others
 * together have no bound, for those far away eat as often as they like, also while the news of a T2 is under way.
 *
 * <p>Before T0 a philosopher waits for the forks of the first stage, which is binary arbitration: it waits for the T0's along blocking paths, one
 * for each at the most. A T0 takes a few messages and not a meal, but the same philosopher does the next one only after a meal. So in haste, meals
 * being no longer than messages travel, a philosopher may wait for several meals of a neighbour before its own T0 (in a run on a random graph of
 * degree 4, 5 times as long as with hygienic forks); that is what the paper excludes by thinking and eating that take longer than N transitions,
 * and then waits are of the same length as with hygienic forks, 1.4 times in the same run.
 *
 * <h2>What a death blocks</h2>
 *
 * <p>Until its neighbours are told: whoever waits for an arrow to disappear, or for a fork of the first stage, that leads to the dead, directly or
 * through others who wait. All others eat. Once they are told, its forks and arrows are gone, and all eat.
 *
 * <h2>What the checker found</h2>
 *
 * <p>With one crash at any moment all laws hold on every connected graph of up to four, and whoever survives eats: 356,472 states where all four
 * are neighbours, 146,634 on the same without one fork ({@code symposium check NAME --topology FILE --crash 1}).
 */
package symposium.arbitration.twostage;
