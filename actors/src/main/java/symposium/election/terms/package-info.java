/**
 * Elections without end: one leader after the other, each elected in a term of its own by any of the algorithms for one election.
 *
 * <p>Every message carries its term. What is of an older term is discarded; a later term puts an end to whatever went on before, and everyone takes part
 * in it from the algorithm's initial state. So an election never sees what another has left behind, neither in states nor on links.
 *
 * <p>An election begins where somebody asks for it; and where the membership changes, unless the leader is known and alive and no neighbour is
 * new. When the membership has changed, messages of the term so far count no more: they may have been lost. Whoever has missed the news of the
 * leader that way is told of the change, too, and begins the next term; and it knows a term at least as high as any whose messages it
 * has lost, because it has sent or forwarded them. Who asks while an election is under way joins it; who asks once more before it is over, begins
 * the next term, for the one under way may have come to nothing.
 *
 * <p>Messages count over links that the process has. Those who have not been told of a newcomer go on with a ring that leaves it out, and without this
 * two rings would mix in one term: the checker shows how Le Lann's algorithm is refuted by it, on two processes, a newcomer and a crash.
 *
 * <h2>On a ring, and on a complete graph</h2>
 *
 * <p>On a ring nobody is elected unless a message has passed everyone on it, and so all of them know of the term. That is all it takes.
 *
 * <p>On a complete graph it is not so, and the checker shows it on three processes and one crash: the bully elects itself, and dies with what it
 * knows of its term, which then has two leaders; and of Korach, Moran and Zaks' subjects some have been told of a crash when others have
 * not, and take part in the same election. Two things are added there, whatever the algorithm for one election:
 *
 * <ul>
 *   <li><b>Electorates.</b> Every message says who takes part, as far as its sender knows: itself and its neighbours. Whoever knows of others takes no
 *       part. So each election has its own electorate, which does not change; two of the same term with different electorates
 *       never mix. Whoever hears of one of which it is no part stops following the leader of an older term, and waits: either it or
 *       somebody who takes part has yet to be told of a change, and will begin the next term.
 *   <li><b>Following.</b> Whoever learns that another has been elected says to it that it follows. When all follow, the elected one leads, and says so to
 *       all; only then is any user told. A process follows one in a term, for it takes part in one election of a term. Two electorates have a
 *       process in common, as each has a quorum: so a term has one leader. And whoever follows has given up the leader of the term
 *       before, so that there are not two at once.
 * </ul>
 *
 * <p>The bully needs the second, Korach, Moran and Zaks the first: without the other half the checker finds nothing on three processes and one
 * crash, because the bully makes nothing of who else takes part, and a king whose neighbours are all its subjects has heard of everyone.
 *
 * <p>What was rejected: to deal out terms among the processes by their numbers, so that no two begin the same. It is as sound, and saves
 * the n-1 messages by which the leader says that it leads. But then those who begin at once, as all do after a crash, begin each a term of
 * its own, of which the latest wins; between them the algorithm for one election has nothing left to decide, and most of its rules never
 * fire. Followers might be told at once: on four processes and one crash a term has two leaders, of whom one never led. A quorum of followers
 * might do instead of all: but whoever has not followed may itself lead still, in the term before.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology, channels
 *   <dd>as the algorithm for one election: a ring, or a complete graph
 *   <dt>faults
 *   <dd>processes crash, come and leave, and everyone is told in the end; a process that is cut off from a majority is told that it has no
 *       neighbours, and on a complete graph one with too few for a quorum is cut off; a process that comes in the place of another knows of
 *       no term. Of a message lost otherwise nobody is told: then there may be no leader until somebody asks again. Dolev, Klawe and
 *       Rodeh's algorithm, Le Lann's and Peterson's with alternating phases are refuted by such a loss; the bully, Chang and Roberts', Franklin's,
 *       Korach, Moran and Zaks' and Peterson's basic one go on, on up to three processes and one loss, and so do Hirschberg and Sinclair's as
 *       far as that is explored: with one that asks.
 *   <dt>users
 *   <dd>any of them may ask for an election, at any moment
 * </dl>
 *
 * <h2>What is promised</h2>
 *
 * <p>Of one term there is at most one leader. Terms grow, at each process and so for whatever is fenced with them. While nobody who is alive is
 * taken for dead, at most one process has been told that it leads, and not yet that its term is over. In a partition one that is cut off may believe that it
 * leads until it is told that it is cut off.
 *
 * <p>Checked in every interleaving, all of the nine but Hirschberg and Sinclair's:
 *
 * <ul>
 *   <li>one and two processes that ask twice, three that ask once each;
 *   <li>one crash of two and of three that ask, two of four that do not;
 *   <li>a newcomer among two and three, and one crash besides: in the end all who are alive follow the same one, who is alive;
 *   <li>a partition of three that ask.
 * </ul>
 *
 * <p>Of Hirschberg and Sinclair's so much is under way at once that less can be explored: two that ask once, and one crash besides (9650 states); three of
 * which one asks and one crashes (663360), or two ask (952830); three that do not ask, with a crash or a partition; a newcomer among
 * two. Not finished within 5 GiB and minutes: two that ask twice.
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
 * <p>And four of which one asks and one crashes. Of the bully more of four processes is not known, nor a newcomer among three that ask, which was not finished in
 * minutes; what all others are checked for besides, two crashes of three, four that ask, and a newcomer among three that ask and among four that do
 * not, is in the longer explorations.
 */
package symposium.election.terms;
