/**
 * Fairness in causal order: if one request happened before another, it is granted before the other. L. Lamport 1978
 * asks for it. R. R. Hoogerwoord, <em>Leslie Lamport's Logical Clocks: a tutorial</em>, 2002, chapter 0 and the
 * beginning of chapter 2, promises it of Ricart and Agrawala's algorithm.
 *
 * <p>For every interleaving of a small instance, {@link symposium.mutex.causal.Causal} lets the messages of an
 * algorithm carry the vector times of requests. It does not change the algorithm. On the command line it is
 * {@code symposium check ALGORITHM -n N --causal}. The tests define the same over the inputs and outputs in a log and
 * over Lamport's relation between them; {@code symposium.trace.TraceStamps} gives the events of a log their vector
 * times.
 *
 * <h2>Which algorithms are fair in causal order</h2>
 *
 * <p>Every interleaving, without faults, on the topology and over the links that the algorithm prefers. With two
 * processes all of these but {@code token-ring} are, with three requests each. With three processes:
 *
 * <table>
 *   <caption>Three processes</caption>
 *   <tr><th>algorithm</th><th>in causal order?</th><th>requests each</th><th>a shortest counterexample</th></tr>
 *   <tr><td>{@code lamport}</td><td>yes</td><td>1</td><td></td></tr>
 *   <tr><td>{@code ricart-agrawala}</td><td>no; with one request each it is</td><td>2</td><td>13 steps: 1 asks while 0
 *       waits, and 2 answers 1 before it answers 0; so 0 hears of it by the empty acknowledgement of 2, which does not
 *       move its clock. 0 enters, leaves, asks again with F = (1, 0), below the (1, 1) of 1, and enters first</td></tr>
 *   <tr><td>{@code ricart-agrawala-stamped}</td><td>yes</td><td>2</td><td></td></tr>
 *   <tr><td>{@code carvalho-roucairol}</td><td>no; with one request each it is</td><td>2</td><td>7 steps: 1 has left,
 *       and kept the permissions; 2 waits, its request is still in transit to 1, which has heard of it through 0; 1
 *       enters again at once</td></tr>
 *   <tr><td>{@code suzuki-kasami}, {@code suzuki-kasami-census}</td><td>no</td><td>1</td><td>5 steps: 2 asks when the
 *       request of 1 has come, and its own is the first to come to the token</td></tr>
 *   <tr><td>{@code helary-plouzeau-raynal} and {@code helary-plouzeau-raynal-7} (ring)</td><td>no</td><td>1</td><td>5
 *       steps: likewise</td></tr>
 *   <tr><td>{@code ewd851}</td><td>no</td><td>1</td><td>5 steps: 1 passes the signal of 2 on, and asks; the token comes
 *       to it first, for it lies on the way</td></tr>
 *   <tr><td>{@code token-ring}, {@code token-ring-3}</td><td>no, nor with two processes</td><td>1</td><td>6 steps: 0
 *       asks when it has just sent the token on; 1 hears of it by the watching token, has the other, asks and is in at
 *       once</td></tr>
 * </table>
 *
 * <p>Raymond's tree, which the tests contain as an example of a user's own algorithm, is not fair in causal order
 * either: 11 steps on a line of three with two requests each.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>Hoogerwoord's chapter 0 says of the algorithm derived that requests are granted in causal order; section 2.5
 *       shows only that each is granted in the end. With empty acknowledgements they are not: cause and effect may
 *       travel by acknowledgements, which do not move the clock.
 *   <li>The definition is for runs without crashes; in a log, a crashed process is not waited for.
 * </ul>
 */
package symposium.mutex.causal;
