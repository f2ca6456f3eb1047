/**
 * Misra's two tokens: each detects the loss of the other on a ring, and regenerates it. The source is J. Misra,
 * <em>Detecting termination of distributed computations using markers</em>, 2nd ACM Symposium on Principles of
 * Distributed Computing, 1983; here after M. Raynal's chapter, section 4.2, which makes of it an algorithm that
 * regenerates a lost token.
 *
 * <p>Two tokens, ping and pong, circulate on a ring. They carry the same number with opposite signs: the number of
 * times they have met. Each process keeps the number of the token that passed last. A token that arrives at a process
 * and finds its own number there has made a round during which neither it nor this process has met the other. So the
 * other is lost, and is regenerated. The algorithm needs no clock and no names.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a ring of any number of processes, one included; both tokens go the same way, to the left
 *   <dt>channels
 *   <dd>first in, first out: a token that overtakes the other on a link takes it for lost. No duplication
 *   <dt>faults
 *   <dd>the loss of a token. A second loss before the first is repaired leaves no token: then there are never two of a
 *       kind, but nothing happens any more. A ring that is to survive that needs an election
 *   <dt>users
 *   <dd>a token stays at a process for a finite time ({@link symposium.regeneration.misra.Misra.Timer}); where it
 *       carries a privilege, that is the critical section, and a meeting takes place there as anywhere
 * </dl>
 *
 * <h2>What it costs, on a ring of n</h2>
 *
 * <p>Two messages per process and round, one for each token. After a loss the remaining token is received at least once
 * and at most <b>n + 1</b> times until the other is there again; the last reception is the one that regenerates. Both
 * bounds are exact. It takes n + 1 when the other was lost after the two had met, before it had marked anything with
 * the new number: the remaining token marks all n processes first. The chapter's "detected in one passage round the
 * ring" is one passage after the mark is set.
 *
 * <h2>What the print got wrong, or leaves open</h2>
 *
 * <ul>
 *   <li>A token that arrives is first compared and marked, and then counted as having met the other. Counted first, it
 *       leaves a mark that it finds again after a round: a regeneration without any loss.
 *   <li>A regeneration leaves m_i alone. Marked with the new number, the process regenerates once more when the same
 *       token comes again, unless the other has come before.
 *   <li>A meeting takes place whenever a token arrives where the other is. The chapter does not say when a meeting is
 *       noticed, nor by which process.
 *   <li>"Increment modulo (n+1)" yields zero, which has no sign. The magnitudes 1 to n + 1 suffice, {@code v mod (n+1)
 *       + 1}, with marks 0 at the start; n of them do not ({@link symposium.regeneration.misra.Misra#bounded}).
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>33, 399, 2669, 13891, 63369 and 267143 states without a fault for n = 1 to 6, and 89, 1451, 12417, 78783, 423737
 * and 2056563 with one loss. Without a fault nothing is ever regenerated; with one loss, at any moment, exactly one
 * token is, from every state. The bounded numbers and the unbounded ones have the same normal forms ({@link
 * symposium.regeneration.misra.MisraQuotient}).
 *
 * <h2>Decisions</h2>
 *
 * <ul>
 *   <li>A token rests at a process until a timer expires. If it were sent on in the step in which it arrives, the
 *       tokens could only meet on links, where no process would notice.
 *   <li>The user of a process is told of each regeneration there, and asks for nothing. {@link
 *       symposium.regeneration.misra.Misra} knows no privilege: a composition decides what a regeneration means to the
 *       users of the token, for on a real network a token taken for lost may still exist.
 *   <li>A composition may also decide how long tokens rest: {@link symposium.regeneration.misra.Misra#arrives} is the
 *       step without timers.
 *   <li>The generalization to more tokens than two, which the chapter mentions, has a package of its own
 *       ({@code symposium.regeneration.misrak}): it carries names where two tokens carry numbers.
 * </ul>
 */
package symposium.regeneration.misra;
