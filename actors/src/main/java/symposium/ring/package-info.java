/**
 * The ring on a cluster: EWD851 where members crash, come and go. A composition of three protocols, each of which is asked and none of
 * which is copied: {@link symposium.mutex.ewd851 EWD851}, {@link symposium.regeneration.misra Misra's two tokens} and
 * {@link symposium.election.changroberts Chang and Roberts' election}.
 *
 * <h2>How they fit together</h2>
 *
 * <ul>
 *   <li><b>The token is ping.</b> EWD851's token carries Misra's number and rests where nobody calls for it. Pong makes its rounds all the
 *       time, at a pace that is configured; where it meets the token they count the meeting, also while the token is being used. So pong
 *       finds a lost token, and the token, when it moves, a lost pong.
 *   <li><b>Generations.</b> A token that is made anew is of a new generation, which pong makes known. Whoever has heard of a generation
 *       discards what is older, and forgets its mark. Generations are dealt out among the processes by their numbers: no two ever
 *       issue the same.
 *   <li><b>A new token sleeps</b> where it was issued until pong has been round once and at least a quorum knows of its generation; then it
 *       wakes and is EWD851's token. For the old one may live: it is discarded by whoever has heard of the new generation. Where pong meets
 *       it, it outbids the new one: the two that have met join a generation that is newer still, and the one that sleeps is
 *       forgotten.
 *   <li><b>Both lost.</b> Whoever learns that its left neighbour has departed suspects that both tokens have gone with it, unless pong comes.
 *       When the suspicion is old enough it initiates an election. The news of the election is a <b>census</b>: on its way round it asks
 *       everyone for the highest generation and for tokens. What comes to the leader meanwhile counts as found. If nothing has been found,
 *       and a quorum has been asked, the leader issues both, the token asleep.
 *   <li><b>Membership.</b> A view is known by the set of those who have departed, which only grows. Every message carries its sender's, and
 *       teaches it. A process admits nothing from a view in which one of its neighbours has departed before it has been told of new
 *       neighbours; and ballots count only among those who know of the same departures. A departure begins elections anew, and does
 *       away with a sleeping token: its pong may be lost.
 *   <li><b>Signals.</b> Whoever owes a token to its left, or to its own user, calls again when its right neighbour is another, and when it
 *       discards a token or hears of a new generation: what it called may be lost. So a machine may be called when it is black already
 *       (s.4), and the token may come to one that nobody calls from, where it rests (t.3).
 *   <li><b>Cut off.</b> A process without links gives up both tokens. Whoever was using one is told that it has lost it. Who asks meanwhile is
 *       served when there are links again.
 * </ul>
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a ring of those who are there, in the order of their names, one included
 *   <dt>channels
 *   <dd>first in, first out on each link; nothing is lost but to and from those who have departed. Where more may be lost, silence must
 *       arouse suspicion ({@link symposium.ring.Vigilance})
 *   <dt>faults
 *   <dd>crashes, of which all others are told in the end; members that join or are cut off
 *   <dt>configuration
 *   <dd>a quorum, of which any two must have a process in common; distinct numbers of processes, as many as are configured
 *       ({@link symposium.ring.Ring.Conduct})
 * </dl>
 *
 * <h2>What is promised, and what is not</h2>
 *
 * <ul>
 *   <li>While nobody is taken for dead who lives: at most one holder, and each grant has a greater fence than all before it.
 *   <li>While only crashes happen, and a quorum survives: whoever wants in gets in.
 *   <li>In any case: at most one holder per generation; fences of one generation grow; without a quorum nothing is issued.
 *   <li>Not that there is one holder at all where somebody is taken for dead who lives: until it is cut off it may go on under its
 *       generation. The resource that compares fences refuses it once it has seen a newer one.
 *   <li>Not how many enter before one who waits, once there are crashes; without, it is as in EWD851.
 * </ul>
 *
 * <h2>What is checked, and how far</h2>
 *
 * <p>With crashes at any moment and everyone told of them at any later one; each user asks once:
 *
 * <pre>
 * processes  crashes  quorum     states
 *     1         0        1            6
 *     2         0        2          153
 *     3         0        2         2209
 *     2         1        1          715
 *     3         1        2       100432
 *     3         2        1       143085
 *     4         1        3      8761387
 *     4         2        2     36737947
 * </pre>
 *
 * <p>In all of these all laws hold, nobody waits forever in a fair execution, and the situation of each law occurs. With three processes every
 * rule fires but v.1 and v.4, which take four, and those that need more than crashes. With two crashes of three and a quorum of two nothing
 * is granted any more, as it should be.
 *
 * <p>Safety alone, with messages that travel as long as they like: a member that joins a ring of two, between the others or at the end
 * (590842 and 108385 states, complete); a process that is cut off and comes back (219963, complete); one that is taken for dead (one
 * holder per generation, complete); a suspicion without reason at each process of a ring of two, once (65397) and twice, and of three,
 * once (all complete). A ring that is still forming, and suspicions without reason while a member joins, are undecided: nothing is violated
 * as far as they have been explored. Longer lives than these, more joins, and progress after anything but crashes, are not checked.
 *
 * <h2>Decisions, and what was rejected</h2>
 *
 * <ul>
 *   <li>A new token might be awake at once. With crashes alone somebody then waits forever; where a member joins, and a token is overtaken on
 *       a link that is no more, two are critical.
 *   <li>Generations might simply be counted on. When a member joins there may be two pongs for a while; each can issue a token, and of the
 *       same next generation. Both woke.
 *   <li>A living token might join the generation of the new one that sleeps. Then there are two of that generation as long as the other has
 *       not been told. Outbidding leaves each generation at most one token ever.
 *   <li>A token that is here is not lost, whatever the mark says. On a ring that does not change, Misra's marks are right by themselves.
 *   <li>The census might be a message of its own after the election. It goes where the news of the election goes anyway.
 *   <li>A failure detector of the ring's own, by time-outs on each link, was left to the cluster, which has one; the ring's own suspicion is
 *       for what the cluster cannot see: that a token is gone though everybody lives.
 * </ul>
 */
package symposium.ring;
