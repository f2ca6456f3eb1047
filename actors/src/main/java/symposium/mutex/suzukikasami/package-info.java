/**
 * G. Ricart and A. K. Agrawala, <em>Author's response to "On mutual exclusion in computer networks" by Carvalho and Roucairol</em>,
 * Communications of the ACM 26(2), 1983; I. Suzuki and T. Kasami, <em>An optimality theory for mutual exclusion algorithms in computer
 * networks</em>, 3rd International Conference on Distributed Computing Systems, 1982. Here after M. Raynal's chapter, section 3.
 *
 * <p>Whoever holds the token enters without asking anyone. Who wants it asks all others, with the number of its request. The token carries
 * an array: how many requests of each process have been granted. So who has it knows which of the requests that it has heard of have not, and
 * gives it to the first of these, counted round the ring from itself.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>"the network is fully linked"; one process included, which never sends anything
 *   <dt>channels
 *   <dd>no losses, no doublings of the token; any order: that is what {@code max} is for
 *   <dt>faults
 *   <dd>none. With {@linkplain symposium.mutex.suzukikasami.survivor a census} it survives crashes
 *   <dt>users
 *   <dd>a critical section ends
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>An entry that finds no token costs <b>n</b> messages, n-1 requests and the token; one that finds it costs <b>none</b>. Both are exact in
 * every run: the token is sent only to a process that waits for it, and whoever waits has asked once.
 *
 * <h2>How others come first</h2>
 *
 * <p>Nobody waits forever. While a request is under way there is no bound on how many come first: the holder enters again for nothing, and
 * the token may go to and fro among those whose requests travel faster. Once the request has reached everyone, at most <b>n-1</b> critical
 * sections of others begin before it is granted: each transfer brings the token nearer round the ring. All n-1 come first when the token is on
 * its way to the successor of the one who waits; with two processes that takes links that do not keep order, for there the token has
 * passed the request on its way.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>The prelude: from the test of {@code token_present}, and from {@code token_present <- T}, to {@code token_held <- T} nothing may come between.
 *       The process that gives the token away there enters nevertheless, and two are critical.
 *   <li>The postlude: {@code and token_present} in the loop does the work of a missing break; the token is sent once.
 *   <li>Section 3.3 speaks of "P_j's last holding of the token" where P_l's is meant: {@code request(l) > token(l)}. With P_j's, a process whose
 *       requests are fewer than the holder's is never served.
 *   <li>{@code max} is needed only because requests may overtake each other. Over links that keep the order it can be left out.
 *   <li>The search has to begin with the successor: two that ask again and again starve a third where it begins with P_1.
 *   <li>"It suffices to show" that one {@code token_present} has the value T: it does not suffice, see the prelude; {@code token_held} has to imply
 *       {@code token_present}. The proof says nothing of that.
 *   <li>A request may come late, when it has been granted long since by way of a third process. The text of the postlude then sends nothing.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>Clocks grow without bound, so each user asks only so often. Unordered: 5 states for a process alone with two requests; 21, 83 and
 * 234 for two with one, two and three requests; 657 and 39421 for three with one and two; 89839 for four with one. In order: 10475 and
 * 120581 for three with two and three. All laws
 * hold, nobody waits forever, and from three processes on every rule fires; with two no request comes late.
 *
 * <h2>Decisions</h2>
 *
 * <ul>
 *   <li>Each process has the paper's variables. The boolean {@code token_present} and the variable {@code token}, which means nothing without it, are
 *       one optional value; {@code token_held} and the wait for the token are the place in its text where a process is.
 *   <li>A request does not carry its sender's name: it is known from the link.
 *   <li>The token carries a fence besides the array: how often it has been used.
 * </ul>
 */
package symposium.mutex.suzukikasami;
