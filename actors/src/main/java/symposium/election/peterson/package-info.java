/**
 * Peterson's basic election on a unidirectional ring. The source is G. L. Peterson, <em>An O(n log n) unidirectional
 * algorithm for the circular extrema problem</em>, ACM Transactions on Programming Languages and Systems 4(4), 1982,
 * pages 758-762: the basic algorithm. M. Raynal's chapter names it in section 5.5.2.
 *
 * <p>As in {@link symposium.election.dolevklawerodeh Dolev, Klawe and Rodeh's}, found at the same time, a process
 * judges its nearest active neighbour on the right and takes its place if it is the greatest of three. Peterson sends
 * in the second message of a phase not the neighbour's number, but the greater of it and its own, which is enough to
 * compare with. A process that receives its own number, active or not, is elected; the number that comes home first is
 * the greatest.
 *
 * <pre>
 *   tid := initial value
 *   do forever
 *     send(tid); receive(ntid); if ntid = initial value then announce elected
 *     if tid &gt; ntid then send(tid) else send(ntid)
 *     receive(nntid); if nntid = initial value then announce elected
 *     if ntid &gt;= max(tid, nntid) then tid := ntid else go to relay
 *   relay: do forever receive(tid); if tid = initial value then announce elected; send(tid)
 * </pre>
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a ring of any number of processes, one included, in any order of their names; messages go to the left only
 *   <dt>channels
 *   <dd>no losses, no duplicates; first in, first out: a message does not say which phase it belongs to, its place in
 *       the order does
 *   <dt>faults
 *   <dd>none: no crashes, and the ring does not change
 *   <dt>users
 *   <dd>any of them may initiate, at any moment; the others are told without having asked, and a user that asks
 *       afterwards is told at once
 * </dl>
 *
 * <h2>What it costs, on a ring of n</h2>
 *
 * <p>Each phase but the last 2n messages at the most, and leaves at most half of the active processes; the last n. At
 * most <b>2n &lfloor;log&#8322; n&rfloor; + n</b>; and <b>n</b> to announce. The process with the greatest number finds
 * out itself, and not the process that has taken its number, which may save part of the last round. The number depends
 * on the order of the names alone: not on the initiators, nor on when they initiate, nor on the schedule, for each
 * process reads one link in the order of sending.
 *
 * <h2>What the print leaves open</h2>
 *
 * <ul>
 *   <li>Processes that do not initiate: here, a process that is asleep and receives a number first sends its own.
 *   <li>The leader stops handing on once it is elected, and so does a process that knows it; numbers that are still in
 *       transit are dropped.
 *   <li>Raynal's 1.33 for the later refinement by Dolev and others is given as 1.356 in their paper of 1982, and his
 *       0.15 for Burns's lower bound as 1/4 elsewhere in the literature; neither is used here.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>On every ring of up to six, for every set of initiators at every moment: the invariants hold, every run ends, and
 * in the end all know the greatest; from four processes on every rule fires. The initiators, their moments and the
 * schedule do not change the number of messages. Without order the ring 3, 2, 1, 0 elects another than the greatest, in
 * eight steps; smaller rings do not show it. {@linkplain symposium.election How far each was explored}.
 */
package symposium.election.peterson;
