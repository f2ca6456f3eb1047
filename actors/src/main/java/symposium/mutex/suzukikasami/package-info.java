/**
 * The token algorithm of Ricart and Agrawala, and of Suzuki and Kasami: mutual exclusion by a token that is sent on
 * request. The sources are G. Ricart and A. K. Agrawala, <em>Author's response to "On mutual exclusion in computer
 * networks" by Carvalho and Roucairol</em>, Communications of the ACM 26(2), 1983; I. Suzuki and T. Kasami, <em>An
 * optimality theory for mutual exclusion algorithms in computer networks</em>, 3rd International Conference on
 * Distributed Computing Systems, 1982. Here after M. Raynal's chapter, section 3.
 *
 * <p>The process that holds the token enters without sending a message. Any other process sends its numbered request
 * to all others. The token carries an array with the number of granted requests of each process. By this array the
 * holder knows which of the received requests are not granted. It sends the token to the first of these processes,
 * counted round the ring from itself.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>"the network is fully linked"; one process included, which never sends anything
 *   <dt>channels
 *   <dd>no losses, no duplication of the token; any order: that is what {@code max} is for
 *   <dt>faults
 *   <dd>none. With {@linkplain symposium.mutex.suzukikasami.census a census} it tolerates crashes
 *   <dt>users
 *   <dd>a critical section ends
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>An entry without the token costs <b>n</b> messages, n-1 requests and the token; an entry with it costs
 * <b>none</b>. Both are exact in every run: the token is sent only to a waiting process, and each waiting process has
 * sent its request once.
 *
 * <h2>How others come first</h2>
 *
 * <p>No process waits forever. While a request is in transit there is no bound on the entries of others. The holder
 * may enter repeatedly at no cost, and the token may move among processes whose requests travel faster. Once the
 * request has reached all others, at most <b>n-1</b> critical sections of others begin before it is granted: each
 * transfer brings the token nearer round the ring. All n-1 come first if the token is in transit to the successor of
 * the waiting process. With two processes that takes unordered links, because there the token has overtaken the
 * request.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>The prelude has to be atomic from the test of {@code token_present}, and from {@code token_present <- T}, to
 *       {@code token_held <- T}. Otherwise a process may give the token away there and enter nevertheless, and two
 *       are critical.
 *   <li>The postlude: {@code and token_present} in the loop replaces a missing break; the token is sent once.
 *   <li>Section 3.3 says "P_j's last holding of the token" instead of P_l's: {@code request(l) > token(l)}. With
 *       P_j's, a process with fewer requests than the holder is never served.
 *   <li>{@code max} is needed only because requests may overtake each other. Over FIFO links it can be left out.
 *   <li>The search has to begin with the successor. If it begins with P_1, two processes that ask repeatedly starve a
 *       third.
 *   <li>"It suffices to show" that one {@code token_present} has the value T: it does not suffice, see the prelude.
 *       {@code token_held} has to imply {@code token_present}, which the proof does not mention.
 *   <li>A request may arrive after it has been granted by way of a third process. The text of the postlude then sends
 *       nothing.
 *   <li>Section 3.6 says of losses, which the algorithm does not tolerate: if a request is lost, its process is halted
 *       and the others continue. With two processes that is so. With three or more the process is served after all if
 *       the token comes to a process that has received another copy. If the token is lost, all that ask wait forever.
 *       Mutual exclusion holds whatever is lost.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>Clocks are unbounded, so the number of requests of each user is limited. Unordered: 5 states for a single
 * process with two requests; 21, 83 and 234 for two processes with one, two and three requests; 657 and 39421 for
 * three with one and two; 89839 for four with one. FIFO: 10475 and 120581 for three with two and three. All
 * invariants hold, and no process waits forever. From three processes on every rule fires; with two no request
 * arrives late.
 *
 * <h2>Decisions</h2>
 *
 * <ul>
 *   <li>Each process has the paper's variables. The boolean {@code token_present} and the variable {@code token},
 *       which is meaningless without it, are one optional value. {@code token_held} and the wait for the token are
 *       the position of a process in its text.
 *   <li>A request does not carry its sender's name: the link identifies the sender.
 *   <li>The token carries a fence besides the array: the number of its uses.
 * </ul>
 */
package symposium.mutex.suzukikasami;
