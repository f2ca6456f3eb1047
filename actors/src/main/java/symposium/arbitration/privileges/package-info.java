/**
 * The allocation of sets of resources, taken all at once, with one privilege for each part of the names. It is the
 * two-stage solution of E. W. Dijkstra and C. S. Scholten, <em>Distributed Arbitration</em>, section 5. The named
 * locks of a cluster run it.
 *
 * <p>{@link symposium.arbitration.resources} says what sessions, arrows, T0, T1, T2, modes and fences are. T0's that
 * concern the same names must exclude each other. In the paper, and in {@link symposium.arbitration.twostage}, each two
 * processes share a fork for that, so T0 needs n-1 forks. Here each part of the names has one privilege, so T0 needs
 * one, and the cost of a grant does not grow with n.
 *
 * <h2>How a privilege moves</h2>
 *
 * <ul>
 *   <li>At first all privileges are at the process with the least number. A privilege carries the requests that have
 *       reached it, as in the algorithm of I. Suzuki and T. Kasami (A Distributed Mutual Exclusion Algorithm, ACM
 *       Transactions on Computer Systems 3 (4), 1985), and the tabled sessions of its part.
 *   <li>The least bid goes first. A bid is greater than all bids that its process knows (Lamport's clock). A process
 *       that has a privilege and waits for another hands it over to a session with a lesser bid, so two sessions
 *       that want two privileges cannot block each other.
 *   <li>Where a session goes first, up to 32 that wait at the same process with greater bids go with it. So the more
 *       sessions wait for a name, the fewer messages each of them needs.
 *   <li>If everybody who has requested a privilege would have to wait for a session here, the privilege
 *       <em>stays</em> until that session ends. The same message then hands over the privilege and reports the
 *       end. Under contention a grant therefore costs two messages: a request and the privilege. A take that does
 *       not wait is never kept waiting for this.
 *   <li>Where a session must wait for one that is tabled elsewhere, its process sends an {@link
 *       symposium.arbitration.privileges.PrivilegeMessage.Await Await}, and is notified of the end. This occurs with
 *       modes, and where a part has several names.
 *   <li>What comes with a privilege of other parts may be out of date. So arrows are directed because of names of the
 *       privilege's own part alone, and not to a session whose end is known here.
 * </ul>
 *
 * <h2>How a request finds it</h2>
 *
 * <ul>
 *   <li>Each process knows to whom it has handed a privilege last, and when (by Lamport's clock). A request carries the
 *       latest such place that it has met, and is sent on only to a place that is later. So it follows the path of
 *       the privilege, and never goes back.
 *   <li>A process that waits for the privilege itself, by a lesser bid, keeps the request until it comes, as in the
 *       algorithm of M. Naimi and M. Trehel (An Improvement of the Log(n) Distributed Algorithm for Mutual Exclusion,
 *       ICDCS 1987). Where the privilege was handed over at a release, the next request goes to the last process that
 *       waited then: under contention that one keeps it.
 *   <li>Otherwise, of three members, both others are asked, and neither sends the request on. So a name that was last
 *       used elsewhere takes one round trip, and three messages.
 *   <li>A process remembers the requests that it has received without the privilege, until it comes. So a request
 *       cannot follow a privilege forever. The privilege carries the time at which it left each process: a request with
 *       a lesser bid has reached it before, and is dropped, as with the array LN of Suzuki and Kasami's token.
 * </ul>
 *
 * <h2>Views</h2>
 *
 * <p>A <em>view</em> is a set of members, as in virtually synchronous group communication. A process that
 * learns of a change enters the next view, and sends its tabled sessions to all members. It does T0, and hands over
 * privileges, when all members have announced the same view.
 *
 * <ul>
 *   <li>All privileges of a view begin at its first member, which knows the tabled sessions of all members. So a
 *       privilege cannot be lost with a process, and there is no election of its next place.
 *   <li>The identity of a view is a generation and a number. A process announces one set of members under each. In a
 *       generation processes only come, so of two views with a common member the earlier one has ended when all members
 *       are in the later one.
 *   <li>A departure begins a new generation, also of fences: the last ones of the departed process may be known to no
 *       other. Where processes come, and where links recover, fences continue after the greatest that a member has
 *       announced. So generations do not run ahead of the clock at which they begin.
 *   <li>A fence is greater than all that its process knows, and greater than those of all generations before.
 *   <li>Sessions that wait do T0 again in the new view, by the same bids: a departed process may be alive, and have
 *       what they want. A session that has taken its set keeps it.
 *   <li>Without a quorum within reach nothing is taken. What was taken is lost, and its users are notified. A new
 *       generation begins with that: a user that is far away, or asks only now and then, may not know of the loss yet
 *       when another takes the same. So no process is notified of the end of what is lost: it learns of it in the next
 *       view. A loss follows a suspicion, so there are fewer losses than seconds, and generations do not overtake the
 *       clock.
 *   <li>A link that recovers starts a new view, because a privilege may have been lost on it.
 * </ul>
 *
 * <h2>What it costs</h2>
 *
 * <p>Messages for each grant, for one name that all processes always want ({@code BusyNamesTest}), and for two
 * names of which each user wants one or both ({@code symposium simulate privileges -n 5 --entries 900 --think 1}):
 *
 * <pre>
 *     processes          3      5      9
 *     one name           2      2      2
 *     two names       2.49   2.90   2.86
 * </pre>
 *
 * <p>A hand-off takes one message delay. The 900 grants of two names take 1,548, 1,460 and 1,437 message delays. A name
 * that only one process uses costs no message. One that was last used elsewhere costs two or three messages in one
 * round trip with two or three processes ({@code PrivilegesCostTest}). With more, its request may have to follow the
 * privilege.
 *
 * <h2>Sessions that outlive their process</h2>
 *
 * <p>A client that is no process asks at one, and what it has must not end with that. So a session may have a
 * <em>backup</em>, another process, which takes it over when its process departs. When the backup has answered, the
 * user is notified. When the user no longer has the session, the backup is to know that before others may take its
 * names. What is lost without a quorum within reach is an exception. The process may be removed, and the backup is to
 * take the session over then, so it is notified only when all members are in the next view. Here no part is reserved
 * for that. The backup names the session as it enters the next view. When all members are in the view, they table all
 * such sessions first, in an order that all know. A member may know that before the backup does: what it awaits there
 * is not ended, but not tabled yet.
 *
 * <h2>What the checker found</h2>
 *
 * <p>All invariants hold, and no user waits forever. States with all names in one part, and with each name in a
 * part of its own; users take {a}, {b} or {a, b}, or {a} or {a, b} (*). Here a request follows the privilege, as it
 * does of four processes and more:
 *
 * <pre>
 *     3 processes, once each; 2, twice                    6448, 2676        7752, 6412
 *     2, with two sessions each                           13806              36500
 *     one of 3 may crash (*); two of 3 (*)                32977, 53814      51095, 81928
 *     the link of 2 fails and recovers, twice (*)         189551             296201
 *     3 that all start cut off (*)                        7644              9960
 *     one of 3 crashes and comes back as another (*)      1454635           1545506
 *     a partition; a false departure, safety (*)          54183, 152109     85805, 224821
 *     privileges-kept's users: 3; one crashes; two crash                     23525, 251242, 332957
 * </pre>
 *
 * <p>Statements left out, with the steps after which the checker misses them: arrows to sessions elsewhere (6), the
 * message of an end (11), the order of bids (8), the memory of requests (8), what is tabled, with a privilege (6) or a
 * view (7), the wait for all members (6), the new generation (5), T0 again after a departure (8), an answer before the
 * backup knows (2), an end before it knows (10), and the takeovers of a view (11).
 *
 * <h2>Long runs</h2>
 *
 * <ul>
 *   <li>A list that is too long for one message goes in several, of which the last is the view or the privilege.
 *   <li>Departed processes are named until all members are in a view, once they are more than 100. A process that
 *       counts one of them later receives its name again.
 *   <li>When the fences of a generation are used up, another view begins.
 * </ul>
 *
 * <p>Three to five processes with many names, in every mode, under all of these faults together: {@code
 * PrivilegesSeedsTest}, simulated. It found five faults that need four processes or several names: a request that went
 * back along the path of a privilege and was dropped, arrows to sessions whose end was known, an end reported of what
 * was not taken over yet, a session that took what another process was about to take over, and one that took what was
 * lost before the next view.
 *
 * <h2>Decisions, and what was rejected</h2>
 *
 * <ul>
 *   <li>An arbiter for each name, as lock services have: a session that needs two names asks two arbiters, one after
 *       the other, and several can come to deadlock.
 *   <li>A fork for each part and each two processes, all requested at once. A contended grant took 3(n-1) messages:
 *       a request and a fork for each other process, and the end reported to each. In exchange a name last used
 *       elsewhere took one round trip. Here, of four processes and more, its request may have to follow the privilege,
 *       for up to n-1 hops.
 *   <li>The same for any number of members: the request costs n-1 messages, and the checker has more to explore. With
 *       three processes {@code withoutFaults} has 73411 states in place of 7752.
 *   <li>A request to all other processes, as Suzuki and Kasami have it: n messages for a contended grant.
 *   <li>A fence for each name: one for the set does, and names the session.
 * </ul>
 */
package symposium.arbitration.privileges;
