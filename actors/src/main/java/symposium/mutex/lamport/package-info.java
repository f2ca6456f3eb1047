/**
 * Lamport's algorithm: mutual exclusion by a queue of timestamped requests at every process. The source is L. Lamport,
 * <em>Time, clocks, and the ordering of events in a distributed system</em>, Communications of the ACM 21(7), July
 * 1978, pages 558-565. M. Raynal's chapter, section 3.1, cites it with its cost; R. R. Hoogerwoord's tutorial cites it
 * as the algorithm that it improves on. Neither gives its text; the five rules are Lamport's.
 *
 * <p>Every process keeps a queue of all requests in the order of their timestamps. A process that requests the resource
 * tells all others, and each acknowledges. It enters when its own request is the first in its queue and it has received
 * something later from each process, so that no earlier request can still come. When it leaves, it tells all others,
 * and each removes its request.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>complete: a link between any two processes; a process alone enters at once
 *   <dt>channels
 *   <dd>FIFO, and no losses; requests, acknowledgements and releases share a link, because the second condition rests
 *       on its order
 *   <dt>faults
 *   <dd>crashes, of which the others are told at any later moment; the paper has none, see below
 *   <dt>users
 *   <dd>a user leaves its critical section
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>Exactly <b>3(n-1)</b> messages per entry: n-1 requests, n-1 acknowledgements, n-1 releases. The paper allows a
 * process to leave out an acknowledgement where it has sent something later already; that would cost less. Here every
 * request is acknowledged, as section 3.1 counts.
 *
 * <h2>How others come first</h2>
 *
 * <p>Requests are granted in the order of their timestamps, and a timestamp, as one number, is the fence of its grant.
 * While one of two processes waits, the other is served at most <b>twice</b>, however often they ask. Of three
 * processes that ask once each, both others can come first. The bound for three that ask again is not known: with two
 * requests each there were too many states.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>The paper grants the resource to one process from the start. Here no process has it at first.
 *   <li>The order of links is an assumption of the paper, and a necessary one. Without it, two processes that ask once
 *       each are critical together after four steps: an acknowledgement has overtaken a request. And a process that
 *       asks twice may wait forever: a release has overtaken the request that it should have removed.
 *   <li>Of the ticks of the clock between events, only the one after a request is needed: it keeps the requests of a
 *       process apart. All others would order events that no rule compares. Upon receipt the clock is advanced beyond
 *       the timestamp, as the paper says.
 *   <li>The queues are not equal at every moment; they are once all that is in transit has arrived. When a process is
 *       critical, its request is the least in all queues <em>but for</em> requests whose release is still in transit to
 *       them. Some queues may not even have it yet: where a later request of the other has taken the place of the
 *       acknowledgement.
 * </ul>
 *
 * <h2>Departures</h2>
 *
 * <p>A process that is told of a departure removes the request of the departed process and waits for no message from
 * it. It enters if nothing else was lacking (m.0, m.0+5). Where those left are fewer than the quorum, no request is
 * granted, and a critical process learns that it has lost the critical section (m.1). Fences still grow: a process
 * that was granted a request had received something later from each live process, so each remaining clock is beyond
 * that request.
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
 * <p>Every invariant holds in every one of these states; no deadlock and no starvation occurs. Every rule fires but
 * 1+5, which is for a process alone, m.2 and m.3, which take a user or a link that is late, and m.1, which takes the
 * loss of a quorum.
 *
 * <p>Two processes may ask without a bound: states that differ only by how far the clocks have run are explored as one
 * ({@link symposium.mutex.ClockShift}). These are 555 states, or 1,022 with a crash, and all of the above holds. The
 * states of three processes have not been explored to the end.
 */
package symposium.mutex.lamport;
