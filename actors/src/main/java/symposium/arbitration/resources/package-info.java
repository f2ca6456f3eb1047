/**
 * Sets of resources, taken all at once, each exclusively, shared, or by some of its permits: the two-stage solution of
 * E. W. Dijkstra and C. S. Scholten, <em>Distributed Arbitration</em>, section 5, with sessions for philosophers.
 *
 * <h2>How sets of resources become philosophers and forks</h2>
 *
 * <p>A user that wants a set of resources is a philosopher, here a <em>session</em>; a process hosts any number of
 * them. Two sessions share a fork if their sets share a resource that not both of them only read. Such a fork is
 * nothing but its direction.
 *
 * <dl>
 *   <dt>T0
 *   <dd>The session directs an arrow to each tabled session with which it shares a fork, and is tabled itself. The T0's
 *       of two processes that concern the same names exclude each other: a process does T0 when it has the forks of
 *       a first stage, for the parts of its names one for each other process. It asks for all that are missing at once,
 *       by a bid; see below. So T0's of one part follow one another, and are numbered; the number is the session's
 *       fence, and at its process its name. Sessions of a process that wait for the same forks do T0 together.
 *   <dt>T1
 *   <dd>A session has taken its set when the arrows that are left leave room for it; see below.
 *   <dt>T2
 *   <dd>A session that gives its set back, or does not want to wait any more, is no longer tabled. Its process tells
 *       every process that knows it to be tabled, for arrows may lead to it.
 * </dl>
 *
 * <p>How a process learns which sessions are tabled where: by the fork, as in {@link symposium.arbitration.twostage}.
 * A process with tabled sessions had the forks of their parts at its T0; the process that does T0 next gets a fork from
 * there, with all sessions that are tabled there and that it has not been told of, and the greatest fence. Two sessions
 * of two processes that have no part in common may have the same fence. Between two sessions
 * that share no fork there is no arrow: disjoint sets are taken side by side, and readers read together. An arrow
 * leads to a lesser fence, so there are no cycles (Q2), and no deadlock. It is directed at T0 and not later, so no
 * session that is tabled later goes first, and none starves.
 *
 * <h2>The forks of the first stage</h2>
 *
 * <p>Were there one fork for each two processes, as the paper has it, each T0 would need the forks of all others, also
 * for names that no other process uses. Here the names are divided into parts, by a hash that is the same everywhere,
 * and each two processes share a fork for each part. It is Chandy and Misra's step from dining to drinking philosophers
 * (The Drinking Philosophers Problem, ACM Transactions on Programming Languages and Systems 6 (4), 1984), taken for the
 * resource by which arrows are directed: neighbours need not exclude each other but for what both want. There are
 * 2<sup>24</sup> parts, so that names seldom share one. A fork takes no memory while it lies where all lie at first, at
 * the lower of the two, and elsewhere two bytes, and what it takes to find those of 4,096 parts.
 *
 * <p>Were forks grabbed one after the other, as philosophers do, T0 would take up to n-1 round trips. Here all are
 * asked for at once, as O. S. F. Carvalho and G. Roucairol do (On Mutual Exclusion in Computer Networks,
 * Communications of the ACM 26 (2), 1983): T0 takes one round trip unless others want it too.
 *
 * <ul>
 *   <li>The bid of a session is greater than all bids of which its process knows (Lamport's clock). Where two processes
 *       want a fork, the lesser bid of the sessions that want it has it first, and of equal bids that of the lesser
 *       name. So the session with the least bid gets all its forks: there is no deadlock. With one bid for each
 *       process, a session of one part might take the forks of another for ever, while its process waits for something
 *       else.
 *   <li>Where a request has arrived, later sessions bid more. So after that only sessions that have waited before go
 *       first, and none starves.
 *   <li>A fork that is handed over where it is needed is asked for back in the same message. No step
 *       sends forks and requests to one process in two messages, unless they are many.
 *   <li>A session that does T0 no longer keeps its forks, and they go in the same step: also those of its parts that
 *       came long before the last. Without that, two that want each other's forks wait for ever (10 steps).
 *   <li>A process that wants nothing keeps forks until they are asked for. So a name that only one process uses costs
 *       no message, whatever the others do.
 *   <li>Where many forks (16) have been asked for at a process and none has come since, requests wait for the next fork
 *       from there, unless none of the others has a lesser bid. So a process with thousands of busy names sends few
 *       messages, and one with few names does not wait. The least bid is never held; a lesser bid that is still asked
 *       for, by a session that has withdrawn, is answered: so none is held for ever.
 * </ul>
 *
 * <h2>Many sessions</h2>
 *
 * <ul>
 *   <li>Both ends of a link know what has been told over it. A fork carries the sessions that are new since then. A
 *       hello carries all.
 *   <li>Sessions that would make a message too great go before it, in {@linkplain
 *       symposium.arbitration.resources.ResourceMessage.Sessions messages} of their own. So only one session must
 *       fit into a message.
 *   <li>T2 is told at once, but for two cases. Where the forks of all its parts are here, and no session there
 *       waits for this one, the next fork tells. Where one of them has been asked for, or many of any parts, one
 *       message tells at once, and what ends after that is told in one message when a fork comes. So a process with
 *       one session tells at once; one with many sends few messages.
 *   <li>Arrows take no memory of their own: for each resource there is a queue of the sessions that take it, in the
 *       order of their fences, and an arrow leads from each to all before it with which it may conflict. For T0's of
 *       one part follow one another, and a process knows all that are tabled with its names when it does T0.
 *   <li>A session that has no room at a resource leaves none to those behind it. So those that have room there are the
 *       first of its queue, and when one ends, only the first without room is looked at, and as many more as have room.
 *       A step costs what follows from it, not what is tabled or waits: a hand-off takes the same time whether 20 or
 *       20,000 sessions wait. Of maps, a version with one entry more shares all but a path with the one before.
 * </ul>
 *
 * <h2>Modes: readers, writers and permits</h2>
 *
 * <p>The paper's fork is used by one philosopher at a time: "X is hungry" or "X is without outgoing arrows" (Q1). Here
 * a session takes p of the k units of a resource, its {@linkplain symposium.arbitration.resources.Mode mode};
 * exclusively is 1 of 1. Q1 becomes: a session waits, or for each of its resources its units and those of all sessions
 * to which arrows lead are at most the least capacity that any of these states.
 *
 * <ul>
 *   <li>With 1 of 1 there is room beside no arrow at all. This is the paper's Q1.
 *   <li>A session to which an arrow leads counts whether it has taken its set or waits. So no later session takes what
 *       an earlier one waits for: readers that keep coming do not starve a writer, and single permits do not starve a
 *       session that needs all.
 *   <li>Of sessions that have a resource together, the last one counted all others at its T1. So none is beyond
 *       capacity, also where users state different capacities.
 *   <li>Readers direct no arrows to each other, so they do not count each other. They go with readers alone: any other
 *       mode excludes them. Were a reader one of k units, it might join readers that an earlier session counts, without
 *       that session's knowledge. Users that want readers to count take permits.
 *   <li>A take that does not wait is tabled only if T1 follows at once; otherwise its user is told that it is not free.
 *       It overtakes no session that waits.
 *   <li>A session that withdraws before T0 has not been tabled; later it does T2. A process answers each withdrawal
 *       with one message to its user, the last about this ticket. If the user is told in between that it has taken the
 *       set, the withdrawal has given it back.
 * </ul>
 *
 * <p>Every session has a fence of its own, readers too. Of two sessions that exclude each other, the one that takes
 * later has the greater fence. Readers that read together may take in any order of fences, because news of a writer's
 * T2 reaches their processes at different times, and so may sessions with few permits. A protected
 * resource therefore keeps the greatest fence of each mode: {@link symposium.arbitration.resources.FenceMarks}. A
 * single number refuses a holder after 4 steps. One number for all that take a part lets in two holders of two of three
 * permits, after 3 steps ({@code FenceMarksTest}).
 *
 * <h2>Processes that come and go</h2>
 *
 * <ul>
 *   <li>In each incarnation of a link both ends first send their tabled sessions and the processes that they know to be
 *       there; then all forks lie at the lower of the two. T0 waits until there are forks for every process that is
 *       there, also for processes known from others only. So of two processes that have not met yet, and have both met
 *       a third, at least one waits until they have.
 *   <li>A process that has departed needs no fork, and its sessions are gone. A session with an arrow to one of them
 *       does not do T1 by that: it is no longer tabled, and does T0 again, in the new generation. For the departed
 *       process may be alive, and have the resources: the membership may be wrong. A session that had
 *       taken its set beside one of these keeps it.
 *   <li>Fences: a fence is greater than that of every T0 of which the process knows. The last T0 of a process that has
 *       crashed may be known to no other. So a process that learns of a departure goes to a new generation, tells all
 *       others, and does no T0 until all are in that generation at least. When a process does T0, all others know that
 *       it is in its generation, and when it departs, theirs will be greater.
 *   <li>A process that learns of a departure from another process tells the departed one, if there is a link to it: it
 *       may live. That process is <em>excluded</em>: what it has is lost, its user waits for nothing more, and its node
 *       ends, to come back as another. For a node acts on a departure as soon as its own part of the cluster has
 *       decided it, which is before the others have agreed; if it crashes then, no membership ever tells them.
 *   <li>Departures that all know are named no more. A hello and the news name the processes that have departed.
 *       More than 100 of them are <em>settled</em> once all others are in the generation of this process, and
 *       no message names them after that. See below.
 *   <li>A process that would do T0 after 2<sup>30</sup> sessions of one generation goes to a new one likewise: fences
 *       stay numbers of 63 bits.
 *   <li>Without a quorum within reach nothing is taken. Sets that were taken are lost, and their users are told;
 *       sessions that wait do T0 again when there is a quorum.
 * </ul>
 *
 * <h2>Departures that are settled</h2>
 *
 * <p>A message that names all departed processes grows with every departure, is inherited by every newcomer,
 * and exceeds Akka's frame after some 16,000. The greatest departed incarnation of each number is no bound:
 * Akka draws the incarnation of a node at random, and a node without a configured number has another one at
 * each address. So a process settles the departures of which all others know.
 *
 * <ul>
 *   <li>All others know once each is in the generation of this process. A process whose message leaves out an
 *       unsettled departure is behind: this process goes to a generation above that of the message. So does a
 *       process that learns of a departure, and one that has more than 100 unsettled departures also if it has
 *       not met the departed one.
 *   <li>A process that names a settled departure has not settled it. The recipient names it again, until both
 *       have settled it. Otherwise each would find the other behind, without end. Processes of earlier versions
 *       settle nothing: next to one of them each departure beyond 100 costs a generation more, and messages are
 *       as long as before.
 *   <li>A process whose hello counts a process that has departed, and is settled, receives its name in the news of a
 *       new generation.
 *   <li>A departed process that says hello receives news that names it.
 *   <li>A process remembers all departures in its own life, so it never takes a departed process for one that
 *       is there. A newcomer learns only of those that are not settled. The membership must not introduce a
 *       process to a newcomer that has departed for all others; Akka's does not.
 * </ul>
 *
 * <p>With every departure settled at once, all properties hold: 17067 states of three of which one may crash,
 * 3240 of three of which one takes another for departed, and 101911 of three that start cut off, of which one
 * is partitioned, crashes and comes back ({@code ResourcesDepartedTest}, which also runs seeds, and a thousand
 * departures). Without the news for a process that counts a settled one, a seed breaks a promise.
 *
 * <h2>Sessions that outlive their process</h2>
 *
 * <p>A client that is no process asks at one, and what it has must not end with that. So a session may have a
 * <em>backup</em>, as in primary-backup replication: another process, which takes it over when its process departs.
 *
 * <ul>
 *   <li>When a session that is to be kept has taken its set, its process asks the next one, in the order of their
 *       names, to be its backup. When that has answered, the user is told. When a backup departs, another is asked.
 *   <li>The backup keeps what the session takes, and nothing more: it needs no fork and has no place in any queue.
 *   <li>When the process departs, its backup <em>takes the session over</em>. It does T0 again, in the new generation,
 *       by a bid that is less than all others, and does not wait: nobody has been in between, so there is room. Its
 *       news of the departure tell all others that the parts of the session are reserved. No other session of these
 *       parts does T0 until they are told that they are no longer reserved. T0 takes all others to be in the new
 *       generation, so each of them knows of that before it could table a session beside it.
 *   <li>A process sends all ends, also those that it sends later otherwise, before the news of a new generation. A
 *       session that is taken over does not wait: it has no room if a session that has ended is still in the queue.
 *   <li>All sessions of a process have the same backup, so that one process takes over all sessions of a client. A
 *       session waits for a backup while that of the others is out of reach.
 *   <li>A session keeps the fence under which its user knows it, however often it is taken over.
 *   <li>Of several that take over, the lower process goes first.
 *   <li>When the user no longer has a session that has a backup, that is told first, and T2 follows its answer; without
 *       that, the backup might take over later what nobody has any more. If the backup departs, T2 follows that.
 *   <li>What waits when its process departs is taken over by nobody: its user asks again elsewhere.
 *   <li>What it costs: a message and its answer for each session, the same at its end, and n-1 news when what is taken
 *       over has done T0. A session without a backup costs what it costs above.
 *   <li>A session is lost if its process and its backup depart before another backup has been asked and has answered;
 *       and if its process is without a quorum, unless it departs.
 * </ul>
 *
 * <p>Users of {@code resources-kept}, who take a resource and ask for a backup at any time; all invariants hold, and no
 * user waits forever but where the first column says safety:
 *
 * <pre>
 *     3 processes, once each; 2, twice                                    12819; 1027
 *     one of 3, of 2 may crash; two of 3                    205465, 480; 274040
 *     the link of 2 fails and recovers, once; twice                 16299; 84257
 *     the same once, and one may crash                                         27982
 *     one of 3 takes another for departed, which lives                 1291476
 *     a partition of 3, safety                                                    335537
 *     permits, one of 3 may crash; two ask, three ask              43468; 2248719
 *     two names, a part each, the same                                 30476; 1360249
 * </pre>
 *
 * <p>Without the reservation, with a usual bid, or with T2 before the backup knows of the end, somebody takes in
 * between what is taken over: 11, 6 and 9 steps and a crash. {@code ResourcesKeptTest} keeps these figures.
 *
 * <h2>What it needs</h2>
 *
 * <dl>
 *   <dt>topology
 *   <dd>all linked with each other
 *   <dt>channels
 *   <dd>first in, first out; nothing is lost in one incarnation of a link but to and from the dead
 *   <dt>faults
 *   <dd>crashes, new processes, and links that fail, of which the processes concerned are told. While a link is down T0
 *       waits at both ends, until the link recovers or one of its ends is known to have departed
 *   <dt>users
 *   <dd>a user gives back what it has taken. A user that waits for one set while it has another may wait forever, as
 *       two such users for each other: it has to ask for both at once
 * </dl>
 *
 * <h2>What it costs</h2>
 *
 * <p>For each set, among n processes, from 0 to 3(n-1) messages: a request and the forks for each process
 * where some lie, and the news of T2 to each process that has got a fork from here while the session was tabled. The
 * news goes there whether or not that process has a session that shares a resource: it might ask for one without
 * another message. If the fork has come back it goes with the next fork, and of several that have ended in one message.
 * Sessions of one process that wait together for one part share the requests and forks; among each other they cost
 * nothing.
 * A process that comes costs 2(n-1) messages; one that departs, of n, (n-1)(n-2). If only some processes know of a
 * departure when another process comes, it may cost as many again.
 *
 * <p>Modes cost no message. A session that withdraws costs at most what a session that takes its set costs. A take that
 * is not free costs the forks. On the wire the mode makes a name one byte longer, with permits up to 11.
 *
 * <p>These costs hold for each set in every run of up to three processes that take one each. 3(n-1) does occur: where a
 * process has none of the forks, and all others fetch one from it before it gives the set back.
 *
 * <p>One resource, and at each of n processes a user that asks again at once: from giving back to the next grant it
 * takes one message delay, and each grant goes to another process than the one before, however short the resource is
 * held (from 0.1 to 4 message delays). With one fork asked for after the other, three or five processes that hold it
 * for 0.1 took it several times in turn, and it went to another 0.67 times in a message delay, where it is 0.91 now.
 * {@code BusyNamesTest} holds this; {@code BusyNames.main} of the tests prints it, and the figures of 10,000 names.
 *
 * <pre>
 *     processes                      2      3      5
 *     delay of a hand-off            1      1      1
 *     messages per grant             3      6     12
 * </pre>
 *
 * <p>Three processes and 10,000 names, for each of which a user at each process asks again at once: 0.1 to 0.4 messages
 * per grant.
 *
 * <p>One name for which many wait at three processes: a hand-off takes 0.03 ms at all three together, whether 20 or
 * 20,000 wait ({@code HandOffs.main} of the tests; {@code HandOffsTest} counts the work). With the arrows of each
 * session as a set of its own it took 2.7 ms where 500 waited, and 348 ms where 5,000 did.
 *
 * <h2>What is promised, and what is not</h2>
 *
 * <ul>
 *   <li>While no live process is taken to have departed: no resource is taken beyond its capacity, fences grow from one
 *       session to the next that it excludes, and every user that waits gets its set in the end, as long as a quorum is
 *       there.
 *   <li>In a partition, a process that has not been told yet that it is cut off may have what others take after it has
 *       departed for them. Theirs is the greater fence, of a greater generation.
 *   <li>The same where a live process is taken to have departed by another, and is not told by the membership: in one
 *       generation no resource is taken beyond its capacity, and its fences grow. A third process that hears of it
 *       tells the process, whose user then no longer waits. The process may wait forever where no third process hears
 *       of it: all others were told by the membership, which then has to tell the process, or crash.
 *   <li>Not a bound on how many sets are taken before one that has not been tabled yet: any number of sessions may have
 *       a lesser bid.
 * </ul>
 *
 * <h2>What the checker found</h2>
 *
 * <p>Users who take {a}, {b} or {a, b}, once (1) or twice (2) each; or {a} or {a, b} (*); both names in one part, but
 * where the table says otherwise. All invariants hold and no user waits forever:
 *
 * <pre>
 * processes                                            quorum     states
 *     3 (1), 2 (2), 2 (2) with two sessions each         any       23218, 1886, 16764
 *     the same, each name in a part of its own           any       23292, 3440, 26223
 *     3 (2); 4 (1)                                        2; 3   2652985; 14508670
 *     2 (2), one may crash                                1         4349
 *     3 (1*), one may crash; two may crash               2; 1      88877; 127760
 *     3 (1*), all of which start cut off                  2        17944
 *     3 (1*), one crashes and comes back as another       2       208784
 *     2 (2*), the link fails and recovers, twice          2        54752
 * each name in a part of its own:
 *     3 (2)                                               2     14703301
 *     2 (2), one may crash                                1         8386
 *     3 (1*), one may crash; two may crash               2; 1     102496; 152626
 *     3 (1*), all of which start cut off                  2        19730
 *     3 (1*), one crashes and comes back as another       2       217467
 *     2 (2*), the link fails and recovers, twice          2        63890
 * </pre>
 *
 * <p>Three (1), each name in a part of its own, of which one takes another for departed, which lives: 1281959 states.
 * That the process is told, when one or two others ask: {@code ResourcesExclusionTest}; without, it waits forever
 * after 6 steps.
 *
 * <p>Safety alone, because in these a user may have to wait forever: three start cut off and a link fails, 58291
 * states; one comes after a crash, 33738; a partition, 112417.
 *
 * <p>Users with modes: those of {@code resources-shared} take a resource shared or exclusively, and may withdraw; those
 * of {@code resources-permits} take one of two permits, waiting or not, or both. Three ask once each, or two ask twice:
 *
 * <pre>
 *                                                  shared       permits
 *     no fault                                     25226, 3706  18460, 2231
 *     one may crash                                256058, 7287 187451, 4775
 *     one takes another for departed, which lives  1027574       764697
 *     a partition, safety alone                    360407       280323
 * </pre>
 *
 * <p>Users who take a shared, a exclusively, or a shared and b exclusively: 27414 and 4404 states. Users who take one
 * of two or one of three permits, or shared, or exclusively without waiting, all of the same resource: 62383 and 16355.
 *
 * <p>Three processes under each fault of a cluster, with the tests that explore it (those with modes included):
 *
 * <pre>
 *     crash                              ResourcesExhaustiveTest, ResourceModesTest
 *     crash, and back as another         ResourcesExhaustiveTest
 *     false departure (suspicion)        FalseDepartureTest, ResourceModesTest,
 *                                          ResourcesExclusionTest
 *     link that fails and recovers       ResourcesExhaustiveTest
 *     partition                          ResourcesExhaustiveTest, ResourceModesTest
 *     partition that heals: who was cut
 *       off ends, and comes as another   ResourcesHealingTest: 55845 and 193172 states;
 *                                          with modes 157273 and 150891
 *     false departure, then the same     ResourcesHealingTest: 1139152 states
 * </pre>
 *
 * <p>Three to five processes with many names and all of these faults together: {@code ResourcesSeedsTest}, simulated.
 *
 * <p>Without arrows to readers, or from readers, a reader and a writer have the resource together: 4 steps. Without
 * arrows to sessions that wait, one permit overtakes a session that waits for two: 9 steps. If a session that withdraws
 * tells no process, another waits forever: 5 steps.
 *
 * <h2>Decisions, and what was rejected</h2>
 *
 * <ul>
 *   <li>An arbiter for each resource, which is what lock services have: a user that needs two resources then asks two
 *       arbiters, one after the other, and several users can come to deadlock. An order among resources avoids that,
 *       and makes users wait for part of what they need while they have the rest.
 *   <li>Forks grabbed in ascending order of names. It takes fewer messages where all are hungry, and has a third of the
 *       states, because a process has one request under way. But T0 took up to 2(n-1) message delays, in which the
 *       process that had the resource took it again.
 *   <li>One fork for each two processes, and T0's that all follow one another: three processes with names of their own
 *       took forks from each other without end.
 *   <li>An instance of this protocol for each part: a set of two parts could not be taken at once.
 *   <li>All sessions of a process in each fork: a message, and each T0, then costs what is tabled. With 10,000 names
 *       that was a hundred times the work.
 *   <li>T1 for a session whose last arrow led to a process that departs. It saves another T0. But a process that lives,
 *       and has not been told that it has departed, may have the same resource in the same generation: 6 steps. It may
 *       also take it later, under a smaller fence: 13 steps, three processes.
 *   <li>A fence for each resource: one for the set does, and names the session.
 * </ul>
 */
package symposium.arbitration.resources;
