/**
 * Hirschberg and Sinclair's election on a bidirectional ring: each candidate asks at doubling distances. The source is
 * D. S. Hirschberg and J. B. Sinclair, <em>Decentralized extrema finding in circular configurations of
 * processors</em>, Communications of the ACM 23(11), 1980, pages 627-628; here after M. Raynal's chapter, section 5.3.
 *
 * <p>A candidate asks the processes up to 1, 2, 4, ... links away on both sides whether it is greater than they are. A
 * greater one refuses, and becomes a candidate itself if it was not involved yet; the farthest process on the path
 * agrees. Two favourable responses double the distance. A candidature that comes back to its process has gone round:
 * that process is elected, and says so.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a ring of any number of processes, one included, in any order of their names; messages go both ways
 *   <dt>channels
 *   <dd>no losses, no duplicates; in any order: a candidature of twice the distance is sent after both responses to the
 *       one before, and a process that knows the winner only passes messages on and responds
 *   <dt>faults
 *   <dd>none: no crashes, and the ring does not change
 *   <dt>users
 *   <dd>any of them may initiate, at any moment; the others are told without having asked, and a user that asks
 *       afterwards is told at once
 * </dl>
 *
 * <h2>What it costs, on a ring of n</h2>
 *
 * <p>At most <b>8n (1 + log&#8322; n)</b>, as the chapter counts: 4 * 2^i messages for each of at most n / (2^(i-1) +
 * 1) candidates whose distance is 2^i. And <b>n</b> to announce. The number depends on the initiators, on their moments
 * and on the schedule: a greater candidature that comes early spares a process its own.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>{@code if respOK then state <- lost}: read "if not respOK".
 *   <li>The header of {@code received (candidature, number, lgmax)} lacks {@code lg}. Where a process takes it to be 0,
 *       every candidature of a distance of 2 or more goes on until it meets a greater number: the right one is elected
 *       all the same, but the distance that a candidature has travelled, and with it the bound, is lost.
 *   <li>{@code initiate_election} out of a handler contains {@code wait}: if that blocks the reception of candidatures,
 *       two candidates side by side wait for each other forever.
 *   <li>Once the winner is known a process only passes and responds. Read as printed, the winner's candidature that
 *       comes from the other side turns a process that has been reset into "lost" again, and it would sleep through the
 *       next election.
 *   <li>The winner's own {@code wait nresp = 2} never ends by responses: its candidatures come back instead. Its wait
 *       ends with its election. Read as printed, a user that asks the winner is never answered.
 *   <li>{@code nresp} and {@code nbresp} are one variable, {@code candidate} and {@code candidature} one type of
 *       message.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>On every ring of up to four over links that keep no order, which is what it needs, and of up to five over links
 * that do, for every set of initiators at every moment: the invariants hold, every run ends, and in the end all know
 * the greatest; from three processes on every rule fires. The number of messages depends on the schedule even if all
 * initiate before anything is received: 32 to 40 with four. {@linkplain symposium.election How far each was explored}.
 * All misprints are refuted on rings of two or three.
 */
package symposium.election.hirschbergsinclair;
