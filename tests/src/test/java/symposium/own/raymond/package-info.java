/**
 * K. Raymond, <em>A tree-based algorithm for distributed mutual exclusion</em>, ACM Transactions on Computer Systems 7(1), February 1989. An
 * algorithm that is not in the catalogue, written as a reader of the project would write one: this package and one line that registers it, and
 * it is checked, simulated, drawn, hosted by actors and run on a cluster. It stands among the tests, which show all of this.
 *
 * <p>The nodes form a tree. Each knows in which direction the privilege lies, and asks there for it on behalf of itself and of those behind it,
 * once, however many want it; who wants it waits in a queue at each node on the way.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a tree, each node knowing its neighbours alone
 *   <dt>channels
 *   <dd>no losses, no doublings; order does not matter: a request may overtake the privilege that was sent before it over the same edge
 *   <dt>faults
 *   <dd>none; the paper's recovery of a node that has failed is not here
 *   <dt>users
 *   <dd>whoever enters exits
 * </dl>
 *
 * <h2>What it costs, in messages</h2>
 *
 * <p>n-1 to initialize. For a node at a distance of d edges from the privilege, when nobody else asks, d requests and d times the privilege: 2d,
 * nothing where the privilege rests.
 *
 * <h2>What differs from the print</h2>
 *
 * <ul>
 *   <li>The privilege carries the fence of the latest grant; the paper's carries nothing.
 *   <li>A node may wish to enter before it has been initialized. It then queues itself, and makes its request when it learns in which direction.
 *   <li>The paper's node that starts the flood of INITIALIZE does so when it is chosen; here at any moment, by a timer that runs from the start.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>All laws hold, nobody starves and every rule fires on lines, stars and binary trees of two to six nodes with one request each, and of up to
 * four with two each, over FIFO and over unordered links.
 */
package symposium.own.raymond;
