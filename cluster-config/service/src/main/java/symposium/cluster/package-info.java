/**
 * A node of a cluster: its configuration, its membership, and the services for applications.
 *
 * <p>A node is an actor system with these actors:
 *
 * <dl>
 *   <dt>{@link symposium.cluster.membership.ClusterMembership}
 *   <dd>subscribes to the cluster's events, and publishes the members in the order of their numbers, the departed
 *       ones, and the unreachable ones
 *   <dt>{@link symposium.cluster.membership.NodeDescriptor}
 *   <dd>describes the node to the others
 *   <dt>{@link symposium.cluster.membership.RemovalNotice}
 *   <dd>lets a node that the others have removed know it
 *   <dt>{@link symposium.cluster.status.StatusActor}
 *   <dd>tells the status of the node, and asks the others for theirs
 *   <dt>{@link symposium.cluster.membership.IslandWatch}
 *   <dd>finds the cluster of the others when this node is in one of its own
 *   <dt>{@link symposium.cluster.host.Host}
 *   <dd>hosts the process, and notifies it of the changes that its algorithm tolerates, which {@link
 *       symposium.cluster.hosted.HostedAlgorithm} derives from the catalogue. It agrees with the other hosts on the
 *       initial members ({@link symposium.membership.GroupFormation}), and carries out the ends of its links
 *       ({@link symposium.links.LinkEnd}), which number, acknowledge and resend messages and agree on incarnations
 *   <dt>{@link symposium.cluster.host.Endpoint}
 *   <dd>receives the messages of the other nodes at a well-known path, and passes them to the host
 *   <dt>{@link symposium.cluster.participant.LockActor}
 *   <dd>queues the applications of this node as the one user of the process
 *   <dt>{@link symposium.cluster.participant.PhilosopherActor}
 *   <dd>replaces the lock if the algorithm solves the dining philosophers' problem
 *   <dt>{@link symposium.cluster.lock.LockServiceActor}
 *   <dd>has a host and a process of its own, independent of the lock's algorithm; applications have any
 *       number of sessions. Without a node, {@link symposium.service.lock.Locks#alone} serves a single actor system by
 *       a process without neighbours
 *   <dt>{@link symposium.cluster.lock.ClientSessionsActor}
 *   <dd>has the sessions of clients that are no members, each an actor that owns the requests of its client, and finds
 *       those of other nodes
 *   <dt>{@link symposium.cluster.lock.LockProxy}
 *   <dd>passes requests for named locks on to a node, at a member that is none
 *   <dt>{@link symposium.cluster.leader.LeaderWatchActor}
 *   <dd>tells the applications of a member who leads the elections that they follow
 *   <dt>{@link symposium.cluster.participant.LeaderElectionActor}
 *   <dd>tells the applications of this node the leader and its term; it has a process and a host of its
 *       own
 * </dl>
 *
 * <p>Decisions, and what was rejected:
 *
 * <ul>
 *   <li>A node finds the hosts of others by their path under the address of the member. The receptionist would
 *       publish them later than the membership, and a node might have a message for a host not yet known.
 *   <li>A node describes its number and its configuration by a message to each other node. Roles would be known no
 *       later than the member itself; but they are settings of an actor system, which is the application's. A node asks
 *       each member with the role when it joins, and again until it answers or is removed. Until then it takes no
 *       younger one for a member.
 *   <li>An unreachable member stays in the ring until it is removed: the split brain resolver decides whether it is
 *       dead. But a node that does not see a majority counts as cut off at once, because the others may be about to
 *       remove it.
 *   <li>Akka quarantines a removed node harmlessly, which means that it drops what that node sends without a word. A
 *       node that stood still would remove the others one by one, each when its failure detector notices, and remain.
 *       So the others put it into a full quarantine, in which Akka answers it.
 *   <li>Clusters never merge, and an actor system joins one cluster in its life. So a node on an island ends, and its
 *       program starts another. Two nodes that have removed each other have each other in quarantine; but
 *       each asks for the cluster of the other while it sees no majority, the transport answers that, and both end.
 *   <li>A member that leaves in good order is treated as one that crashes. That costs a regeneration, but there is
 *       only one kind of departure, and the checker has explored it. Only for an algorithm whose processes leave does
 *       the node ask its process to leave, and wait for it, before it tells the cluster. Named locks have no such
 *       process: there the users finish first, and what they release arrives at the others before the node tells the
 *       cluster. Then it takes nothing along, and the others keep what they hold.
 *   <li>A named election is a claim in the service of named locks, and no protocol of its own: safety, succession and
 *       terms are those of {@link symposium.arbitration.resources}. Only news of the leader is added. It travels from
 *       the node that granted the leadership to the members that follow, and not by the cluster's gossip or by
 *       distributed data, which are slower and would keep every election at every node.
 *   <li>A client session is a named lock, too, under a name that no lock has: so it has one node, and outlives that as
 *       what it holds does, by the backup of {@link symposium.arbitration.resources}. A table of sessions that is
 *       replicated beside the locks would have to agree with them at every crash. What a client calls its requests goes
 *       with them to the backup, so that it has the same answer there.
 *   <li>A client's request for a session that is elsewhere is passed on, and not answered by where that is: clients
 *       may reach some nodes only. All nodes are asked for it each time; where it is changes rarely, but a directory
 *       would be wrong just then.
 *   <li>With fixed membership, an algorithm begins after all processes agree on the initial members. The membership
 *       alone does not suffice: a process that replaces a departed one also sees all members up, and would begin a
 *       second time, with a second token.
 *   <li>In such an algorithm fences begin above the first generations of all processes, which are seconds since 1970
 *       unless configured otherwise. So fences still increase after a restart of the cluster.
 *   <li>For an algorithm on any graph that tolerates every change, a link fails when the failure detector of either
 *       end does not reach the other, and recovers when it does. Other nodes have no say. Both ends agree on each
 *       incarnation of the link. Messages sent while it is down are lost, and the sender is not told. Two ends that
 *       cannot reach each other cannot agree on which messages have arrived, so a cluster cannot promise
 *       {@code Undeliverable}. If a link is down for longer than the split brain resolver waits, the resolver downs
 *       the nodes at both ends, or one side of them, and they depart.
 *   <li>Akka delivers at most once, and loses messages when a connection breaks; the algorithms need every message
 *       between live processes. So messages are numbered in each incarnation of a link, received in order and once,
 *       and acknowledged at intervals. The sender repeats all messages from the first missing one, because losses are
 *       rare. Akka's reliable delivery has an actor and a registration for each end and direction, requires a demand
 *       before each message, and does not support incarnations of links.
 *   <li>A failure detector monitors at most nine other nodes, unless
 *       {@code akka.cluster.failure-detector.monitored-by-nr-of-members} says otherwise. For all other nodes it
 *       relies on the reports of their monitors.
 * </ul>
 *
 * <p>Settings come in; services that applications use, and a node that joins and leaves, go out.
 */
package symposium.cluster;
