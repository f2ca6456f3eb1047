/**
 * Suzuki and Kasami's algorithm where processes crash: {@link symposium.mutex.suzukikasami} as the paper states it, and a
 * {@linkplain symposium.regeneration.census census} beside it. Both are asked, none is copied.
 *
 * <p>"This last problem also arises if the process holding the token fails" (Raynal's chapter, section 3.6), and there the chapter leaves it.
 *
 * <h2>How they fit together</h2>
 *
 * <ul>
 *   <li>The generation of a token is that of its fence. A token of a lesser generation than one that has been promised is discarded when it
 *       comes.
 *   <li>Asked by a census, a process says how many of its requests have been granted, and gives up the token. In its critical section it waits
 *       with that until it leaves.
 *   <li>When the census is complete, the new token's array is what everyone has said: exactly what the old one's would be. Who is not in it
 *       has departed, and is never given the token; and whoever waits has sent its request to everyone already.
 *   <li>Where fewer than a quorum are left a process gives up the token, and is told so if it was using it
 *       ({@link symposium.mutex.MutualExclusion.Output.Lost}); nothing is granted there any more.
 * </ul>
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>everyone linked with everyone
 *   <dt>channels
 *   <dd>any order; nothing is lost but to and from those who have departed
 *   <dt>faults
 *   <dd>crashes, of which all others are told in the end; who has departed does not come back
 *   <dt>configuration
 *   <dd>a quorum of which any two have a process in common, where somebody may be taken for departed who is not
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>Without departures exactly what Suzuki and Kasami's algorithm does, n or nothing; the states are the same, too. After a departure that leaves m,
 * 2(m-1) messages, and the token's way to who waits.
 *
 * <h2>What is promised, and what is not</h2>
 *
 * <ul>
 *   <li>While nobody is taken for departed who is there: at most one holder, each grant has a greater fence than all before it, and as
 *       long as a quorum is left whoever wants in gets in.
 *   <li>In any case: at most one token of each generation, and none without a quorum.
 *   <li>Not that there is one holder at all where somebody is taken for departed who lives: until it is cut off it may go on under its generation. The
 *       resource that compares fences refuses it once it has seen a newer one.
 *   <li>Not how many enter before one who waits once there are departures.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>Crashes at any moment, everyone told at any later moment, each user asking once, messages in any order:
 *
 * <pre>
 * processes  crashes  quorum     states
 *     3         0       any         657
 *     3         1      1, 2        5994
 *     3         2        1         9296
 *     4         1        3      1847098
 *     4         2        2      2219709  (links that keep order)
 * </pre>
 *
 * <p>All laws hold, and nobody waits forever. With two crashes of three and a quorum of two nothing is granted any more, as it should be. With three
 * processes every rule fires but the refusal of a late question, which does with four and two crashes, and those that take somebody who is
 * taken for departed though it lives; these are shown process by process, not explored.
 *
 * <h2>Decisions, and what was rejected</h2>
 *
 * <ul>
 *   <li>Two entries in the catalogue instead of one: the paper's algorithm has laws that no longer hold once a token may be lost, such as that there is
 *       always exactly one.
 *   <li>The array is not taken from a token that is found: what everyone says of itself is the same, and is there also when the token is lost.
 * </ul>
 */
package symposium.mutex.suzukikasami.census;
