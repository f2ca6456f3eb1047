/**
 * Dijkstra's EWD851: mutual exclusion by a token on a ring that travels only when called. The source is E. W.
 * Dijkstra, <em>Reducing control traffic in a distributed implementation of mutual exclusion</em>, EWD851, 25 March
 * 1983. The algorithm is also Alain J. Martin's, as the paper says (private communication, 1978).
 *
 * <p>A token travels round a ring to the left, but only when called. A delayed machine sends a signal to the right.
 * Neutral machines pass the signal on; it stops at the token or at another delayed machine. A machine that has passed
 * on or absorbed a signal is black until the token has gone to the left from there. A token that no machine calls
 * rests where it is.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a ring of any number of machines, one and two included. A ring of two has two distinct links, so that a token
 *       and a signal may be in transit between the same two machines at once. A single machine is its own neighbour
 *       and never sends anything
 *   <dt>channels
 *   <dd>no losses, no duplication; order does not matter, because a link has at most one message in transit, in both
 *       directions together
 *   <dt>faults
 *   <dd>none: no crashes, and the ring does not change
 *   <dt>users
 *   <dd>a critical engagement ends; a neutral one need not
 * </dl>
 *
 * <h2>What it costs, in messages on a ring of n</h2>
 *
 * <p>Over each link signals and tokens alternate, a signal first. So each
 * hop of the token costs two messages, and at most n-1 signals are not yet answered by a token.
 *
 * <ul>
 *   <li>Light load: <b>2d</b>, d signals and d hops of the token, for a requester whose token rests d links to the
 *       right, 0 &lt;= d &lt;= n-1. For d = 0 an entry costs nothing. If all d are equally likely, the average is
 *       n-1.
 *   <li>Saturation: <b>2</b>, one signal and one hop, if every machine requests again at once and n &gt;= 2. It is
 *       not 1: a machine that has passed the token on is white, and has to send a signal with its request. It is not
 *       more: the left neighbour is delayed, so each hop serves a request. It can be less if messages are so slow
 *       that the holder enters again before a signal has arrived.
 *   <li>Worst: <b>2(n-1)</b> per entry. Between two entries the token makes at most n-1 hops. Any run with e entries
 *       sends at most 2(n-1)e + 3(n-1) messages; the constant covers signals and hops for later entries. The bound is
 *       attained, and for no smaller figure per entry does any constant suffice. The right neighbour of the machine
 *       where the token rests pays this price; if it is always the one that requests, every entry costs 2(n-1).
 * </ul>
 *
 * <h2>How others come first</h2>
 *
 * <p>No machine waits forever. The number of critical engagements of others that begin while one machine is delayed
 * depends on what is counted:
 *
 * <ul>
 *   <li>All of them: there is no bound for n &gt;= 2. The holder may complete neutral and critical engagements (n.0,
 *       c.0) any number of times while the signal is in transit. A
 *       {@link symposium.kernel.problem.Problem} counts these as being served.
 *   <li>Those initiated upon receipt of the token (t.0, t.2): at most <b>n-1</b>, each of the others once. All n-1
 *       come first if a machine requests just after it has passed the token on.
 *   <li>Of the latter, those of machines that became delayed later than the waiting one: at most <b>n-2</b>. If all
 *       n-1 come first, the machine that had called the token was delayed already.
 * </ul>
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>In (3) and (4) {@code /} is {@code |}. The guard bars of the four actions are lost, and the lone P closes the
 *       last of them. The third alternative, of "upon receipt of the token" while neutrally engaged, lacks its label
 *       t.1.
 *   <li>"Hence (4) is invariant": true. "The strongest invariant": true except for one string. The members
 *       {@code wd (u bn)* t} are unreachable in all of their n rotations; all others are reachable.
 *       {@link symposium.mutex.ewd851.Ewd851Invariant4} compares the two sets and explains the difference. The
 *       formulas (0), (1), (2) and (3) are exact.
 *   <li>Claim (iv), that every termination of an s, c or t but (c.0) decreases k, holds for those in the string of
 *       the waiting machine; a signal that arrives elsewhere leaves k as it is
 *       ({@link symposium.mutex.ewd851.Ewd851Fairness}).
 *   <li>A machine that is neutral and holds the token is always white, so s.2 has no colour to change; s.1 and s.3
 *       are one alternative of the program; t.0 and t.2 keep the colour; c.1 and t.1 whiten.
 *   <li>The contexts {@code u} of n.1, s.0, c.1 and t.1 always hold: the program need not look at a link.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>With {@code a(1) = 3}, {@code a(2) = 9}, {@code a(n) = 4a(n-1) - 2a(n-2)}, formula (4) has n·a(n) members and
 * n·(a(n)-1) states are reachable: 2, 16, 87, 404, 1735, 7122, 28385, 110776 for n = 1 to 8. Every rule fires from n
 * = 3 on. With two machines n.2, s.0 and t.1 never fire: a signal never arrives at a neutral machine without the
 * token. With one machine only n.0 and c.0 fire.
 */
package symposium.mutex.ewd851;
