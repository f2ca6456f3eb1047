/**
 * E. W. Dijkstra and C. S. Scholten, <em>Distributed Arbitration</em>: philosophers on any graph, who grab the forks they share one by one,
 * each in an order of its own.
 *
 * <p>{@link symposium.arbitration.Table} says who shares forks with whom, and who grabs them in which order.
 * {@link symposium.arbitration.Danger} decides by Theorem 0 whether they may come to deadlock, {@link symposium.arbitration.BlockingPaths} how
 * long each may have to wait, {@link symposium.arbitration.Minimum} how short that can be made where everyone excludes everyone else, and
 * {@link symposium.arbitration.Plan} makes better orders, {@link symposium.arbitration.Orders} those of simple rules. {@link symposium.arbitration.Dinner} is the process itself, on which all this is tested.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>Section 2: "there is a unique blocking path starting at X and with its last philosopher eating" fails while the last one takes its time
 *       between grabbing a fork and becoming ready for the next; read "a unique maximal path".
 *   <li>Section 2: the delay of X counts the meals completed by the last philosopher of the blocking path that X has at that moment, from X leaving
 *       thinking to the end of X's own meal, which is counted. So read it is exactly the number of blocking paths that start at X.
 *       The meals of everybody are not bounded.
 *   <li>Section 3: "H" is category A, and "A1" is A. Appendix: the induction needs f(0) = 0.
 * </ul>
 */
package symposium.arbitration;
