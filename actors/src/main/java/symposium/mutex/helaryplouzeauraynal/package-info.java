/**
 * The algorithm of Hélary, Plouzeau and Raynal: mutual exclusion by a token in a network of any shape. The source is
 * J. M. Hélary, N. Plouzeau and M. Raynal, <em>A Distributed Algorithm for Mutual Exclusion in an Arbitrary
 * Network</em>, received June 1986, revised February 1987: sections 3 to 6. Section 7 is in {@link
 * symposium.mutex.helaryplouzeauraynal.changingnetwork}.
 *
 * <p>A token travels to the processes that ask for it. A request floods the network. Its control part names the
 * processes that have received it or are about to, and they are sent no further copy. Each process remembers the
 * neighbour that a request came from, and the token goes back that way. The owner serves the oldest request that it
 * knows, by Lamport's time stamps. The token carries {@code lud}, which tells satisfied requests from pending ones.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>any connected graph; a process knows its own name and those of its neighbours, and not how many there are. So
 *       {@code lud} is not an array: a component comes into being when it is first written, and is -1 before
 *   <dt>channels
 *   <dd>no losses, no duplications; any order
 *   <dt>faults
 *   <dd>none here
 *   <dt>users
 *   <dd>a critical section ends
 * </dl>
 *
 * <h2>What it costs, in messages on a graph of n nodes and e links</h2>
 *
 * <p>Nothing where the token is. Otherwise the request builds a spanning tree, which determines the number of requests
 * and the way of the token; {@code HelaryPlouzeauRaynalCost}, beside the tests, computes both. With unit delays, and
 * copies that arrive together taken in the order of their senders, they are exact for every requester and owner. With
 * any delays the extremes are those over all trees that a request can build.
 *
 * <ul>
 *   <li>Tree: n-1 requests, and the token goes the distance, as the paper says. Complete graph: n-1 and 1, as it says.
 *   <li>Ring: the paper says n-1 to n+1 requests and n to 2n messages. It is 2 requests for n = 3, 4 for n = 4, and n
 *       or n+1 for more (n+1 with unit delays); altogether n+1 to <b>2n-2</b> messages for n &gt;= 4, both attained for
 *       4 to 7.
 *   <li>In general: the paper says n-1 to 2e requests. Each process but the requester has received its copy over a link
 *       over which it sends nothing back, so it is at most <b>2e-n+1</b>. That is attained where there are no cycles of
 *       three or four, by Petersen's graph (21) for one.
 *   <li>The token's way: at most n-1, says the paper, and in time at most the diameter. A request goes along an induced
 *       path, one whose nodes are linked only along it, and any such path may be the quickest. So the bound is the
 *       <b>longest induced path</b> between the two: on a ring of six, over a distance of two, four.
 *   <li>Time, where a message takes up to &Delta; and the diameter is d: all know the request within d&Delta;, as the
 *       paper says. "A complete request operation takes at most 2d&Delta;" holds where every message takes &Delta;. In
 *       general the bound is &Delta; times d and the longest induced path. On a ring of five, over a distance of two,
 *       an entry may take more than 4&Delta;.
 * </ul>
 *
 * <h2>How others come first</h2>
 *
 * <p>No process waits forever (Theorem 3). The number of others that enter while one waits has no bound: the owner may
 * enter again and again, and so may others, as long as the request is in transit. When all processes know the request,
 * all later requests are younger. Then at most one older request of each other process is pending, so at most n-1
 * processes receive the token before: the checker finds 1 for two processes and 2 for three. Requests are not granted
 * in causal order, and the paper does not promise it.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>{@code min(X)}, "the couple (y,z) such that y &lt; y' or y = y' and z &lt; z'", puts the name before the time,
 *       and the process with the greatest name starves. "The oldest" is meant: the time first.
 *   <li>{@code transmit_token} deletes the request that it serves, {@code receive_token} does not, and Lemma 2's proof
 *       says that it does. Deleted anywhere, the request is broadcast once more when a late copy comes. Nothing is
 *       deleted here; a request is superseded by a younger one of its origin, and {@code lud} tells whether it is
 *       pending.
 *   <li>Theorem 2's proof has {@code rt < lud[orig]} for what is {@code lud[orig] < rt} in the program; read like the
 *       proof the first request is never served.
 *   <li>{@code req_array_i[j]}: "that P_i received from P_i" is: from P_j.
 *   <li>{@code lud} starts with -1 since the clocks start with 0. At line (A) the clock is advanced so that the next
 *       request is younger than {@code lud}; {@code enter_CS} need not advance it. {@code lud} stays when X is empty.
 *       The own request is not recorded.
 *   <li>Section 2.2 assumes that a process and its neighbours have distinct names, and that all have only for global
 *       properties such as fairness. Where the ends of a line of four have one name, there is one token, and at most
 *       one process is in its critical section, but a process may wait forever.
 *   <li>{@code already_seen} contains the sender, so that {@code neighbours - already_seen} needs no exception.
 * </ul>
 *
 * <p>Each of these that breaks something when it is misread is a variant that the checker refutes, and its
 * counterexample is kept with the tests. Nothing is broken by a clock that {@code enter_CS} advances as well, nor by an
 * exception for the sender.
 *
 * <h2>What the checker found</h2>
 *
 * <p>Clocks grow without bound, so each user asks a bounded number of times. All invariants hold, the lemmas and
 * theorems among them, on all connected graphs of up to three nodes with all processes asking, of four with all but the
 * holder asking (24017 states on the line, 32996 on the star, 47239 on the paw, 69277 on the complete graph, 139465 on
 * the diamond; 415922 on the square) and with any two asking wherever the token is, and on the ring of five, the kite,
 * the house and the wheel with two asking. All four asking takes 1227542 states on the line and 3271600 on the star; on
 * the other graphs of four that has not been explored to the end.
 *
 * <h2>Decisions, and what was rejected</h2>
 *
 * <ul>
 *   <li>The paper keeps a list of requests for each neighbour. There is never more than one request of an origin in all
 *       of them together, so {@code req_array} is one map here, and each request in it names its neighbour.
 *   <li>That owners serve the oldest request that they know is checked step by step. Counting overtakings would be
 *       simpler, but they have no bound.
 * </ul>
 */
package symposium.mutex.helaryplouzeauraynal;
