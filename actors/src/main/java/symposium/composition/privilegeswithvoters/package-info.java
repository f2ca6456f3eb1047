/**
 * Sets of resources that are granted within reach of a majority of voters, while the voters change:
 * {@link symposium.arbitration.privileges.Privileges} over {@link symposium.membership.Reconfiguration}.
 *
 * <p>Both run in each process, over the same links. The allocation does not count processes. It is told two things:
 *
 * <ul>
 *   <li>Its links: those over which the other end has said the hello of the reconfiguration. Channels are first in,
 *       first out, and a process says that hello before anything about resources. So a process that
 *       counts another knows what that one counted by when their link came up, or later.
 *   <li>Whether its process reaches a majority of the voters, and of all that may follow them. Only while it does, it
 *       grants. When it does not any more, all that is taken is lost, and the users are told.
 * </ul>
 *
 * <p>A departure of which one part learns is told to the other. A process that is no voter grants as a voter does.
 *
 * <dl>
 *   <dt>topology
 *   <dd>complete
 *   <dt>channels
 *   <dd>first in, first out; nothing is lost in one incarnation of a link but to and from the dead
 *   <dt>faults
 *   <dd>crashes, links that fail and recover, partitions, false departures. A process that returns is another process
 *   <dt>cost
 *   <dd>that of the two parts; a session costs what it costs without voters
 * </dl>
 *
 * <h2>What is promised</h2>
 *
 * <p>What the allocation promises of sets and fences, and what the reconfiguration promises of voters and quorums. What
 * is taken is taken within reach of a majority of the voters, at every moment at which its process knows its links.
 * Every user that waits is granted in the end while no majority is lost: a majority that departs at once is lost for
 * good, and all processes have to begin again.
 *
 * <h2>What the checker found</h2>
 *
 * <p>Users take a resource, or ask for a change of the voters, once each; all invariants of both parts hold:
 *
 * <pre>
 *     2 voters, of which each may retire                                    194 states
 *     the same, and the link fails and recovers                            3810
 *     a second process enters, each asks once; twice                 212;  3287
 *     a third process enters                                             248404
 *     3 voters, of which two take or retire                              227514
 *     one of 2, of 3 may crash, and be removed                       620;  3229
 *     one of 2, of 3 is taken for departed, and removed              641; 11561
 *     a partition of 3; the majority removes the other                     2959
 *     one of 2, of 3 crashes, and comes back as another to enter    124; 3256034
 *     the same of 3, in a partition that heals                           6512851
 * </pre>
 *
 * <p>No user waits forever in the first six. The others are for safety alone, because a majority may be lost.
 *
 * <p>If a process grants without a majority, two processes that take each other for departed take the same resource in
 * one generation. If links count before the other end has said hello, something is kept without a majority.
 * {@code PrivilegesWithVotersTest} keeps these counterexamples.
 *
 * <h2>Not explored</h2>
 *
 * <p>Four processes; two changes one after the other in a run of three processes; several faults at once beyond those
 * above. {@code ReconfigurationTest} explores the voters alone further.
 */
package symposium.composition.privilegeswithvoters;
