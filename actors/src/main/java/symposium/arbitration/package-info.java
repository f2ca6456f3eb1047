/**
 * Dining philosophers on any graph: neighbours share forks, and each philosopher grabs its forks one by one, in its
 * own order. The source is E. W. Dijkstra and C. S. Scholten, <em>Distributed Arbitration</em>.
 *
 * <p>The problem is {@link symposium.arbitration.Dining}. {@link symposium.arbitration.DiningProtocol} is what all
 * solutions have in common, {@link symposium.arbitration.Grabbing} the forks of a philosopher that grabs them one by
 * one, {@link symposium.arbitration.FencedForks} a solution with its meals numbered.
 *
 * <p>A {@link symposium.arbitration.Table} holds the philosophers, their forks and the orders.
 * {@link symposium.arbitration.Danger} decides by Theorem 0 whether deadlock is possible.
 * {@link symposium.arbitration.BlockingPaths} counts the maximum delay of each philosopher, and
 * {@link symposium.arbitration.Minimum} is the least total of these where all exclude each other.
 * {@link symposium.arbitration.Plan} makes better orders, {@link symposium.arbitration.Orders} those of simple rules.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>Section 2: "there is a unique blocking path starting at X and with its last philosopher eating" fails while the
 *       last one takes its time between grabbing a fork and becoming ready for the next; read "a unique maximal path".
 *   <li>Section 2: the delay of X counts the meals completed by the last philosopher of the blocking path that X has at
 *       that moment, from X leaving thinking to the end of X's own meal, which is counted. So read it is exactly the
 *       number of blocking paths that start at X. The number of meals of all others together has no bound.
 *   <li>Section 3: "H" is category A, and "A1" is A. Appendix: the induction needs f(0) = 0.
 * </ul>
 *
 * <p>A user that is hungry or sated comes in; its meals, with the fences of its forks, go out.
 */
package symposium.arbitration;
