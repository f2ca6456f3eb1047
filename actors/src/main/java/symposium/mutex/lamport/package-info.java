/**
 * L. Lamport, <em>Time, clocks, and the ordering of events in a distributed system</em>, Communications of the ACM 21(7), July 1978,
 * pages 558-565; cited in M. Raynal's chapter, section 3.1, with its cost, and in R. R. Hoogerwoord's tutorial as the algorithm that it
 * improves on. Neither gives its text; the five rules are Lamport's.
 *
 * <p>Every process keeps a queue of all requests in the order of their timestamps. Who wants in tells everybody; everybody acknowledges.
 * A process is in when its own request is the first in its queue and it has received something later from everybody, so that no earlier
 * request can still come; when it leaves, it tells everybody, and everybody deletes its request.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>complete: everybody is linked with everybody else; a process alone enters at once
 *   <dt>channels
 *   <dd>FIFO, and no losses; requests, acknowledgements and releases share a link, for its order is what the second condition rests on
 *   <dt>faults
 *   <dd>crashes, of which the others are told at any later moment; what the paper has nothing about, see below
 *   <dt>users
 *   <dd>who is in the critical section leaves it
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>Exactly <b>3(n-1)</b> messages per entry: n-1 requests, n-1 acknowledgements, n-1 releases. The paper allows an acknowledgement to
 * be left out where something later has been sent already; then it would be less. Here every request is acknowledged, as section 3.1
 * counts.
 *
 * <h2>How others come first</h2>
 *
 * <p>Requests are granted in the order of their timestamps, and a timestamp is the fence of its grant. While one of two processes that
 * ask up to 1, 2, 3, 4 and 5 times each waits, the other is served at most 1, 1, 2, 2 and <b>2</b> times. Of three processes that ask
 * once each, both others can come first. The bound for three that ask again has not been found: with two requests each the states were
 * too many.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>The paper lets one process have the resource from the start. Here nobody has it.
 *   <li>The order of links is an assumption of the paper, and a necessary one. Without it, two processes that ask once each are
 *       critical together after four steps: an acknowledgement has overtaken a request. And where one asks twice, it may wait forever: a
 *       release has overtaken the request that it should have deleted.
 *   <li>Of the clock's ticks between events, only that after a request is needed: it keeps the requests of a process apart. All others
 *       would order what nobody compares. Upon receipt the clock is advanced beyond the timestamp, as the paper says.
 *   <li>"Every queue is the same" is not so at any moment; it is once all that is under way has arrived. And when a process is
 *       critical, its request is the least in all queues <em>but for</em> requests whose release is still under way to them. Some queues
 *       need not even have it yet: where a later request of the other has taken the place of the acknowledgement.
 * </ul>
 *
 * <h2>Departures</h2>
 *
 * <p>When a process is told that another has departed, it deletes the other's request, waits for no message of it, and enters if nothing
 * else was lacking (m.0, m.0+5). Where those left are fewer than the quorum nothing is granted, and who is critical is told that it has
 * lost the critical section (m.1). Fences still grow: who was granted had heard something later from everybody alive, so every clock that
 * is left is beyond its request.
 *
 * <h2>What the checker found</h2>
 *
 * <pre>
 * processes  requests each  crashes  quorum     states
 *         2              1                          75
 *         2              2                       1,146
 *         2              3                       6,620
 *         2              4                      21,275
 *         2              5                      50,282
 *         3              1                      84,594
 *         2              1        1       1        232
 *         2              2        1       1      2,559
 *         3              1        1       2    301,981
 *         3              1        2       1    339,923
 * </pre>
 *
 * <p>Every law holds in every one of these states, nobody is deadlocked and nobody starves. Every rule fires but 1+5, which is for a
 * process alone, m.2 and m.3, which take a user or a link that is late, and m.1, which takes the loss of a quorum.
 */
package symposium.mutex.lamport;
