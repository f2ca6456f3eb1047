/**
 * The checker, which explores every interleaving of an algorithm on a small instance.
 *
 * <p>{@link symposium.checker.model.Model} is the input, {@link symposium.checker.Explorer} explores it breadth
 * first, and {@link symposium.checker.model.Report} contains the results, their completeness and their limits.
 *
 * <p>The checker explores the same protocol objects that the actors run. It is fast because it works on numbers. Each
 * distinct local state, message and content of a link gets a small number. The protocol computes each local step
 * once; the checker caches it under these numbers. A global state is a row of numbers, packed into words. So the
 * protocol is asked once per local situation, not once per global state. States are compared by their exact rows, not
 * by hashes, and a row can be unpacked into records. Rows are kept as trees ({@code StateStore}), which take some 15
 * to 25 bytes each.
 *
 * <p>Several threads search at once ({@code ParallelSearch}): each expands states by a view of its own, all share the
 * cache, and one of them at a time stores what was found, in the order of one thread. {@link
 * symposium.checker.search.Checkpoints} keep a search in a file, so that another process can go on with it; the
 * states of such a search are in mapped memory ({@code MappedMemory}), which may be larger than the heap.
 *
 * <p>These steps are atomic: an input of a user; the delivery of one message, with the recipient's whole reaction;
 * the expiry of one timer; the loss or duplication of the oldest message on a link; the crash of a process; the
 * notification of one process of a departure.
 *
 * <p>A message is in transit until it is received or lost, or until its recipient is notified that its sender has
 * departed. A crash removes all messages in transit to the crashed process. A message waits while its sender is not a
 * neighbour of its recipient, or while the recipient does not admit it.
 *
 * <p>Fairness is weak fairness of each mailbox, timer, notification and owed user action. A link that always has an
 * admitted message delivers one, a running timer expires, each notification arrives, and a critical section ends.
 * Requests are not owed. A fair execution in which a process waits forever is starvation.
 *
 * <p>A model comes in; a report goes out, with a shortest counterexample for what does not hold.
 */
package symposium.checker;
