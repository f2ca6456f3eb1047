/**
 * The order in which states are visited.
 *
 * <p>Breadth first in one thread or several ({@code BreadthFirstSearch}, {@code ParallelSearch}), as one worker of
 * several machines ({@link symposium.checker.search.SearchWorker}), with checkpoints ({@link
 * symposium.checker.search.Checkpoints}) that serve one {@link symposium.checker.search.ModelIdentity} alone; and the
 * search for cycles in which a process starves ({@code Fairness}).
 *
 * <p>A state space comes in; the states reached, and a violation if there is one, go out.
 */
package symposium.checker.search;
