/**
 * Election: of processes with distinct names one is chosen, and all learn its name.
 * {@link symposium.election.Election} states the problem over what users ask and are told;
 * {@link symposium.election.ElectionInvariants} has the invariants that all elections share, and
 * {@link symposium.election.RingElection} what those on a ring share. Each algorithm has a package below this one.
 *
 * <p>Each of these packages elects once: any non-empty set of processes may start, each at any moment, the others
 * join when a message reaches them, and the winner is announced to all by messages of a type of their own.
 *
 * <p>{@link symposium.composition.ewd851misra The ring} uses Chang and Roberts' algorithm: it needs a leader where
 * both of its tokens are lost.
 *
 * <h2>What is checked, how far</h2>
 *
 * <p>Every user may initiate or not, once, at any moment: so every set of initiators is among the runs, and every
 * schedule, over links as the algorithm assumes them. On each of the (n-1)! rings of n names: the invariants of the
 * problem, those of the algorithm, that every run ends, and that in the end all know one leader. The states, summed
 * over the rings:
 *
 * <pre>
 * processes                         1    2       3          4          5          6
 * lelann                            4   28     378      7,734    219,700  8,107,512
 * chang-roberts                     4   29     378      6,857    160,367  4,610,050
 * dolev-klawe-rodeh                 4   32     298      4,762     96,056  2,386,104
 * peterson                          4   32     284      4,672     96,552  2,409,792
 * peterson-alternating              4   23     209      2,574     42,186    875,172
 * franklin                          7   88   1,156     25,956    753,448
 * franklin, without order           8   97   1,732     42,664  1,434,796
 * hirschberg-sinclair, in order     9  216   5,818    247,272  6,798,823
 * hirschberg-sinclair               9  524  39,880  3,932,250
 * </pre>
 *
 * <p>Of Franklin's with six processes, each single initiator on every ring: 1,352,496 states; of Hirschberg and
 * Sinclair's in order with five, one of each two rings that mirror each other, for the algorithm does not distinguish
 * its sides. Empty cells were not explored to their end, or not tried. Sizes from 5 on, and Hirschberg and Sinclair's
 * 4 without order, are explored by {@code mvn verify -P exhaustive} alone. {@link symposium.election.bully} and
 * {@link symposium.election.korachmoranzaks}, on complete graphs, and {@link symposium.election.terms} have sections
 * of their own.
 *
 * <h2>What the number of messages depends on</h2>
 *
 * <p>On the order of the names alone in Dolev, Klawe and Rodeh's, Franklin's and both of Peterson's; in Le Lann's and
 * Chang and Roberts' also on the set of processes that initiate before anything is received, and then not on the
 * schedule; in all others on the schedule, too.
 *
 * <h2>What breaks without order</h2>
 *
 * <pre>
 * lelann                  ring 1, 0           the smaller of two candidates is elected           4 steps
 * chang-roberts           ring 1, 0           a process waits forever                            7
 * dolev-klawe-rodeh       ring 1, 0           (2, ...) comes before (1, ...)                     3
 * peterson                ring 3, 2, 1, 0     another than the greatest is elected               8
 * peterson-alternating    ring 2, 1, 0        no message is left, and no process is elected      7
 * franklin                                    nothing up to five; it may cost more
 * hirschberg-sinclair                         nothing up to four; it assumes no order
 * </pre>
 *
 * <p>A call to elect comes in; the name of the leader goes out, to every process.
 */
package symposium.election;
