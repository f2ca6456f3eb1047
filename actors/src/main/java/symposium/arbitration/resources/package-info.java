/**
 * Sets of resources, taken all at once: the two-stage solution of E. W. Dijkstra and C. S. Scholten, <em>Distributed Arbitration</em>, section 5, with
 * sessions for philosophers.
 *
 * <h2>How sets of resources become philosophers and forks</h2>
 *
 * <p>Whoever wants a set of resources is a philosopher, here a <em>session</em>; a process hosts any number of them. Two sessions share a fork if
 * their sets share a resource; all that there is of such a fork is its direction.
 *
 * <dl>
 *   <dt>T0
 *   <dd>An arrow is directed to each tabled session that shares a resource, and the session is tabled itself. The T0's of two processes exclude each
 *       other: they are done owning the forks of a first stage, of which each two processes share one, grabbed in ascending order of names, which is
 *       without danger of deadlock. So all T0's follow one another, and are numbered; the number is the session's fence, and its name. All
 *       sessions of a process that wait do T0 together, in the order of asking.
 *   <dt>T1
 *   <dd>A session without arrows has taken its set.
 *   <dt>T2
 *   <dd>A session that gives its set back is tabled no more, and whoever knows that it was is told, for arrows may lead to it.
 * </dl>
 *
 * <p>How a process comes to know who is tabled where: by the fork, as in {@link symposium.arbitration.twostage}. Whoever is tabled had the fork at its T0;
 * so whoever does T0 next gets it from there, with all sessions that are tabled there, and the greatest fence. Between two that share nothing there
 * is no arrow: disjoint sets are taken side by side. An arrow leads to a lesser fence, so there are no cycles (Q2), and no deadlock; it is directed at T0
 * and not later, so nobody who is tabled later goes first, and nobody starves.
 *
 * <h2>Processes that come and go</h2>
 *
 * <ul>
 *   <li>In each life of a link both ends say first what is tabled at them, and whom they know to be there; then the fork lies at the lower of the two. T0
 *       waits until there is a fork for everyone who is there, also for those of whom a process has only been told. So of two who have not met yet, and
 *       have both met a third, one at least waits until they have.
 *   <li>Who has departed needs no fork, and its sessions are gone.
 *   <li>Fences: a fence is greater than that of every T0 of which the process knows. Of the last T0 of one who has crashed nobody may know. So whoever comes to
 *       know of a departure goes to a new generation, tells all others, and does no T0 until everyone is in that generation at least: whoever
 *       does T0 is known to be in its generation by all others, and when it departs, theirs will be greater.
 *   <li>Without a quorum within reach nothing is taken. What was is lost, and the user is told; who waits does T0 again when there is a quorum.
 * </ul>
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>everyone linked with everyone
 *   <dt>channels
 *   <dd>first in, first out; nothing is lost in the life of a link but to and from the dead
 *   <dt>faults
 *   <dd>crashes, comers, and links that fail, of which those concerned are told. While a link is down T0 waits at both ends, until it recovers
 *       or one of them is known to have departed
 *   <dt>users
 *   <dd>what is taken is given back. A user who waits for one set while it has another may well wait forever, as two such users for each other:
 *       it has to ask for both at once
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>For each set, among n processes, from 0 to 3(n-1) messages: a request and the fork for each fork that lies elsewhere, and the news of T2 to each
 * process that has got a fork from here while the session was tabled, whether or not it has one that shares a resource: it might ask for one without
 * another message. Sessions of one process that wait together share the former; among each other they cost nothing. Who comes: 2(n-1) messages. Who departs, of n:
 * (n-1)(n-2). A departure of which only some have heard when somebody comes may cost as many again.
 *
 * <p>So it is for each set in every run of up to three processes that take one each, and 3(n-1) does occur: for who has none of the forks, and from whom
 * everybody fetches one before the set is given back.
 *
 * <h2>What is promised, and what is not</h2>
 *
 * <ul>
 *   <li>While nobody is taken to have departed who is there: no resource is in two sets taken at once, fences grow for each resource, and whoever asks gets all in the
 *       end, as long as a quorum is there.
 *   <li>In a partition, somebody who has not been told yet that it is cut off may have what others take after it has departed for them. Theirs is the greater
 *       fence.
 *   <li>Not a bound on how many sets are taken before one that has not been tabled yet: the T0's are given by binary arbitration.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>Users who take {a}, {b} or {a, b}, once (1) or twice (2) each; or {a} or {a, b} (*). All laws hold and nobody waits forever:
 *
 * <pre>
 * processes                                            quorum     states
 *     3 (1), 2 (2), 2 (2) with two sessions each         any        9328, 1830, 15809
 *     3 (2); 4 (1)                                        2; 3    623557; 822052
 *     2 (2), one may crash                                1         3816
 *     3 (1*), one may crash; two may crash               2; 1      40638; 61567
 *     3 (1*), all of whom start cut off                   2         9568
 *     3 (1*), one crashes and comes back as another       2       167039
 *     2 (2*), the link fails and recovers, twice          2        35918
 * </pre>
 *
 * <p>Safety alone, for there somebody may have to wait forever: three start cut off and a link fails, 40435 states; one comes after a crash, 24108; a
 * partition, 51589.
 *
 * <h2>Decisions, and what was rejected</h2>
 *
 * <ul>
 *   <li>An arbiter for each resource, which is what lock services have: whoever needs two resources then asks two of them, one after the other, and several users
 *       can come to deadlock; an order among resources avoids that, and makes users wait for part of what they need while they have the rest.
 *   <li>That of two who take the same resource in a partition the one cut off has an older <em>generation</em> does not hold: a session that was tabled before the
 *       departure may be taken after it. The fence is smaller, which is what counts.
 *   <li>A fence for each resource: one for the set does, and names the session.
 * </ul>
 */
package symposium.arbitration.resources;
