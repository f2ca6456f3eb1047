/**
 * Safra's EWD998: a token round detects that a distributed computation has terminated. The source is E. W. Dijkstra,
 * <em>Shmuel Safra's version of termination detection</em>, EWD998, 1987.
 *
 * <p>A computation consists of messages among machines, which are active or passive. Machine 0 wants to know when it is
 * over. It sends a token round: from machine 0 to machine N - 1, and from there down to machine 0 again. Each machine
 * counts the messages that it has sent, less those that it has received, and the token adds the counters up: where they
 * are 0 in all, nothing is in transit. But the token looks at one machine after the other, and a message may pass it
 * by. So a machine that receives a message turns black, until the token leaves it next, and blackens the token; a probe
 * whose token comes back black proves nothing, and is made again.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>complete; the machines are numbered from machine 0 in the order of their names
 *   <dt>channels
 *   <dd>messages may overtake each other, the token included; none is lost or duplicated
 *   <dt>faults
 *   <dd>none: for a machine that has crashed the token waits for ever
 *   <dt>users
 *   <dd>they send messages while they are active, and become passive. Here they send to the next machine and to the one
 *       before, so that messages go with the token and against it
 * </dl>
 *
 * <h2>What it costs, with n machines</h2>
 *
 * <p><b>n</b> messages for each probe, and n - 1 for the announcement. After the termination at most <b>two</b> more
 * probes begin, and that bound is exact: the one that is under way may have missed something, the next one finds
 * machines that are still black, and the third succeeds.
 *
 * <h2>What the checker found</h2>
 *
 * <p>6, 186, 7616 and 88584 states for 1 to 4 machines, with one message each; 1186 and 4790 for two machines with two
 * and three messages each, 482720 for three with two. In all of them holds Dijkstra's invariant, P0 and (P1 or P2 or P3
 * or P4); the end is announced to passive machines alone, nobody becomes active afterwards, and it is announced in
 * every fair run. Each rule is needed: eight variants that leave a part of one out fail, in 3 to 16 steps or by never
 * announcing anything. With two machines the token need not be blackened by others than machine 0. Up to three machines
 * have the same states as in the TLA+ model of M. Kuppe and S. Merz, in which an active machine 0 may begin a probe.
 *
 * <h2>Decisions</h2>
 *
 * <ul>
 *   <li>EWD998 passes the token in one step. Here it is in transit, as every message; in the invariant t is then the
 *       machine to which it goes.
 *   <li>A machine has the token until it is passive and a timer has expired, so that a probe that cannot succeed does
 *       not run in circles as fast as messages can.
 *   <li>EWD998 ends with the detection. Here machine 0 announces it, and all hear of it.
 *   <li>At the start the token is with machine 0, and black, so that P4 holds and the first probe is as all others.
 * </ul>
 */
package symposium.termination.safra;
