/**
 * A census on a complete graph: after a departure the remaining processes find out whether the token was lost, and
 * issue a new one. It works for any algorithm with one token, and does not depend on the token's use.
 *
 * <p>Raynal's chapter does not solve this ("this last problem also arises if the process holding the token fails",
 * section 3.6) and continues with rings. The construction is not from a paper; promises of generations are as old as
 * Paxos.
 *
 * <h2>How it goes</h2>
 *
 * <ol>
 *   <li>Notified of a departure, the lowest remaining process asks all others
 *       ({@link symposium.regeneration.census.Census.Question}).
 *   <li>Each of them promises to discard tokens of a lower generation than the question's, and answers with the
 *       number of its granted requests. With the answer it gives up the token, if it has it. A process in its
 *       critical section answers after the release.
 *   <li>When all that have not departed have answered, and they are a quorum, the asker issues a token of that
 *       generation.
 * </ol>
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>complete graphs
 *   <dt>channels
 *   <dd>only messages to and from departed processes are lost; any order
 *   <dt>faults
 *   <dd>crashes, of which all others are notified in the end; a departed process does not come back
 *   <dt>users
 *   <dd>the algorithm gives its {@link symposium.regeneration.census.CensusReport} in the end whenever it is asked,
 *       grants nothing between that and the next token, and discards what it has promised to discard
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>Nothing without departures. With m processes left after a departure, <b>2(m-1)</b> messages, and a refusal and
 * another question for each time that a higher generation had been promised.
 *
 * <h2>What is promised</h2>
 *
 * <ul>
 *   <li>While no live process is taken for departed: never two usable tokens. The old one is given up with an answer,
 *       discarded at a process that has answered, or lost.
 *   <li>In any case: at most one token of each generation. Generations are dealt out among the processes by their
 *       numbers, and each process issues at most one token of a generation.
 *   <li>Without a quorum no token is issued, and a process that
 *       {@linkplain symposium.regeneration.census.Census#tooFew sees too few} has to give up the token.
 * </ul>
 *
 * <h2>Decisions, and what was rejected</h2>
 *
 * <ul>
 *   <li>A new token is issued even if the old one is found: there is one case instead of two, and the generation
 *       tells all processes that departed ones are excluded.
 *   <li>A generation consists of the number of departures known to the asker, and of the asker's number. With a plain
 *       successor of the highest known generation, the question of a departed asker could have a higher generation
 *       than that of its successor. If it came later, it would take away the successor's token for a process that is
 *       gone.
 *   <li>A departure during a census does not restart it: the remaining processes have promised, or will.
 *   <li>No time-outs: a process that does not answer is in its critical section, or departed.
 * </ul>
 */
package symposium.regeneration.census;
