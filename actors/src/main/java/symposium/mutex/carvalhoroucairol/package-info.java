/**
 * Carvalho and Roucairol's algorithm: mutual exclusion by permissions that a process keeps until another asks for
 * them. The source is O. S. F. Carvalho, G. Roucairol, <em>On mutual exclusion in computer networks</em>,
 * Communications of the ACM 26(2), February 1983, pages 146-147, as described in M. Raynal's chapter, section 3.1, in
 * one sentence: a process that has used the critical section and asks again "after a period during which no other
 * process has asked" has permanent access. The rest is as this project understands it.
 *
 * <p>Any two processes share one permission. A process that wants in asks for those that it lacks, and is in when it
 * holds all. When it leaves, it keeps those for which no request has come. Requests are ordered as Ricart and Agrawala
 * order them. A process that waits and is asked for a permission that it holds, by an earlier request, yields it
 * <em>and asks for it again</em>.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>complete: a link between any two processes; a process alone enters at once
 *   <dt>channels
 *   <dd>no losses, no duplications; <b>order does not matter</b>: where a request overtakes the reply sent before it,
 *       it is the later one, and is deferred. All explorations are over links that keep no order
 *   <dt>faults
 *   <dd>crashes, of which the others are told at any later moment; see below
 *   <dt>users
 *   <dd>a user leaves its critical section
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>Per entry any even number from <b>0</b> to <b>2(n-1)</b>, both attained: a request and a reply for each permission
 * that is not held. An entry never costs more, though a permission may be asked for twice: the second request is for a
 * permission that was held at first, or it could not have been yielded. When all take turns each entry costs 2(n-1);
 * when one process asks again and again it costs nothing. A departure costs 2(m-1) for each of the m processes that are
 * left.
 *
 * <h2>How others come first</h2>
 *
 * <p>There is <b>no bound</b>: a process that holds all its permissions enters as often as it likes while a request is
 * in transit to it. With k requests each, of two processes the other comes first up to k times (k = 1 to 4), of three
 * the others 2k times (k = 1 to 3). No process starves in a fair run, for the request arrives.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>Section 3.1 does not say that a process that yields a permission has to ask for it again. Without that some
 *       process waits forever; three processes show it.
 *   <li>Which process holds which permission at the start is left open. Here it is, of two processes, the one with the
 *       smaller name; so the first entry of process p costs 2p.
 *   <li>Grants are not made in the order of timestamps: a process may enter without a message before an earlier request
 *       has arrived. So a timestamp is no fence. A reply carries the greatest fence known, and a grant is made under
 *       the next one. As long as no process departs, the k-th grant of all has the fence 0.k: between two grants of
 *       different processes the permission that they share has gone from the one to the other.
 * </ul>
 *
 * <h2>Departures</h2>
 *
 * <p>A process that is told of a departure no longer needs the permission of the departed process and owes it none. The
 * departed process may have entered without a message, and no other process may know under which fence. So fences have
 * generations, which are announced and noted: {@link symposium.mutex.carvalhoroucairol.Fences}. Without the notes two
 * crashes of three bring forth the same fence twice: a test shows it.
 *
 * <p>The announcement names all that have departed, as far as the sender knows, and a process that notes it has nothing
 * to do with them any more. So the membership may be wrong, and notify one process of the departure of another that
 * lives: no process that knows the new generation passes a permission to the other, and of each generation at most one
 * user is in its critical section. If the others went on passing permissions to it, they would pass it the generation
 * as well; the checker finds that with two requests each, in 18 steps.
 *
 * <p>Where those left are fewer than the quorum, no request is granted, and a critical process is told that it has lost
 * the critical section (m.2).
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
 *         3              1        1       2     24,182
 *         3              2        1       2    559,402
 *         3              1        2       1     35,292
 * </pre>
 *
 * <p>Three processes, with two requests each, of which one takes another for departed: 1,236,121 states, in which at
 * most one user of each generation is in its critical section.
 *
 * <p>Every invariant holds in every one of these states; no deadlock and no starvation occurs. Every rule fires from
 * three processes on, those of departures where a process crashes; m.1 where a single process is left, m.2 takes the
 * loss of a quorum, and m.6 and m.7 a user or a link that is late.
 */
package symposium.mutex.carvalhoroucairol;
