/**
 * A census: where everyone is linked with everyone, a departure makes those who are left find out whether the token has gone with it,
 * and issue one anew. For any algorithm with one token; it says nothing of what the token is for.
 *
 * <p>Raynal's chapter stops here ("this last problem also arises if the process holding the token fails", section 3.6) and goes on with rings.
 * This is not from a paper; promises of generations are as old as Paxos.
 *
 * <h2>How it goes</h2>
 *
 * <ol>
 *   <li>Told of a departure, the lowest of those who are left asks all others ({@link symposium.regeneration.census.CensusMessage.Question}).
 *   <li>Whoever is asked promises to discard every token of a lesser generation than the question's, and answers: how many of its requests
 *       have been granted. With the answer it gives up the token, if it has it. Who is in its critical section answers when it has left.
 *   <li>When all have answered who have not departed, and they are a quorum, the asker issues a token of that generation.
 * </ol>
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>complete graphs
 *   <dt>channels
 *   <dd>no losses but to and from those who have departed; any order
 *   <dt>faults
 *   <dd>crashes, of which all others are told in the end; who has departed does not come back
 *   <dt>users
 *   <dd>the algorithm gives its {@link symposium.regeneration.census.Testimony} in the end whenever it is asked, grants nothing between that
 *       and the next token, and discards what it has promised to discard
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>Nothing without departures. With m left after a departure, <b>2(m-1)</b> messages, and a refusal with another question for each time
 * that a higher generation had been promised.
 *
 * <h2>What is promised</h2>
 *
 * <ul>
 *   <li>While nobody is taken for departed who is there: never two tokens that anyone would use. The old one is with who answers, and given up;
 *       or on its way to who has answered, and discarded; or gone.
 *   <li>In any case: at most one token of each generation. Generations are dealt out among the processes by their numbers, and each issues
 *       one of a generation at most once.
 *   <li>Without a quorum nothing is issued, and {@linkplain symposium.regeneration.census.Census#tooFew whoever sees too few} has to give up
 *       the token.
 * </ul>
 *
 * <h2>Decisions, and what was rejected</h2>
 *
 * <ul>
 *   <li>The token is issued anew also when it is found: one way instead of two, and the generation tells everyone that the departed are closed.
 *   <li>A generation is the number of departures known to the asker, and then its number. Counting on from the highest generation heard of
 *       alone, the question of an asker that has departed could be of a higher generation than that of its successor, come later, and
 *       take the successor's token away for somebody who is not there.
 *   <li>A departure during a census does not begin it anew: whoever is left has promised, or will.
 *   <li>No time-outs: who does not answer is in its critical section, or departed.
 * </ul>
 */
package symposium.regeneration.census;
