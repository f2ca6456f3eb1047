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
 * an arrow was directed here. That is one more than hygienic forks need. Once a philosopher has done T0, each neighbour eats at most once before
 * it, and its delay is at most the length of the longest path of arrows, so at most the number of philosophers; before T0 the
 * delays of binary arbitration count, in transitions and not in meals.
 */
package symposium.arbitration.twostage;
