/**
 * A token algorithm in epochs, whose token is issued anew by a leader: a construction over any token algorithm and any election in terms. The pairs are
 * named after both, {@code ewd851-by-franklin}; a catalogue lists a few, and knows all of them by name.
 *
 * <h2>How it fits together</h2>
 *
 * <ul>
 *   <li><b>Terms.</b> {@link symposium.election.terms Elections in terms} go on beside the token algorithm. Where the membership changes, the neighbours
 *       of whoever has come or gone begin one. Until then nothing is sent but what the token algorithm sends.
 *   <li><b>The census.</b> Who is elected asks everyone, once round the ring, to give up the epoch so far, and who is inside. Whoever passes the question on
 *       grants nothing from then on, and hears nothing of that epoch any more. A user who is inside stays inside, and waiting users wait.
 *   <li><b>The epoch.</b> If a quorum has answered, the leader begins an epoch that has the number of its term, and tells everyone, once round. All
 *       start the token algorithm afresh, from its initial state, with the members that have answered. Its token starts where somebody is inside, or else
 *       with the leader. Who waits asks again. Who is inside enters again, unseen, and leaves the new epoch when it leaves.
 *   <li><b>What comes too early or too late.</b> A message of the token algorithm carries the number of its epoch. What is of another than the one that goes on
 *       here is discarded; what is of one that this process has yet to be told of waits. So nobody sends anything in an epoch before it has
 *       passed on the news of it.
 *   <li><b>Fences.</b> The generation of a fence is the number of the epoch. Within it grants are counted as by a logical clock: each message carries the
 *       greatest number of which its sender knows, and a grant is one more. Of two grants the one happened before the other, whatever the algorithm, so
 *       this takes no token that carries a number.
 *   <li><b>Members.</b> In an epoch a process is linked with the other members as far as the topology says, whoever has come since. It gives the epoch up by
 *       itself as soon as it is told that one of these has gone; another epoch is to come.
 *   <li><b>Cut off.</b> A process without links gives up the epoch. Whoever is inside there is told that it has lost the lock; so is who is inside and finds
 *       an epoch begun whose token starts elsewhere, which takes two sides that have taken each other for dead.
 * </ul>
 *
 * <p>The token algorithm need not know of any of this. What it has to be is such that its token starts at some process, and at first whoever asks is in at once
 * there, and nowhere else; pairs are made where that is so. That is {@code ewd851}, {@code token-ring} and {@code token-ring-3} on a ring;
 * {@code suzuki-kasami}, {@code suzuki-kasami-census} and {@code helary-plouzeau-raynal} on a complete graph, where the ring of the election is that of the
 * names. On graphs that are neither there is no ring, and no pair. With permissions there is no one place to start from, and no pair either.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>a ring, or a complete graph, of those who are there
 *   <dt>channels
 *   <dd>first in, first out on each link, because elections need it; nothing is lost but to and from those who have departed, which on a cluster
 *       the hosts see to. A message lost otherwise is missed until the next change of the membership: within an epoch as the token algorithm misses it, and of an election or of the beginning of
 *       an epoch by all who wait meanwhile; and Le Lann's and Dolev, Klawe and Rodeh's elections may be refuted by it.
 *   <dt>faults
 *   <dd>processes crash, come and leave, and everyone is told in the end; a process that is cut off from a majority is told that it has no neighbours; one that
 *       comes in the place of another begins its terms above all of the former life
 *   <dt>configuration
 *   <dd>a quorum, of which any two have a process in common
 * </dl>
 *
 * <h2>What is promised, and what is not</h2>
 *
 * <ul>
 *   <li>While nobody is taken for dead who lives: at most one user is inside, also while epochs change, and each grant has a greater fence than all before it.
 *   <li>While only crashes happen, or processes come, and a quorum is there: whoever wants in gets in.
 *   <li>In any case: in each epoch at most one user is let in at a time; fences of one epoch grow; without a quorum no epoch begins.
 *   <li>Not that at most one user is inside at all where somebody is taken for dead who lives: until it is cut off it may go on in its epoch. The resource that
 *       compares fences refuses it once it has seen a newer one.
 *   <li>Not in which order those get in who wait while an epoch ends; each epoch is as fair as its token algorithm, from its beginning.
 * </ul>
 *
 * <h2>What it costs, in messages</h2>
 *
 * <p>Within an epoch exactly what the token algorithm sends. After a change that leaves m processes: one election, <b>m</b> for the census, and <b>m</b> for
 * the news of the epoch, where all are told at once. Where some are told of the change when others have elected already, there may be another election,
 * and another epoch, for each process that finds other neighbours. An epoch that begins makes everyone who waits ask again.
 *
 * <h2>What is checked, and how far</h2>
 *
 * <p>Crashes at any moment, everyone told of them at any later one, each user asking once; all laws, deadlock and starvation, completely
 * ({@code check ewd851-by-franklin -n 3 --crash 1}):
 *
 * <pre>
 * pair                              processes  crashes  quorum     states
 * ewd851-by-chang-roberts               2         1        1          138
 *                                       3         1        2         5066
 *                                       3         2        1         9007
 *                                       4         1        3       328447
 *                                       4         2        2      1435683
 * ewd851-by-lelann                      3         1        2         6395
 * ewd851-by-peterson-alternating        3         1        2         6465
 * ewd851-by-dolev-klawe-rodeh           3         1        2         6701
 * ewd851-by-peterson                    3         1        2         7857
 * ewd851-by-franklin                    3         1        2        19190
 * ewd851-by-hirschberg-sinclair         3         1        2        36861
 * suzuki-kasami-by-chang-roberts        3         1        2         6456
 *                                       3         2        1        10186
 *                                       4         1        3      1601603
 * helary-plouzeau-raynal-by-chang-roberts  3      1        2        18931
 * token-ring-by-chang-roberts           3         1        2       131452
 * </pre>
 *
 * <p>Likewise of two processes and one crash for every pair; and where all start cut off, as on a cluster, and one of two or three comes whenever it likes, with
 * Chang and Roberts' election also beside a crash (141738 states with {@code ewd851}, 142985 with {@code suzuki-kasami}), and with Franklin's without (724319).
 * Across a partition of three, safety and whoever is on the side of the majority, with Chang and Roberts' and with Franklin's. Four and five processes with
 * crashes and a newcomer only by walks at random. With two crashes of three and a quorum of two nothing is granted any more, as it should be.
 *
 * <p>The laws are those of mutual exclusion, of epochs, and of the token algorithm those that look at one process or at one message and its recipient. Whoever
 * leaves out any of this is refuted: where old messages count, where nobody is asked who is inside, where who has answered goes on with the old
 * epoch, where fences do not tell epochs apart, and where nobody counts those who have answered.
 *
 * <h2>Decisions, and what was rejected</h2>
 *
 * <ul>
 *   <li>The old epoch goes on until the census comes by: while there is an election work goes on where the ring is whole. It could end with the term, and then each
 *       election would stop all.
 *   <li>An early message could bring the news of its epoch, or be kept in the state. It waits where it is, on its link, as the kernel lets messages wait. The first
 *       attempt sent the news after what the algorithm sends at the beginning of the epoch; on a complete graph that waits for the news behind it on
 *       the same link, and the checker found the deadlock.
 *   <li>The leader could take the token to itself where somebody is inside, and wait for the release. Then it had to be told of the release; so the token starts where
 *       the user is, and the algorithm's own release serves.
 *   <li>The token of the old epoch is not looked for, and what it carries is lost with the epoch: who waits asks again. So it does not matter to the construction
 *       what a token is.
 *   <li>The rules of elections are labelled {@code vote.}, for Franklin has an {@code n.0} as EWD851 has.
 *   <li>Who comes where all others begin together, as where a checker is asked for a newcomer without more ado, takes itself for a member of epoch 0. The others do not
 *       hear it in that epoch. On a cluster everyone starts cut off.
 * </ul>
 */
package symposium.tokenbyelection;
