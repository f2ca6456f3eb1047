/**
 * The token ring on a cluster: EWD851 on a ring whose members crash, come and go. It is a composition of three
 * protocols, each of which runs as it is: {@link symposium.mutex.ewd851 EWD851}, {@link symposium.regeneration.misra
 * Misra's two tokens} and {@link symposium.election.changroberts Chang and Roberts' election}.
 *
 * <h2>How they fit together</h2>
 *
 * <ul>
 *   <li><b>The token is ping.</b> EWD851's token carries Misra's number and rests where no machine calls for it. Pong
 *       makes its rounds all the time, at a configured pace. Where pong meets the token, both count the meeting, also
 *       while the token is in use. So pong finds a lost token, and a moving token finds a lost pong.
 *   <li><b>Generations.</b> Each token that is issued has a new generation, which pong makes known. A process that has
 *       heard of a generation discards older tokens and forgets their mark. Generations are dealt out among the
 *       processes by their numbers: no two processes issue the same.
 *   <li><b>A new token sleeps</b> where it was issued until pong has been round once and a quorum knows of its
 *       generation. Then it wakes and is EWD851's token. The old token may still exist: every process that has heard of
 *       the new generation discards it. Where pong meets the old token, that token outbids the new one: it and pong
 *       join a generation that is newer still, and the sleeping token is forgotten. So does a token that has made 2^29
 *       grants in one generation, where pong meets it: fences stay numbers.
 *   <li><b>Both lost.</b> A process whose left neighbour has departed suspects that both tokens are lost, unless pong
 *       comes. After a time-out it initiates an election. The news of the election is a <b>census</b>: on its way round
 *       it asks each process for its highest generation and for tokens. A token that comes to the leader meanwhile
 *       counts as found. If neither token has been found, and a quorum has been asked, the leader issues both; ping
 *       sleeps.
 *   <li><b>Membership.</b> A process knows the membership by the set of departed processes, which only grows. Every
 *       message carries its sender's set, and the receiver adds it to its own. A process does not admit a message whose
 *       set contains one of its neighbours until the membership has given it new neighbours. Ballots count only among
 *       processes that know of the same departures. A departure begins elections again and removes a sleeping token,
 *       because its pong may be lost.
 *   <li><b>Signals.</b> A machine that owes a token to its left, or to its own user, calls again when its right
 *       neighbour has changed, when it discards a token, and when it hears of a new generation: the token that it
 *       called may be lost. So a machine may be called when it is black already (s.4), and the token may come to a
 *       machine that has not called for it, where it rests (t.3).
 *   <li><b>Cut off.</b> A process without links gives up both tokens, and tells a user inside its critical section of
 *       the loss. A user that asks meanwhile is served when there are links again.
 * </ul>
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a ring of the present members, in the order of their names, one included
 *   <dt>channels
 *   <dd>first in, first out on each link; only messages to and from departed processes are lost. Where others may be
 *       lost too, silence must arouse suspicion ({@link symposium.composition.ewd851misra.LossDetection})
 *   <dt>faults
 *   <dd>crashes, of which all others are told in the end; members that join or are cut off
 *   <dt>configuration
 *   <dd>a quorum, any two of which have a process in common; distinct numbers of processes, at most as many as are
 *       configured ({@link symposium.composition.ewd851misra.Ewd851MisraConfig})
 * </dl>
 *
 * <h2>What is promised, and what is not</h2>
 *
 * <ul>
 *   <li>While no live process is taken for dead: at most one holder, and each grant has a greater fence than all before
 *       it.
 *   <li>While only crashes happen, and a quorum survives: every waiting user enters.
 *   <li>In any case: at most one holder per generation; fences of one generation grow; without a quorum no token is
 *       issued.
 *   <li>Not promised: at most one holder at all, where a live process is taken for dead. Until that process is cut off,
 *       it may go on under its generation. The resource that compares fences refuses it once it has seen a newer one.
 *   <li>Not promised: a bound on overtaking, once there are crashes. Without crashes it is EWD851's.
 * </ul>
 *
 * <h2>What is checked, and how far</h2>
 *
 * <p>With crashes at any moment, of which each process is told at any later one; each user asks once:
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
 * <p>In all of these every invariant holds, no user waits forever in a fair execution, and the situation of each
 * invariant occurs. With three processes every rule fires but v.1 and v.4, which take four, and those that need more
 * than crashes. With two crashes of three and a quorum of two no request is granted any more, as intended.
 *
 * <p>Five processes of which one may crash, with a quorum of three, have 622279248 states. In all of them every
 * invariant holds, and none is a deadlock; starvation is not analysed there. Where two of the five may crash, 246
 * million states, to 24 steps, are not all; no invariant is violated in them.
 *
 * <p>Safety alone, with messages that travel for any time: a member that joins a ring of two, between the others or at
 * the end (238184 and 107839 states, complete); a process that is cut off and comes back (219963, complete); a live
 * process that is taken for dead (one holder per generation, complete); a suspicion without reason at each process of a
 * ring of two, once (65397) and twice, and of three, once (all complete). A ring that is still forming, and suspicions
 * without reason while a member joins, are undecided: no invariant is violated as far as they have been explored.
 * Longer runs than these, more joins, and progress after anything but crashes, are not checked.
 *
 * <p>If there are two pongs, their numbers differ, and the explored states keep the numbers of all tokens apart. In
 * every run the checker tests that a state behaves like the normal form that replaces it: {@link
 * symposium.kernel.problem.Quotient}.
 *
 * <h2>Decisions, and what was rejected</h2>
 *
 * <ul>
 *   <li>A new token might be awake at once. With crashes alone some user then waits forever; where a member joins, and
 *       a token is overtaken on a link that is gone, two users are critical.
 *   <li>Generations might simply be counted on. When a member joins there may be two pongs for a while; each can issue
 *       a token, and of the same next generation. Both tokens woke.
 *   <li>A living token might join the generation of the sleeping one. Then there are two of that generation until the
 *       process of the sleeping token has been told. Outbidding leaves each generation at most one token ever.
 *   <li>A token that is here is not lost, whatever the mark says. On a ring that does not change, Misra's marks are
 *       right by themselves.
 *   <li>A pong that was overtaken might meet the token like any other. Then the numbers would go back to those of that
 *       pong, and marks of the numbers that were skipped would take a token for lost that is not. It is discarded
 *       (g.5).
 *   <li>The census might be a separate message after the election. It goes where the news of the election goes anyway.
 *   <li>A failure detector of the ring's own, by time-outs on each link, was left to the cluster, which has one. The
 *       ring's own suspicion is for a loss that the cluster cannot see: a token is gone though every process is alive.
 * </ul>
 */
package symposium.composition.ewd851misra;
