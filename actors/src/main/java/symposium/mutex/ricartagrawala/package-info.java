/**
 * Ricart and Agrawala's algorithm: mutual exclusion by timestamped requests that all other processes acknowledge. The
 * source is G. Ricart, A. K. Agrawala, <em>An optimal algorithm for mutual exclusion in computer networks</em>,
 * Communications of the ACM 24(1), January 1981, pages 9-17, as derived in R. R. Hoogerwoord, <em>Leslie Lamport's
 * Logical Clocks: a tutorial</em>, 29 January 2002, chapter 2.
 *
 * <p>A process that wants in sends its value of F to all others, and is in when all have acknowledged. At the other end
 * a co-process receives the value and raises its own clock above it. It acknowledges as soon as its own process does
 * not want in or wants it later: {@code ¬x_q ∨ F_p < F_q}.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>complete: a link between any two processes; a process alone enters at once
 *   <dt>channels
 *   <dd>no losses, no duplications; <b>order does not matter</b>. Where a request and an acknowledgement cross on one
 *       link either may come first, for the request is the later one, c_q having been raised; and no second request is
 *       sent before the first is acknowledged. All explorations are over links that keep no order
 *   <dt>faults
 *   <dd>crashes, of which the others are told at any later moment; the paper has none, see below
 *   <dt>users
 *   <dd>a user leaves its critical section
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>Exactly <b>2(n-1)</b> messages per entry: n-1 requests and n-1 acknowledgements.
 *
 * <h2>Two forms</h2>
 *
 * <p>{@code ricart-agrawala} has empty acknowledgements, as printed. In {@code ricart-agrawala-stamped} an
 * acknowledgement carries the clock of its sender, and the recipient raises its own to it, so that every clock is
 * beyond all requests in its causal past. All else is the same.
 *
 * <h2>How others come first</h2>
 *
 * <p>Requests are granted in the order of their F, and F, as one number, is the fence of its grant. While one of two
 * processes waits, the other is served at most <b>twice</b>, whether each asks up to 2, 3, 4 or 5 times. Of three that
 * ask up to 1, 2, 3 and 4 times each, the others are served at most 2, 4, 5 and <b>5</b> times together; over links
 * that keep order, with three requests each, 4 times. Of four that ask once, 3 times.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>The extraction has lost quantifiers, brackets and signs of order. F is a pair of number and name (section 2.4),
 *       compared by the number first; the guard is {@code ¬x_q ∨ F_p < F_q}. By the name first, both are critical. With
 *       numbers alone, {@code <} deadlocks and {@code <=} lets both in. Between pairs {@code <=} does no harm: no two
 *       are equal.
 *   <li>{@code c_q := "a value exceeding f"} does not decrease c_q: it is the greater of c_q and f + 1. Not raised, or
 *       raised to f only, or lowered to f + 1, both are critical.
 *   <li>{@code x_p, F_p := true, c_p} leaves c_p as it is, so that a process may ask twice with the same F. That is
 *       harmless to exclusion and progress, but overtaking is then unbounded: the process with the smaller name enters
 *       as often as it asks before a request arrives. Here c_p is increased by one, as in the fragment for sending of
 *       section 1.6. Then F is never used twice, and can serve as the fence.
 *   <li>A co-process is a process of its own in the text, and may be slow to acknowledge when its guard has become
 *       true. Here it answers in the same step. The guard is stable, so the text allows no other outcome.
 *   <li>The introduction promises that requests are granted in causal order. With empty acknowledgements they are not,
 *       for an acknowledgement tells nothing of the requests before it.
 * </ul>
 *
 * <h2>Departures</h2>
 *
 * <p>A process that is told of a departure no longer waits for the acknowledgement of the departed process and owes it
 * none (m.0, m.1). Where those left are fewer than the quorum, no request is granted, and a critical process is told
 * that it has lost the critical section (m.2). Fences still grow: a process that was granted a request had been
 * acknowledged by each live process. So each remaining clock is beyond its F, or the request of that process comes
 * later.
 *
 * <h2>What the checker found</h2>
 *
 * <pre>
 * processes  requests each  crashes  quorum     states    stamped
 *         2              1                          35         35
 *         2              2                         179        193
 *         2              4                       1,147      1,343
 *         3              1                       2,867      4,592
 *         3              2                      58,849    157,017
 *         3              3                     349,283
 *         3              4                   1,187,693
 *         4              1                   2,083,287
 *         2              1        1       1        107
 *         3              1        1       2     12,276
 *         3              2        1       2    195,988
 *         3              1        2       1     14,249
 * </pre>
 *
 * <p>The assertions of the paper's programs hold in every one of these states; no deadlock and no starvation occurs.
 * Every rule fires but p.1, which is for a process alone, m.3 and m.4, which take a user or a link that is late, and
 * m.2, which takes the loss of a quorum.
 *
 * <p>With FIFO links and without crashes the clocks stay close together. States that differ only by how far they have
 * run are explored as one ({@link symposium.mutex.ClockShift}), so users may ask without a bound: 20, 2,262 and
 * 2,368,213 states for 2, 3 and 4 processes; 20 and 4,201 for 2 and 3 with stamped acknowledgements. All of the above
 * holds, and while one process waits, others are served at most 2(n-1) times: 2, 4 and 6.
 */
package symposium.mutex.ricartagrawala;
