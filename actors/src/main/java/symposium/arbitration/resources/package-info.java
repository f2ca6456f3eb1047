/**
 * The problem of sets of resources: users take several resources at once, each exclusively, shared, or by some of its
 * permits. {@link symposium.arbitration.privileges} solves it, and serves the named locks of a cluster.
 *
 * <p>A user that wants a set of resources is a <em>session</em>: a philosopher of E. W. Dijkstra and C. S. Scholten,
 * <em>Distributed Arbitration</em>, section 5. A process hosts any number of them. Two sessions share a fork if their
 * sets share a resource that not both of them only read. Such a fork is nothing but its direction, the <em>arrow</em>
 * from the session that waits to the other.
 *
 * <dl>
 *   <dt>T0
 *   <dd>The session directs an arrow to each tabled session with which it shares a fork, and is tabled itself. It gets
 *       a <em>fence</em>, which is greater than all before.
 *   <dt>T1
 *   <dd>A session has taken its set when the arrows that are left leave room for it.
 *   <dt>T2
 *   <dd>A session that releases its set, or stops waiting, is no longer tabled, and arrows to it disappear.
 * </dl>
 *
 * <p>An arrow leads to a lesser fence, so there are no cycles (Q2), and no deadlock. It is directed at T0 and not
 * later, so no session that is tabled later goes first.
 *
 * <p>Arrows take no memory. Each resource has a {@linkplain symposium.arbitration.resources.ResourceQueue queue} of
 * the sessions that take it, in the order of their fences, and an arrow leads from each to all before it with which
 * it may conflict. Those that have room are the first of the queue. When one ends, only the first without room is
 * looked at, and as many more as have room. So a hand-off takes the same time whether 20 or 20,000 sessions wait
 * ({@code HandOffsTest}).
 *
 * <h2>Modes: readers, writers and permits</h2>
 *
 * <p>The paper's fork is used by one philosopher at a time: "X is hungry" or "X is without outgoing arrows" (Q1). Here
 * a session takes p of the k units of a resource, its {@linkplain symposium.arbitration.resources.Mode mode};
 * exclusively is 1 of 1. Q1 becomes: a session waits, or for each of its resources its units and those of all sessions
 * to which arrows lead are at most the least capacity that any of these states.
 *
 * <ul>
 *   <li>With 1 of 1 there is room beside no arrow at all. This is the paper's Q1.
 *   <li>A session to which an arrow leads counts whether it has taken its set or waits. So no later session takes what
 *       an earlier one waits for: readers that keep coming do not starve a writer, and single permits do not starve a
 *       session that needs all.
 *   <li>Of sessions that have a resource together, the last one counted all others at its T1. So none is beyond
 *       capacity, also where users state different capacities.
 *   <li>Readers direct no arrows to each other, so they do not count each other. Any other mode excludes them. Were a
 *       reader one of k units, it might join readers that an earlier session counts, without that session's
 *       knowledge. Users that want readers to count take permits.
 *   <li>A take that does not wait is tabled only if T1 follows at once; otherwise it is not free. It overtakes no
 *       session that waits, and it waits for messages alone.
 *   <li>A process answers each withdrawal with one message to its user, the last about this ticket. If the user
 *       receives a grant in between, the withdrawal has released it.
 * </ul>
 *
 * <h2>Fences</h2>
 *
 * <p>Every session has a fence of its own, readers too. Of two sessions that exclude each other, the one that takes
 * later has the greater fence. Readers that read together may take in any order of fences, because news of a writer's
 * T2 reaches their processes at different times, and so may sessions with few permits. A protected resource
 * therefore keeps the greatest fence of each mode: {@link symposium.arbitration.resources.FenceMarks}. A single number
 * refuses a holder after 4 steps. One number for all that take a part lets in two holders of two of three permits,
 * after 3 steps ({@code FenceMarksTest}).
 *
 * <h2>Parts of the names</h2>
 *
 * <p>T0's that concern the same names must exclude each other. With one privilege for all names, a name that only one
 * process uses would cost messages. So the names are divided into {@linkplain
 * symposium.arbitration.resources.Parts parts} by a hash that is the same everywhere: 2<sup>24</sup>, so that names
 * seldom share one. This is Chandy and Misra's step from dining to drinking philosophers (The Drinking Philosophers
 * Problem, ACM Transactions on Programming Languages and Systems 6 (4), 1984), taken for the resource by which arrows
 * are directed.
 */
package symposium.arbitration.resources;
