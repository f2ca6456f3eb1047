/**
 * G. Le Lann, <em>Distributed systems: towards a formal approach</em>, IFIP Congress 1977, after M. Raynal's chapter, section 4.1: a token
 * that circulates on a ring; with section 4.2, J. Misra's two tokens, and their generalization to any number
 * ({@link symposium.regeneration.misra.many}).
 *
 * <p>{@code wait (token); <critical section>; send (token)}. The token carries the privilege and the fence; the others only watch, each the next, and
 * the last of them the token. With two it is Misra's ping and pong, which is what {@code token-ring} runs; {@code token-ring-3} runs three, and
 * {@link symposium.mutex.tokenring.TokenRing#withTokens} any number. With one it is Le Lann's ring as it is.
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
 *   <dd>a critical section ends; a token that nobody wants rests for a finite time ({@link symposium.regeneration.misra.many.Rest})
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>Each of k tokens costs n messages a round, whether anyone enters or not: per entry there is no bound. When all always ask, one hop of the token
 * per entry, and as many of each watcher as its pace allows.
 *
 * <h2>How others come first</h2>
 *
 * <p>At most <b>n-1</b>, each of the others once, however often they ask: exact, without losses. With one loss, two tokens and two or three
 * processes it is 2(n-1). Who has used the token sends it on at once;
 * who has not may still do so while it rests, once.
 *
 * <h2>Fences</h2>
 *
 * <p>A token that is made anew is of a new generation. Whoever regenerates it has to know the highest so far: each process remembers the
 * highest of which a token has told it, and each watcher carries the highest of which a process has told it. The watcher that finds the token lost
 * has been round since it was issued, and past the process where that was. So its next generation is higher than any, and fences grow.
 *
 * <h2>What is promised, and what is not</h2>
 *
 * <ul>
 *   <li>Losses, as long as a token is left: at most one is critical, each grant has a greater fence than all before it, and whoever wants
 *       in gets in.
 *   <li>A crash takes with it the tokens that the process holds, and those on its way to and from it: up to all of them. Then nobody enters any more:
 *       never unsafe, but dead. At the start all tokens are at one process, and the crash of that one is such a case. Where a token is left the ring
 *       closes and goes on; where nothing goes on though somebody waits, none is left. So it stands departures as far as tokens survive elsewhere,
 *       and no farther: an election does more ({@code symposium.ring}).
 *   <li>There is no quorum. Where somebody is taken for departed who lives there may be two tokens, of different generations; what is older is
 *       discarded by whoever has heard of the newer, and the resource that compares fences refuses it. A process that is cut off gives up
 *       its tokens, and its user is told.
 * </ul>
 *
 * <h2>What the print leaves open</h2>
 *
 * <ul>
 *   <li>"Can be generalized to use any number of tokens": see {@link symposium.regeneration.misra.many}. That each token regenerates every other
 *       makes two privileges; that it regenerates all others at once lets who waits wait forever while two remain.
 *   <li>"There can be neither deadlock nor starving": with one token and no loss. The process that holds the token must not use it again
 *       before it has been round.
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
 * <p>Crashes: two processes and three with two tokens and one crash, three with two crashes, and two with three tokens and one crash,
 * completely. Safety and fences hold everywhere; every state in which somebody waits and a token is left leads on to one where
 * nobody waits, or to none left.
 *
 * <h2>Decisions</h2>
 *
 * <ul>
 *   <li>A token that nobody wants rests a while. Were it sent on at once, tokens would meet on links, where nobody notices.
 *   <li>The token is ping: it watches, too.
 * </ul>
 */
package symposium.mutex.tokenring;
