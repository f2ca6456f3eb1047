/**
 * Leadership: one leader after the other, each elected in a separate term by any of the algorithms for one election.
 *
 * <p>Every message carries its term. A process discards the messages of older terms. A message of a later term ends the
 * current one: the process takes part in the later election from the algorithm's initial state. So an election meets
 * nothing that another has left behind, neither in states nor on links.
 *
 * <p>A process begins an election when its user asks for one. It also begins one when the membership changes, unless it
 * knows the leader, the leader is alive, and no neighbour is new. After a change, messages of the current term no
 * longer count: some of them may have been lost. A process that misses the news of the leader in this way is told of
 * the change as well, and begins the next term. It knows a term at least as high as that of each message it has lost,
 * because it sent or forwarded them. A user who asks during an election joins it. A user who asks again before it ends
 * begins the next term, because a lost message may have stopped the current one.
 *
 * <p>Messages count only over links that the process has. A process that has not been told of a newcomer goes on with a
 * ring without it, and otherwise two rings would mix in one term. The checker shows that Le Lann's algorithm is then
 * refuted, on two processes, a newcomer and a crash.
 *
 * <h2>On a ring, and on a complete graph</h2>
 *
 * <p>On a ring, no process is elected unless a message has passed all of them, and so all of them know of the term.
 * Terms need nothing else there.
 *
 * <p>On a complete graph this is not so, and the checker shows it on three processes and one crash. The bully elects
 * itself, and crashes while no other process knows of its term, which then has two leaders. Of the subjects in Korach,
 * Moran and Zaks' algorithm, some have been told of a crash and others have not, and all take part in one election. On
 * complete graphs two things are added, whatever the algorithm for one election:
 *
 * <ul>
 *   <li><b>Electorates.</b> Every message names the processes that take part, as far as its sender knows: itself and
 *       its neighbours. A process that knows of others takes no part. So each election has an electorate of its own,
 *       which does not change; two of the same term with different electorates never mix. A process that hears of an
 *       electorate other than its own stops following the leader of an older term, and waits. Either it or a process
 *       that takes part has yet to be told of a change, and will begin the next term.
 *   <li><b>Following.</b> A process that learns that another has been elected sends it a message that it follows. When
 *       all follow, the elected process leads, and sends that to all; only then is any user told. A process follows one
 *       other in a term, because it takes part in one election of a term. Two electorates have a process in common,
 *       because each has a quorum: so a term has one leader. A process that follows has given up the leader of the term
 *       before, so that there are never two at the same time.
 * </ul>
 *
 * <p>The bully needs following; Korach, Moran and Zaks' algorithm needs electorates. Without the other half the checker
 * finds nothing on three processes and one crash: the bully makes no use of the electorate, and a king whose neighbours
 * are all its subjects has heard of all of them.
 *
 * <h2>Decisions, and what was rejected</h2>
 *
 * <ul>
 *   <li>Terms could be divided among the processes by their numbers, so that no two begin the same term. That is as
 *       safe, and saves the n-1 messages by which the leader says that it leads. But processes that begin at the same
 *       time, as all do after a crash, then begin one term each, of which the latest wins. The algorithm for one
 *       election has nothing left to decide, and most of its rules never fire.
 *   <li>Followers could be told at once. On four processes and one crash a term then has two leaders, one of which
 *       never led.
 *   <li>A quorum of followers could suffice instead of all. But a process that has not followed may itself still lead,
 *       in the term before.
 * </ul>
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology, channels
 *   <dd>as the algorithm for one election: a ring, or a complete graph
 *   <dt>faults
 *   <dd>processes crash, join and leave, and all others are told in the end. A process that is cut off from a majority
 *   is
 *       told that it has no neighbours; on a complete graph, one with too few neighbours for a quorum is cut off. A
 *       process that replaces another knows of no term. Any other loss of a message is not reported: then there may be
 *       no leader until a user asks again. Such a loss refutes Dolev, Klawe and Rodeh's algorithm, Le Lann's, and
 *       Peterson's with alternating phases. The bully, Chang and Roberts', Franklin's, Korach, Moran and Zaks' and
 *       Peterson's basic algorithm go on, on up to three processes and one loss; so does Hirschberg and Sinclair's as
 *       far as it is explored, with one process that asks.
 *   <dt>users
 *   <dd>each may ask for an election at any moment
 * </dl>
 *
 * <h2>What is promised</h2>
 *
 * <p>A term has at most one leader. Terms grow at each process, and so do fences made from them. While no live process
 * is taken for dead, at most one process has been told that it leads, and not yet that its term is over. In a
 * partition, a process that is cut off may believe that it leads until it is told that it is cut off.
 *
 * <p>Checked in every interleaving, for all nine algorithms but Hirschberg and Sinclair's:
 *
 * <ul>
 *   <li>one and two processes that ask twice, three that ask once each;
 *   <li>one crash of two and of three that ask, two crashes of four that do not;
 *   <li>a newcomer among two and three, and one crash besides: in the end all live processes follow the same live one;
 *   <li>a partition of three that ask.
 * </ul>
 *
 * <p>Hirschberg and Sinclair's algorithm has more messages in transit, so less can be explored: two processes that
 * ask once, and one crash besides (9650 states); three of which one asks and one crashes (663360), or two ask (952830);
 * three that do not ask, with a crash or a partition; a newcomer among two. Two that ask twice do not finish within 5
 * GiB and minutes.
 *
 * <p>On complete graphs:
 *
 * <pre>
 * processes  each asks  crashes    bully  Korach, Moran and Zaks
 *     2        twice       0        6163       678
 *     2        once        1         133       134
 *     3        once        0       43995      2396
 *     3        once        1      161837     26669
 * </pre>
 *
 * <p>And four processes of which one asks and one crashes. For the bully, no more is known of four processes; a
 * newcomer among three that ask did not finish in minutes. The longer explorations check all other algorithms for two
 * crashes of three, four that ask, a newcomer among three that ask, and a newcomer among four that do not.
 */
package symposium.election.terms;
