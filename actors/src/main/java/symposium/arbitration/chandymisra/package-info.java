/**
 * Hygienic forks by Chandy and Misra: the yardstick for the solutions of Dijkstra and Scholten. The source is K. M.
 * Chandy and J. Misra, <em>The drinking philosophers problem</em>, ACM Transactions on Programming Languages and
 * Systems 6(4), 1984, section 3.
 *
 * <p>A fork that has been used is dirty until it is sent. A philosopher that is asked for a dirty fork sends it,
 * cleaned, unless it eats; it keeps a clean fork until it has used it. At the start every fork is dirty and lies at the
 * lower of its two philosophers, so that the precedence of neighbours has no cycle, and eating keeps it so.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>any graph, and names that order neighbours
 *   <dt>channels
 *   <dd>no loss, no duplication; first in, first out: a request may not overtake the fork that it asks back
 *   <dt>faults
 *   <dd>crashes that the neighbours are told of: the forks of the dead philosopher are gone. A philosopher that is cut
 *       off from a neighbour that has not departed no longer eats
 *   <dt>users
 *   <dd>a meal ends; thinking need not
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>2 messages for each fork that changes hands, a request and the fork: at saturation 2 for each fork and meal of
 * either. A philosopher may wait for a chain of others as long as the graph.
 *
 * <h2>What the checker found</h2>
 *
 * <p>With one crash at any moment all invariants hold on every connected graph of up to four, and every survivor eats:
 * 679,776 states where all four are neighbours, 191,242 on the same without the fork of 2 and 3
 * ({@code symposium check NAME --topology FILE --crash 1}).
 */
package symposium.arbitration.chandymisra;
