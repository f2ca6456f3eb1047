/**
 * Membership: {@link symposium.membership.GroupFormation}, a protocol, agrees on the processes that begin together,
 * where the membership is fixed, and where voters change. {@link symposium.membership.MembershipReading}, a value,
 * says who takes part and who has departed after what a cluster has published; the checker explores it, too. {@link
 * symposium.membership.Reconfiguration}, a protocol, changes the voters while processes go on. A node of a cluster
 * carries out all three.
 *
 * <h2>Group formation</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>complete
 *   <dt>channels
 *   <dd>they may lose, duplicate and reorder. In the end a message that is sent again and again arrives
 *   <dt>faults
 *   <dd>processes crash, and return as other processes: a {@link symposium.kernel.ProcessId} has an incarnation. The
 *       others are notified, and receive nothing from a process that has departed for them
 *   <dt>first generations
 *   <dd>a later incarnation of a process has a higher one than all that the former has proposed. In a cluster it is the
 *       time in seconds, so a process returns a second later at the earliest
 * </dl>
 *
 * <p>{@link symposium.membership.FoundersAgreement} states over inputs and outputs alone what it promises. All that
 * live and have begun have begun with the same founders and the same first generation, the highest of theirs. No
 * process begins before all founders have proposed them, and a process that is no founder does not begin. A group
 * that begins later has a higher first generation than all former ones, so fences never go back. No user waits for
 * ever while its process sees all configured processes: it begins, or is excluded. A process that misses one says so,
 * and its user may wait for ever, for the missing process may be the only one that has begun.
 *
 * <p>Of an {@linkplain symposium.membership.GroupFormation#open open group}, excluded processes may become members
 * later, so a process is answered by all that know the group. The same is explored of it, but for the sentence that
 * a process that knows the group is a founder (2,327 states for two that may both return, 16,286 for three with one).
 *
 * <h2>What the checker found</h2>
 *
 * <p>All of it is explored over {@linkplain symposium.kernel.problem.Channels#DUPLICATING duplicating} links: two and
 * three processes (12 and 359 states), with one of them that crashes and returns at any moment (134 and 7,676), and two
 * of them (1,623 and 243,367). The invariants so hold under every loss, duplication and reordering without any bound.
 * Progress does not: a message that is sent stays in transit there, and a fair run delivers it again and again.
 *
 * <p>Progress under losses is explored over {@linkplain symposium.kernel.problem.Channels#COALESCING coalescing} links,
 * where what is lost must be sent again, with a bounded number of losses and of duplications at any moment: of two
 * processes with two of each (253 states), with one that returns and one of each (923), with both that return and one
 * of each (11,225), and of three processes with one of each (49,807).
 *
 * <p>Two faults that the checker found, and which are tests now:
 *
 * <ul>
 *   <li>One of two begins and crashes before the other hears so, and returns. The two begin, and the first generation
 *       is the same again if the clock of the survivor is ahead: fences go back. Eleven steps. So a process proposes
 *       other founders with a higher first generation.
 *   <li>Two processes are restarted one after the other. The first is excluded by the second, and stays so when the
 *       second returns: both wait for ever. Eighteen steps. So an excluded process proposes again when it sees other
 *       processes.
 * </ul>
 *
 * <h2>The reading of membership events</h2>
 *
 * <p>{@link symposium.membership.MembershipReading} is what a node of a cluster carries out;
 * {@link symposium.membership.MembershipPublication}, the algorithm {@code membership} of the catalogue, explores it
 * with a cluster that publishes at each node in order. A node joins, leaves, is unreachable, is reachable again, is
 * removed, and is killed and started again under its number, at any moment; it reads late. Nodes describe themselves
 * to each other, by messages beside the publications: early, late, or never.
 *
 * <p>It promises: a living process is not taken for departed; a process that has departed stays so and is no member;
 * a node that no longer takes part does not take part again; once a node has read all, it knows the members, of each
 * number the oldest node that is up; and it takes no younger node for a member while the older, described or not, is
 * up.
 *
 * <p>All of it holds for one node with five such events (309 states), for two nodes with two and three each (55,554
 * and 1,415,641), and for three nodes that join (4,160). Six faults are found, in 8 to 19 steps: such as a node
 * that leaves and believes the last publications, by which all the others have been removed. A cluster that publishes
 * wrongly is not modelled: see {@code check --false-departure}. Akka publishes what is new in one gossip in any order.
 * So a node first reads that it is up when it has read what was published before ({@code ClusterMembership}).
 *
 * <h2>Reconfiguration</h2>
 *
 * <p>{@link symposium.membership.Reconfiguration} changes the voters, of whom majorities are counted, while processes
 * go on. The founders are the voters of version 1. A process may enter, retire, or have those removed that have
 * departed. {@link symposium.membership.VoterChanges} says which change is due at a process; nodes with dynamic
 * voters ask for it. {@code privileges-with-voters} of the catalogue grants by these majorities.
 *
 * <dl>
 *   <dt>topology
 *   <dd>complete
 *   <dt>channels
 *   <dd>FIFO; each time that a link comes up, both ends say hello over it before they count each other
 *   <dt>faults
 *   <dd>crashes, links that fail and recover, partitions, false departures. A process that returns is another process:
 *       it is no voter, and has promised nothing. So nothing is written to disk
 * </dl>
 *
 * <ul>
 *   <li>The voters of the next version are agreed by a majority of those of the present one, with ballots.
 *   <li>A voter that accepts tells every process that it has a link to. Its vote counts once all of them have
 *       acknowledged that, or their links are gone.
 *   <li>A process that has accepted or heard of next voters counts majorities of them and of the present ones, until
 *       it knows what is decided. Then it counts the decided ones alone.
 *   <li>Every change also removes the voters that have departed, as far as the process that asks for it knows.
 *   <li>If the process that asked has departed, the change that it proposed is completed by the others.
 * </ul>
 *
 * <p>So any number of voters may change at once. A process that has not heard of a decided change has no link to some
 * member of the majority that accepted it, out of every majority of the former voters: it has no quorum. By induction
 * over the versions, all processes with a quorum count by the latest decided voters, perhaps among others.
 *
 * <p>It promises, whatever fails: each version has one set of voters. It promises while both ends of each link know
 * the same of it: two processes that have a quorum have a process in common within reach. And a change takes the
 * quorum from no voter that reaches all voters. No user waits for ever, except under false departures; a change that
 * fails is asked for again by its user. Without a majority of the present voters within reach nothing changes: the
 * loss of a majority at once is final.
 *
 * <p>If a majority of the present voters is within reach, but not of the voters that may follow, and no message is in
 * transit, then some process has a change to ask for ({@code VoterChanges}). A simulation of whole nodes found a case
 * without one: a voter crashed, returned, proposed itself next to its previous incarnation, and crashed again. Two
 * voters of four remained, and waited forever. The exploration finds this case if the last two rules above are absent.
 *
 * <p>All of it holds for one to three voters that change once, with a crash, a link that fails and recovers, a
 * partition, a false departure, a process that returns, enters, and may crash again, and for 1, 2 and 3 voters that
 * become one more. {@code ReconfigurationTest} names the numbers of states and the faults that are found. Not explored:
 * two changes one after the other by the same user; more faults at once than a link that fails beside a false
 * departure; voters that forget what they have accepted.
 *
 * <p>What a cluster publishes, and the answers of other processes, come in; who takes part, who has departed and who
 * votes goes out.
 */
package symposium.membership;
