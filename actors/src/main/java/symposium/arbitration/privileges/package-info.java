/**
 * Sets of resources, taken all at once, with one privilege for each part of the names: the two-stage solution of E.
 * W. Dijkstra and C. S. Scholten, <em>Distributed Arbitration</em>, section 5, with another first stage than {@link
 * symposium.arbitration.resources}.
 *
 * <p>A user that wants a set of resources is a philosopher, here a <em>session</em>. T0, T1, T2, modes and fences are
 * those of {@code resources}. T0's that concern the same names must exclude each other. There, each two processes
 * share a fork for each part of the names, so T0 needs n-1 forks. Here each part has one privilege, so T0 needs
 * one, and the cost of a grant does not grow with n.
 *
 * <h2>How a privilege moves</h2>
 *
 * <ul>
 *   <li>At first all privileges are at the process with the least number. Each process knows to whom it has handed a
 *       privilege last, and sends its request there. A process that no longer has it sends the request on.
 *   <li>A privilege carries the requests that have reached it, as in the algorithm of I. Suzuki and T. Kasami (A
 *       Distributed Mutual Exclusion Algorithm, ACM Transactions on Computer Systems 3 (4), 1985), and the tabled
 *       sessions of its part.
 *   <li>The least bid goes first. A bid is greater than all bids that its process knows (Lamport's clock). A process
 *       that has a privilege and waits for another hands it over to a session with a lesser bid, so two sessions
 *       that want two privileges cannot block each other.
 *   <li>A request that follows a privilege goes to the last process that it knows to come before it. That process
 *       keeps the request if it still waits, as in the algorithm of M. Naimi and M. Trehel (An Improvement of the
 *       Log(n) Distributed Algorithm for Mutual Exclusion, ICDCS 1987). Otherwise it has had the privilege since,
 *       and knows better where it is. So requests take short paths.
 *   <li>A process remembers the requests that it has sent on, until the privilege comes back. So a request cannot
 *       follow a privilege forever.
 *   <li>Where a session goes first, up to 32 that wait at the same process with greater bids go with it. So the more
 *       sessions wait for a name, the fewer messages each of them needs.
 *   <li>If everybody who has requested a privilege would have to wait for a session here, the privilege
 *       <em>stays</em> until that session ends. The same message then hands over the privilege and reports the
 *       end. Under contention a grant therefore costs two messages: a request and the privilege. A take that does
 *       not wait is never kept waiting for this.
 *   <li>Where a session must wait for one that is tabled elsewhere, its process sends an {@link
 *       symposium.arbitration.privileges.PrivilegeMessage.Await Await}, and is notified of the end. This occurs with
 *       modes, and where a part has several names.
 * </ul>
 *
 * <h2>Views</h2>
 *
 * <p>A <em>view</em> is a generation and its members, as in virtually synchronous group communication. A process that
 * learns of a change enters the next view, and sends its tabled sessions to all members. It does T0, and hands over
 * privileges, when all members have announced the same view.
 *
 * <ul>
 *   <li>All privileges of a view begin at its first member, which knows the tabled sessions of all members. So a
 *       privilege cannot be lost with a process, and there is no election of its next place.
 *   <li>A process announces one set of members in each generation. Two views of one generation therefore have no
 *       member in common, and only one of them has a quorum.
 *   <li>A fence is greater than all that its process knows, and greater than those of all generations before.
 *   <li>A session that waits for one of a departed process does T0 again, in the new view: that process may be alive.
 *   <li>A link that recovers starts a new view, because a privilege may have been lost on it.
 * </ul>
 *
 * <h2>What it costs</h2>
 *
 * <p>Messages for each grant, for one name that all processes always want ({@code BusyNamesTest}), and for two
 * names of which each user wants one or both ({@code symposium simulate privileges -n 5 --entries 900 --think 1}):
 *
 * <pre>
 *     processes                      3      5      9
 *     one name, by forks             6     12     24
 *     one name, by privileges        2      2      2
 *     two names, by forks         4.05   8.85  18.19
 *     two names, by privileges    2.61   3.24   3.43
 * </pre>
 *
 * <p>A hand-off takes one message delay with both. Two names take longer by privileges: the last run takes 1,759,
 * 1,778 and 1,762 message delays, and 1,500, 1,438 and 1,451 by forks. A request may have to follow a privilege,
 * where forks are requested from all at once. A name that only one process uses costs no message.
 *
 * <h2>Sessions that outlive their process</h2>
 *
 * <p>As in {@code resources}, a session may have a backup, which takes it over when its process departs. Here no
 * part is reserved for that. The backup names the session as it enters the next view. When all members are in the
 * view, they table all such sessions first, in an order that all know.
 *
 * <h2>What the checker found</h2>
 *
 * <p>All invariants hold, and no user waits forever. States with all names in one part, and with each name in a
 * part of its own; users take {a}, {b} or {a, b}, or {a} or {a, b} (*):
 *
 * <pre>
 *     3 processes, once each; 2, twice                    5034, 1506        3898, 2175
 *     2, with two sessions each                           7712              12514
 *     one of 3 may crash (*); two of 3 (*)                25839, 40617      30817, 47861
 *     the link of 2 fails and recovers, twice (*)         63429             81238
 *     3 that all start cut off (*)                        4762              5156
 *     one of 3 crashes and comes back as another (*)      1287644           1296466
 *     a partition; a false departure, safety (*)          38449, 108924     47437, 133663
 *     resources-kept's users: 3; one crashes; two crash                     2254, 60530, 86283
 * </pre>
 *
 * <p>Statements left out, with the steps after which the checker misses them: arrows to sessions elsewhere (6), the
 * message of an end (11), the order of bids (8), what is tabled, with a privilege (6) or a view (7), the wait for all
 * members (6), the new generation (5), T0 again after a departure (8), an answer before the backup knows (2), an end
 * before it knows (10), and the takeovers of a view (10).
 *
 * <h2>Long runs</h2>
 *
 * <ul>
 *   <li>A list that is too long for one message goes in several, of which the last is the view or the privilege.
 *   <li>Departed processes are named until all members are in a view, once they are more than 100. A process that
 *       counts one of them later receives its name again.
 *   <li>When the fences of a generation are used up, another view begins.
 * </ul>
 */
package symposium.arbitration.privileges;
