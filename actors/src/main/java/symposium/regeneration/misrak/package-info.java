/**
 * Misra's two tokens, generalized to k: "the algorithm can be generalized to use any number of tokens, when it will
 * work so long as one remains on the ring" (Raynal's chapter, section 4.2, which says no more).
 *
 * <p>The tokens are numbered and form a circle: each watches the next, the last the first, and regenerates it when it
 * is lost. So each has exactly one that can regenerate it. Where several are lost, the one before the first of them
 * regenerates that one, which regenerates the next when it has been round, and so on. With two tokens it is Misra's
 * algorithm.
 *
 * <p>A token detects the loss of another by the chapter's sentence as it stands: "neither it nor P_i has encountered T2
 * since T1's last passage through P_i". A token carries the names of the processes that it has passed since it last met
 * the one it watches. A process keeps a mark of each token that passes, and removes it when the one passes that it
 * watches. Name and mark together are the condition.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a ring of any number of processes, one included; all tokens go the same way, to the left
 *   <dt>channels
 *   <dd>first in, first out. No duplication
 *   <dt>faults
 *   <dd>losses of tokens, in any number one after the other, as long as never all are lost at once. When all are lost,
 *       nothing happens any more: the algorithm stays safe, but makes no progress
 *   <dt>users
 *   <dd>a token stays at a process for a finite time ({@link symposium.regeneration.misrak.MisraK.Rest})
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>With k tokens kn messages a round, each with up to n names. Of two tokens the remaining one is received at most n
 * + 1 times until the other is there again, as in {@code symposium.regeneration.misra}.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>The claim is right, but not of the generalizations that come to mind first. If each token watches every other
 *       as Misra's two watch each other, two of them regenerate the same third: the second has passed before it was
 *       there again, and has not met it. The checker finds that with three tokens and one loss.
 *   <li>If each token regenerates all others when it has met none of them, it does work as long as one remains, and
 *       only then: while two remain the third is missing. If that one carries a privilege, no process enters as long as
 *       nothing else is lost (see {@code symposium.mutex.tokenring}).
 *   <li>The numbers of Misra's two tokens do not carry over as they are. A regenerated token must have a number that no
 *       mark has. With two tokens the one that regenerates knows the other's number, for it is its own; with more it
 *       does not know how often the lost one has met a third. This is an argument, not checked. Names instead of
 *       numbers need no such knowledge: a new token has passed no process. The price is that tokens are longer, and
 *       that processes have names, which Misra's do without.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <pre>
 * processes  tokens  losses    states
 *     1         2       1          57
 *     2         2       1         519
 *     3         2       1        2499
 *     4         2       1        8947
 *     1         3       2        1186
 *     2         3       2       74407
 *     3         3       2     1699513
 *     1         4       3       21843
 * </pre>
 *
 * <p>There are never two of a kind; without a loss nothing is regenerated; and from every state with a token left all
 * come to be there again. Over links that do not keep order a token is regenerated that was not lost.
 *
 * <h2>Decisions</h2>
 *
 * <ul>
 *   <li>The user is told of token 0 as of {@linkplain symposium.regeneration.Regeneration.Regenerated ping}, of all
 *       others as of pong.
 *   <li>{@link symposium.regeneration.misrak.MisraK.Watching} has the wrong generalizations beside the right one: they
 *       are the same program with another relation, and the checker refutes them.
 * </ul>
 */
package symposium.regeneration.misrak;
