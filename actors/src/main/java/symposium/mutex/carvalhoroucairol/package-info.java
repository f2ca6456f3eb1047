/**
 * O. S. F. Carvalho, G. Roucairol, <em>On mutual exclusion in computer networks</em>, Communications of the ACM 26(2), February 1983,
 * pages 146-147, as described in M. Raynal's chapter, section 3.1, in one sentence: who has used the critical section and asks again
 * "after a period during which no other process has asked" has permanent access. The rest is as this project understands it.
 *
 * <p>Any two processes share one permission. Who wants in asks for those that it lacks, and is in when it holds all; when it leaves it
 * keeps those that nobody has asked for. Requests are ordered as Ricart and Agrawala order them. A process that waits and is asked for a
 * permission that it holds, by an earlier request, yields it <em>and asks for it again</em>.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>complete: everybody is linked with everybody else; a process alone enters at once
 *   <dt>channels
 *   <dd>no losses, no doublings; <b>order does not matter</b>: where a request overtakes the reply sent before it, it is the later
 *       one, and is deferred. All explorations are over links that keep no order
 *   <dt>faults
 *   <dd>crashes, of which the others are told at any later moment; see below
 *   <dt>users
 *   <dd>who is in the critical section leaves it
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>Per entry any even number from <b>0</b> to <b>2(n-1)</b>, both attained: a request and a reply for each permission that is not
 * held. An entry never costs more, though a permission may be asked for twice: a request made again is one for a permission that was
 * held at first, or it would not have been there to be yielded. When all take turns each entry costs 2(n-1); when one process asks again
 * and again it costs nothing. A departure costs each of the m who are left 2(m-1).
 *
 * <h2>How others come first</h2>
 *
 * <p>There is <b>no bound</b>: who holds all its permissions enters as often as it likes while a request is under way to it. With k
 * requests each, of two processes the other comes first up to k times (k = 1 to 4), of three the others 2k times (k = 1 to 3). Nobody
 * starves in a fair run, for the request arrives.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>That who yields has to ask again is not said in section 3.1. Without it somebody waits forever; three processes show it.
 *   <li>Who holds which permission at the start is left open. Here it is, of two processes, the one with the smaller name; so the first
 *       entry of process p costs 2p.
 *   <li>Grants are not made in the order of timestamps: who enters for nothing does so before an earlier request has arrived. So a
 *       timestamp is no fence. A reply carries the greatest fence known, and a grant is made under the next one. As long as nobody
 *       departs, the k-th grant of all has the fence 0.k: between two grants of different processes the permission that they share has
 *       gone from the one to the other.
 * </ul>
 *
 * <h2>Departures</h2>
 *
 * <p>When a process is told that another has departed, it needs its permission no more and owes it none. But the departed may have
 * entered for nothing, and nobody may know under which fence. So whoever is told of a departure announces a generation greater than all
 * that it has heard of, and is granted nothing before all who are left have noted it. Whoever uses a generation has had it noted by
 * everybody then alive; so whoever hears of its departure knows that generation, and announces a greater one. Without the notes two
 * crashes of three bring forth the same fence twice: a test shows it.
 *
 * <p>Where those left are fewer than the quorum nothing is granted, and who is critical is told that it has lost the critical section
 * (m.2).
 *
 * <h2>What the checker found</h2>
 *
 * <pre>
 * processes  requests each  crashes  quorum     states
 *         2              1                          21
 *         2              2                          87
 *         2              3                         289
 *         2              4                         841
 *         3              1                         537
 *         3              2                      10,943
 *         3              3                     137,646
 *         4              1                      70,727
 *         2              2        1       1        314
 *         3              1        1       2     16,837
 *         3              2        1       2    365,373
 *         3              1        2       1     25,394
 * </pre>
 *
 * <p>Every law holds in every one of these states, nobody is deadlocked and nobody starves. Every rule fires from three processes on,
 * those of departures where somebody crashes; m.1 where a single process is left, m.2 takes the loss of a quorum, and m.6 and m.7 a user
 * or a link that is late.
 */
package symposium.mutex.carvalhoroucairol;
