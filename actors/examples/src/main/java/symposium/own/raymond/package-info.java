/**
 * An algorithm that is not in the catalogue, written as a reader of the project would write it: this package and one
 * line that registers it. It is then checked, simulated, drawn, hosted by actors and run on a cluster. The tests show
 * all of this. The source is K. Raymond, <em>A tree-based algorithm for distributed mutual exclusion</em>, ACM
 * Transactions on Computer Systems 7(1), February 1989.
 *
 * <p>The nodes form a tree. Each knows in which direction the privilege lies. It asks there for the privilege once, for
 * itself and all nodes behind it. A node that wants the privilege waits in a queue at each node on the way.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a tree, each node knowing its neighbours alone
 *   <dt>channels
 *   <dd>no losses, no duplications; order does not matter: a request may overtake the privilege that was sent before it
 *       over the same edge
 *   <dt>faults
 *   <dd>none; the paper's recovery of a node that has failed is not here
 *   <dt>users
 *   <dd>a critical section ends
 * </dl>
 *
 * <h2>What it costs, in messages</h2>
 *
 * <p>n-1 to initialize. For a node at a distance of d edges from the privilege, when no other asks: d requests, and the
 * privilege d times, together 2d. Nothing where the privilege rests.
 *
 * <h2>What differs from the print</h2>
 *
 * <ul>
 *   <li>A node may wish to enter before it has been initialized. It then queues itself, and makes its request when it
 *       learns in which direction.
 *   <li>The paper's node that starts the flood of INITIALIZE does so when it is chosen; here at any moment, by a timer
 *       that runs from the start.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>All invariants hold, no node starves and every rule fires on lines, stars and binary trees of two to six nodes
 * with one request each, and of up to four with two each, over FIFO and over unordered links.
 */
package symposium.own.raymond;
