/**
 * Dijkstra and Scholten's two-stage solution of distributed arbitration. The source is E. W. Dijkstra and C. S.
 * Scholten, <em>Distributed Arbitration</em>, section 5.
 *
 * <p>T0: a philosopher directs an arrow towards each tabled neighbour, and is hungry, hence tabled. T1: without
 * outgoing arrows it eats. T2: it makes all its forks undirected, and thinks. The T0's of neighbours have to exclude
 * each other. The paper proposes binary arbitration for that, and so it is here: a philosopher does T0 when it owns all
 * forks of a first stage. It grabs these as in {@link symposium.arbitration.binary}, and lets them go in the same act.
 * Only T0 needs all of them: T2 goes fork by fork, and the guard of T1, once true, stays true.
 *
 * <p>How a philosopher learns which neighbours are tabled: a tabled neighbour has done its T0 with the fork in its
 * hands, so the philosopher that does T0 next gets the fork from there, marked as coming from a tabled sender. So an
 * arrow costs no message, and making it undirected costs one.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>any graph; the order of a process's neighbours is the grabbing order of the first stage, which has to be
 *       without danger of deadlock. In the order of their names it is
 *   <dt>channels
 *   <dd>no loss, no duplication; first in, first out: the news that a fork is undirected may not overtake the fork that
 *       was handed over as directed
 *   <dt>faults
 *   <dd>crashes that the neighbours are told of: the forks and arrows of the dead philosopher are gone. Until they are
 *       told, they wait. A philosopher that is cut off from a neighbour that has not departed no longer eats
 *   <dt>users
 *   <dd>a meal ends; thinking need not
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>For each fork of a meal at most 3 messages: a request and the fork where it lies with the neighbour, and the news
 * that it is undirected where an arrow was directed here. That is one more than hygienic forks need, and on a ring,
 * where every fork changes hands, two stages take 1.4 times as many messages per meal. On other graphs they take fewer,
 * 0.4 times as many on a random graph of degree 4, 0.3 times on the complete graph of 12: a philosopher that is hungry
 * again before a neighbour asks for the fork between them finds it where it lies.
 *
 * <h2>Delays</h2>
 *
 * <p>Once a philosopher has done T0, each neighbour eats at most once before it. Its delay, in meals that follow on
 * each other, its own counted, is the longest path of arrows from it, in philosophers. The checker finds that the
 * longest path of the graph does occur: n on the ring, on the path and on the complete graph of n philosophers, 3 on a
 * star, so never more than the paper's N. The meals of all others together have no bound: distant philosophers eat as
 * often as they like, also while the news of a T2 is in transit.
 *
 * <p>Before T0 a philosopher waits for the forks of the first stage, which is binary arbitration: it waits for the T0's
 * along blocking paths, at most one for each. A T0 takes a few messages and not a meal, but the same philosopher does
 * the next one only after a meal. So where meals are no longer than messages travel, a philosopher may wait for several
 * meals of a neighbour before its own T0 (in a run on a random graph of degree 4, 5 times as long as with hygienic
 * forks). The paper excludes that: its thinking and eating take longer than N transitions. Waits are then of the same
 * length as with hygienic forks, 1.4 times in the same run.
 *
 * <h2>What a death blocks</h2>
 *
 * <p>Until the neighbours are told, a philosopher is blocked if it waits for an arrow to disappear, or for a fork of
 * the first stage, that leads to the dead one, directly or through others that wait. All others eat. Once the
 * neighbours are told, those forks and arrows are gone, and all eat.
 *
 * <h2>What the checker found</h2>
 *
 * <p>With one crash at any moment all invariants hold on every connected graph of up to four, and every survivor eats:
 * 356,472 states where all four are neighbours, 146,634 on the same without the fork of 2 and 3
 * ({@code symposium check NAME --topology FILE --crash 1}).
 */
package symposium.arbitration.twostage;
