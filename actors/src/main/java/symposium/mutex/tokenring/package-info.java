/**
 * Le Lann's token ring: a token circulates on a ring, and its holder may enter the critical section. The source is G.
 * Le Lann, <em>Distributed systems: towards a formal approach</em>, IFIP Congress 1977, after M. Raynal's chapter,
 * section 4.1; with section 4.2, J. Misra's two tokens, and their generalization to any number ({@link
 * symposium.regeneration.misrak}).
 *
 * <p>{@code wait (token); <critical section>; send (token)}. The token carries the privilege and the fence; the others
 * only watch. Each token watches the next, and the last of them the one with the privilege. With two it is Misra's ping
 * and pong, which is what {@code token-ring} runs; {@code token-ring-3} runs three, and {@link
 * symposium.mutex.tokenring.TokenRing} any number. With one it is Le Lann's ring as it is.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a ring, one process included; all tokens go to the left
 *   <dt>channels
 *   <dd>first in, first out
 *   <dt>faults
 *   <dd>losses and crashes, as long as a token is left; see below
 *   <dt>users
 *   <dd>a critical section ends; a token that no process wants rests for a finite time
 *       ({@link symposium.regeneration.misrak.MisraK.Rest})
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>Each of k tokens costs n messages a round, whether any process enters or not: per entry there is no bound. When
 * all processes always ask, an entry costs one hop of the token, and as many of each watcher as its pace allows.
 *
 * <h2>How others come first</h2>
 *
 * <p>At most <b>n-1</b> entries of others precede that of a waiting process, one of each, however often they ask. This
 * is exact without losses. With one loss, two tokens and two or three processes it is 2(n-1). A process that has used
 * the token sends it on at once; one that has not may still use it while it rests, once.
 *
 * <h2>Fences</h2>
 *
 * <p>A regenerated token is of a new generation. The process that regenerates it has to know the highest so far: each
 * process remembers the highest of which a token has told it, and each watcher carries the highest of which a process
 * has told it. The watcher that finds the token lost has been round since that token was issued, and past the process
 * that issued it. So its next generation is higher than any, and fences grow.
 *
 * <h2>What is promised, and what is not</h2>
 *
 * <ul>
 *   <li>Losses, as long as a token is left: at most one process is critical, each grant has a greater fence than all
 *       before it, and each process that asks to enter does so in the end.
 *   <li>A crash takes with it the tokens that the process holds, and those in transit to and from it: up to all of
 *       them. Then no process enters any more: the ring stays safe, but makes no progress. At the start all tokens are
 *       at one process, and the crash of that one is such a case. Where a token is left the ring closes and goes on;
 *       where nothing goes on though a process waits, none is left. So the ring tolerates departures as far as tokens
 *       survive elsewhere, and no farther: an election does more ({@code symposium.composition.ewd851misra}).
 *   <li>There is no quorum. Where a process is taken for departed though it lives there may be two tokens, of different
 *       generations. A process that has heard of the newer discards the older, and the resource that compares fences
 *       refuses it. A process that is cut off gives up its tokens, and its user is told.
 * </ul>
 *
 * <h2>What the print leaves open</h2>
 *
 * <ul>
 *   <li>"Can be generalized to use any number of tokens": see {@link symposium.regeneration.misrak}. If each token
 *       regenerates every other there can be two privileges; if it regenerates all others at once, a process may wait
 *       forever while two remain.
 *   <li>"There can be neither deadlock nor starving": with one token and no loss. The process that holds the token must
 *       not use it again before it has been round.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <pre>
 * processes  tokens  requests  losses    states
 *     3         1        1        0         162
 *     3         2        1        0       15975
 *     2         2        2        1       18108
 *     3         2        1        1       69402
 *     3         2        2        1      408939
 *     4         2        1        1      677430
 *     1         3        2        2       15556
 *     2         3        1        2      964333
 * </pre>
 *
 * <p>Crashes: two processes and three with two tokens and one crash, three with two crashes, and two with three tokens
 * and one crash, completely. Safety and fences hold everywhere; every state in which a process waits and a token is
 * left leads on to one where none waits, or to no token left.
 *
 * <h2>Decisions</h2>
 *
 * <ul>
 *   <li>A token that no process wants rests a while. If it were sent on at once, tokens would meet on links, where no
 *       process notices.
 *   <li>The token is ping: it watches, too.
 * </ul>
 */
package symposium.mutex.tokenring;
