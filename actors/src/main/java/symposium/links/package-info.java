/**
 * Reliable links: the layer below the algorithms of a cluster. {@link symposium.links.LinkEnd} is one end of a link, a
 * value; {@link symposium.links.ReliableLink} is a process with one for each neighbour, for the checker, the
 * simulation and the trace. The host of a process on a cluster carries out the same value: its frames are the messages
 * between nodes.
 *
 * <p>After A. Tanenbaum, <em>Computer Networks</em>, section 3.4 (go back n), and, of the handshake, RFC 793, section
 * 3.4. Two ends exchange {@linkplain symposium.links.Frame frames}: numbered messages, acknowledgements and
 * handshakes.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>any graph
 *   <dt>channels
 *   <dd>they may lose, duplicate and reorder. In the end a frame that is sent again and again arrives
 *   <dt>faults
 *   <dd>processes crash, and return as other processes: a {@link symposium.kernel.ProcessId} has an incarnation. The
 *       others are notified of it
 *   <dt>users
 *   <dd>each submits messages to its neighbours at any time, the next before the last is acknowledged; where links fail
 *       and recover, each wants its links, or does not, at any time
 * </dl>
 *
 * <p>That frames arrive in the end is an assumption that Akka's transport has broken: it may lose every message to
 * one actor for ever, while heartbeats and messages to others pass. It did where an actor was addressed by its path
 * before it had started (Artery's compression of references: the path is abbreviated to the absent actor). So the
 * host of a process on a cluster addresses others by references with uid alone; and where nothing comes back although
 * an answer is due, for {@code symposium.silence-timeout}, it tells the other so, and sends another way from then on.
 * The second way alone is not enough: the answers of the other end, to which nothing is due, would still be lost. So an
 * end that hears nothing tells the other, which then answers the second way, too. The model {@code LostWay} of the
 * tests is these links over a transport that may lose, from any moment on, all that comes to a process the usual way.
 *
 * <h2>What it promises</h2>
 *
 * <p>{@link symposium.links.ReliableDelivery} states it over inputs and outputs alone. In each incarnation of a link
 * the messages are delivered once, in the order of submission, without a gap, in the incarnation in which they were
 * submitted; what is acknowledged has been delivered. An end sees one incarnation end before the next begins. No user
 * waits for ever: its messages are acknowledged while both ends keep the incarnation, a link that both want comes
 * about, and an end that does not want a link any more learns that the other has heard so. A process sends again only
 * while its user waits; so sending stops.
 *
 * <h2>What the checker found</h2>
 *
 * <p>Over {@linkplain symposium.kernel.problem.Channels#DUPLICATING duplicating} links, where every frame stays in
 * transit for ever, and so under every loss, duplication and reordering without any bound: two processes with up to
 * four messages each (54, 2,216, 22,810 and 165,660 states), and three. Where links fail and recover: two processes
 * that each submit once or stop wanting their link once (45,719 states), or one of them up to three times (11,273 and
 * 234,630), or three processes (2,439,290); and with a crash, and the return of the process, at any moment.
 *
 * <p>That proves safety. Over duplicating links every frame arrives in the end, so that nothing need be sent again.
 * Over {@linkplain symposium.kernel.problem.Channels#COALESCING coalescing} links a frame that arrives is gone unless
 * it is duplicated. There all the properties hold, those of progress included, with losses and duplications at any
 * moment: two messages each with one of both (251,462 states), one each and three of one process with two of both
 * (2,768 and 15,411); and, where links fail and recover, one process that asks once with one of both (104,927). A
 * fair run loses and duplicates no more than that. Not proved: other sizes, runs with infinitely many losses, and how
 * long anything takes.
 *
 * <p>An end that says once that it does not want the link any more, and not again until the other end has heard so,
 * leaves the other end with an open link for ever: eight steps, of which one is a loss. An end that is heard by an
 * acknowledgement stops saying so; without that, two ends that both do not want the link never stop.
 *
 * <h2>Algorithms over these links</h2>
 *
 * <p>{@link symposium.links.LinkEnds} is all ends of one process, and what the process is told of them. The host of a
 * process on a cluster carries out this value; {@link symposium.links.LinkedProtocol} explores the same value with a
 * process of an algorithm. {@code check NAME-over-links} takes any algorithm of the catalogue that is no link itself,
 * with its own invariants: a message of the algorithm is in transit while its recipient may still take it. Invariants
 * of steps are left out.
 *
 * <p>Two processes, one request each or of one, every property with progress holds, over duplicating links where not
 * said otherwise: {@code suzuki-kasami-census} (1,177 states; 1,436 with a crash and a quorum of one; over coalescing
 * links with one loss and one duplication 1,761); {@code ewd851-misra} (5,251); {@code resources} with one resource
 * (4,620), and where one process once suspects the other and ceases to, while frames go on arriving: 17,145
 * without a request; with one, 1,240,416 or 825,330, safety alone. {@code ewd851-misra} with a crash, safety alone:
 * 12,434. A process of {@code helary-plouzeau-raynal-7} that leaves has left once what it hands over has arrived
 * (2,192 over links that last, and 36 with a loss). {@code LinkedProtocolTest} has the models, and the faults: a
 * process that leaves before it is acknowledged (3 steps), that is not told of the end of an incarnation (16), and
 * that sends in a former one (16).
 *
 * <p>Not checked: other sizes; links that fail under an algorithm while a process leaves (two processes of {@code
 * helary-plouzeau-raynal-7}, without a request, have more than 1,100,000 states within 13 steps); more than one
 * expiry of each timer of an algorithm between two changes, which would make the state space infinite; and a departed
 * process whose frames still arrive, which the checker drops before the process sees them.
 *
 * <h2>Faults</h2>
 *
 * <p>Each other statement matters, too: {@code algorithms --variants} lists 22 faults, each with the command that
 * shows its shortest counterexample, of 4 to 11 steps. A former incarnation of a process must not lend its numbers to
 * the next: what the new one sends first is then acknowledged and never delivered.
 *
 * <p>Messages to be delivered, and frames of the other end, come in; frames, and each message once and in order, go
 * out.
 */
package symposium.links;
