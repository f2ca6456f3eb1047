/**
 * A node of a cluster: its configuration, its membership, and the services for applications.
 *
 * <p>A node is an actor system with these actors:
 *
 * <dl>
 *   <dt>{@link symposium.cluster.membership.ClusterMembership}
 *   <dd>subscribes to the cluster's events, and publishes the members in the order of their numbers, the departed
 *       members, and the unreachable members
 *   <dt>{@link symposium.cluster.membership.NodeDescriptor}
 *   <dd>describes the node to the other nodes
 *   <dt>{@link symposium.cluster.membership.RemovalNotice}
 *   <dd>notifies a node that the other nodes have removed it
 *   <dt>{@link symposium.cluster.status.StatusActor}
 *   <dd>reports the status of the node, and asks the other nodes for theirs
 *   <dt>{@link symposium.cluster.membership.IslandWatch}
 *   <dd>finds the cluster of the other nodes if this node is in a separate cluster
 *   <dt>{@link symposium.cluster.host.Host}
 *   <dd>hosts the process, and notifies it of the changes that its algorithm tolerates. {@link
 *       symposium.cluster.hosted.HostedAlgorithm} derives these from the catalogue. The host agrees with the other
 *       hosts on the initial members ({@link symposium.membership.GroupFormation}). It also runs the ends of its links
 *       ({@link symposium.links.LinkEnd}), which number, acknowledge and resend messages, and agree on incarnations
 *   <dt>{@link symposium.cluster.host.Endpoint}
 *   <dd>receives the messages of the other nodes at a well-known path, and passes them to the host
 *   <dt>{@link symposium.cluster.participant.LockActor}
 *   <dd>queues the applications of this node as the one user of the process
 *   <dt>{@link symposium.cluster.participant.PhilosopherActor}
 *   <dd>replaces the lock if the algorithm solves the dining philosophers' problem
 *   <dt>{@link symposium.cluster.lock.LockServiceActor}
 *   <dd>has a separate host and process, independent of the lock's algorithm; applications can have any number of
 *       sessions. Without a node, {@link symposium.service.lock.Locks#alone} serves a single actor system by a process
 *       without neighbours
 *   <dt>{@link symposium.cluster.lock.ClientSessionsActor}
 *   <dd>hosts the sessions of clients that are not members, each an actor that owns the requests of its client, and
 *       finds the sessions on other nodes
 *   <dt>{@link symposium.cluster.lock.LockProxy}
 *   <dd>forwards requests for named locks to a node, on a member that is not a node
 *   <dt>{@link symposium.cluster.leader.LeaderWatchActor}
 *   <dd>notifies the applications of a member of the leaders of the elections that they follow
 *   <dt>{@link symposium.cluster.participant.LeaderElectionActor}
 *   <dd>notifies the applications of this node of the leader and its term; it has a separate process and host
 * </dl>
 *
 * <p>Design decisions, and rejected alternatives:
 *
 * <ul>
 *   <li>A node finds the hosts of other nodes by their path under the address of the member. The receptionist would
 *       publish them later than the membership, and a node might have a message for a host that it does not yet know.
 *   <li>A node describes its number and its configuration in a message to each other node. Roles would be known no
 *       later than the member itself, but they are settings of the actor system, which belongs to the application. A
 *       node asks each member with the role when the member joins, and repeats the question until the member answers
 *       or is removed. Until then, it does not consider any younger node a member.
 *   <li>An unreachable member stays in the ring until it is removed: the split brain resolver decides whether it is
 *       dead. A node that does not see a majority, however, counts as cut off immediately, because the other nodes may
 *       be about to remove it.
 *   <li>Akka places a removed node in a harmless quarantine, in which it silently drops all messages from that node. A
 *       node that resumes after a pause would remove the other nodes one by one, each when its failure detector
 *       suspects it, and would remain. The other nodes therefore place the removed node in a full quarantine, in which
 *       Akka answers it, and the node ends. A node that has lost a majority does not do so: it would end the nodes that
 *       continue without it (<a href="https://github.com/akka/akka/issues/31095">akka/akka#31095</a>).
 *   <li>Clusters never merge, and an actor system joins only one cluster in its lifetime. A node on an island
 *       therefore ends, and its program starts another. Two nodes that have removed each other hear nothing of each
 *       other. While it sees no majority, each asks for the cluster of the other, the transport accepts its
 *       connections, and it ends.
 *   <li>A member that leaves gracefully is treated like one that crashes. This costs a regeneration, but there is only
 *       one kind of departure, and the checker has explored it. Only if the processes of the algorithm can leave does
 *       the node ask its process to leave, and wait for it, before the node notifies the cluster. Named locks have no
 *       such process. In their case, the users finish first, and their releases arrive at the other nodes before the
 *       node notifies the cluster. The node then takes no lease with it, and the other nodes keep theirs.
 *   <li>A named election is a claim in the service of named locks, not a separate protocol. Safety, succession and
 *       terms are those of {@link symposium.arbitration.resources}. Only news of the leader is added. The node that
 *       granted the leadership sends the news to the members that follow the election. The cluster's gossip and
 *       distributed data are slower, and would store every election on every node.
 *   <li>A client session is also a named lock, under a name that no ordinary lock has. It therefore has one node, and
 *       survives that node in the same way as its leases, by the backup of {@link symposium.arbitration.resources}. A
 *       separately replicated table of sessions would have to agree with the locks after every crash. The ids that a
 *       client gives its requests are sent to the backup together with the requests, so the client receives the same
 *       answer there.
 *   <li>A node forwards a client's request for a session on another node, instead of answering with the session's
 *       location, because clients may reach only some of the nodes. The node asks all nodes for the session each time.
 *       The location changes rarely, but a directory would be wrong exactly when it changes.
 *   <li>With static membership, an algorithm starts after all processes agree on the initial members. The membership
 *       by itself does not suffice: a process that replaces a departed process also sees all members up, and would
 *       start a second time, with a second token.
 *   <li>In such an algorithm, fencing tokens start above the first generations of all processes, which are seconds
 *       since 1970 unless configured otherwise. Fencing tokens therefore still increase after a restart of the
 *       cluster.
 *   <li>For an algorithm on any graph that tolerates every change, a link fails when the failure detector of either
 *       end does not reach the other, and recovers when it does. Other nodes do not influence this. Both ends agree on
 *       each incarnation of the link. Messages sent while the link is down are lost, and the sender is not notified.
 *       Two ends that cannot reach each other cannot agree on which messages have arrived, so a cluster cannot promise
 *       {@code Undeliverable}. If a link is down for longer than the split brain resolver waits, the resolver downs
 *       the nodes at both ends, or on one side, and they depart.
 *   <li>Akka delivers messages at most once, and loses messages when a connection breaks, but the algorithms require
 *       every message between live processes. Messages are therefore numbered in each incarnation of a link, received
 *       in order and only once, and acknowledged at intervals. The sender repeats all messages from the first missing
 *       one, because losses are rare. Akka's reliable delivery has an actor and a registration for each end and
 *       direction, requires a demand before each message, and does not support incarnations of links.
 *   <li>A failure detector monitors at most nine other nodes, unless
 *       {@code akka.cluster.failure-detector.monitored-by-nr-of-members} says otherwise. For all other nodes it
 *       relies on the reports of their monitors.
 * </ul>
 *
 * <p>Settings come in; the services that applications use, and a node that joins and leaves, go out.
 */
package symposium.cluster;
