/**
 * The checker: every interleaving of an algorithm on a small instance.
 *
 * <p>{@link symposium.checker.Model} says what is explored, {@link symposium.checker.Explorer} explores it breadth first, and the
 * {@link symposium.checker.Report} says what was found, how completely, and what it does not prove.
 *
 * <p>It explores the very records that the actors run and is nevertheless fast, because of one idea: each distinct local state of a
 * process, each distinct message and each distinct content of a link gets a small number; each local step, once computed by the
 * protocol, is remembered under these numbers; and a global state is then a row of numbers, packed into as few words as they need.
 * The protocol is asked once per local situation, not once per global state. Numbers, not hashes, tell states apart: the packed row is
 * exact, and unpacking gives the records back.
 *
 * <p>What takes place in one indivisible step: a user's input, the arrival of one message with all that the recipient does about it,
 * the expiry of one timer, the loss or doubling of the oldest message on a link, the crash of a process, the news of a departure
 * reaching one process.
 *
 * <p>A message travels until it is received, lost, or its sender's departure has become known to its recipient; a crash does away
 * with everything under way to the crashed process. A message whose sender is not a neighbour of its recipient, or which the recipient
 * does not admit, waits.
 *
 * <p>Fairness is weak, and asked per mailbox and per user action: a link that always has a message that is admitted delivers one, a
 * timer that runs expires, a departure becomes known, a critical engagement ends. Nobody is obliged to ask for anything. A fair
 * execution in which somebody waits forever is starvation.
 */
package symposium.checker;
