/**
 * What makes a JVM a node: its configuration, the membership of the cluster turned into neighbours, and the lock and the table that
 * applications use.
 *
 * <p>A node is an actor system with a handful of actors:
 *
 * <dl>
 *   <dt>{@link symposium.cluster.Membership}
 *   <dd>listens to the cluster and says who the members are, in the order of their numbers, who has departed, and who is not heard
 *   <dt>{@link symposium.cluster.Host}
 *   <dd>hosts the process, and tells it of the membership what its algorithm stands, which {@link symposium.cluster.HostedAlgorithm} derives from the
 *       catalogue; agrees with the other hosts on who begins ({@link symposium.cluster.GroupFormation}) and on the lives of links
 *       ({@link symposium.cluster.LinkEndpoint}); sends again what has not arrived ({@link symposium.cluster.SendWindow})
 *   <dt>{@link symposium.cluster.Endpoint}
 *   <dd>lies where every other node knows to find it, and hands on what they and their hosts send
 *   <dt>{@link symposium.cluster.Lock}
 *   <dd>queues the applications of this node behind the one user that a process has
 *   <dt>{@link symposium.cluster.Philosopher}
 *   <dd>stands in the place of the lock where the algorithm is one of philosophers who share forks
 *   <dt>{@link symposium.cluster.Resources}
 *   <dd>has a host, a process and a post of its own, whichever algorithm the lock has; its process has any number of sessions of applications.
 *       Without a node there is {@link symposium.cluster.Resources#alone one for a single actor system}, with a process without neighbours behind it
 *   <dt>{@link symposium.cluster.LeaderElection}
 *   <dd>tells the applications of this node who leads, in which term; it has a process, a host and a post of its own
 * </dl>
 *
 * <p>Decisions, and what was rejected:
 *
 * <ul>
 *   <li>The others' posts are found by their path under the address of the member. The receptionist would tell of them later than the
 *       membership does, and a message might be for somebody who is not known yet.
 *   <li>A node announces its number and its configuration as roles, which is the one thing about a member that all others learn no
 *       later than that it exists.
 *   <li>A member that is unreachable stays in the ring until it is removed: whether it is dead is for the split brain resolver to say.
 *       But a node that does not see a majority counts as cut off at once, for the others may be about to remove it.
 *   <li>A member that leaves in good order is treated as one that crashes. It costs a regeneration, and there is one way to depart,
 *       which is the one that is checked. Only where the algorithm says that its processes leave is the process asked to, and
 *       waited for, before the node tells the cluster.
 *   <li>An algorithm that starts with everyone there begins when all have agreed on who that is. The membership alone does not do: whoever comes
 *       in the place of one that has departed sees everyone up as well, and would begin a second time, with a second token.
 *   <li>Where all begin together, their fences begin above the first generations of all of them, which are seconds since 1970 unless
 *       configured otherwise: a cluster that is started anew does not go back.
 *   <li>For an algorithm of any graph that stands any change, a link fails as soon as the failure detector of the node at one end does not hear
 *       the other, whatever the other nodes think, and recovers when it does. Both ends agree on each life of the link. Whatever is sent
 *       while it fails is lost, and nobody is told: two ends that do not reach each other cannot agree on what has arrived, so no
 *       {@code Undeliverable} can be promised on a cluster. A link that fails for longer than the split brain resolver waits does not stay a
 *       matter of the link: the resolver downs the nodes at both ends, or one side of them, and they depart.
 *   <li>Akka delivers at most once, and loses messages when a connection breaks; the algorithms lose nothing between the living. So messages
 *       are numbered in each life of a link, taken in order and once, confirmed at intervals, and sent again: all of them from the first that
 *       is missing, for it is rare. Akka's reliable delivery has an actor and a registration for each end and direction, asks before each
 *       message whether it may come, and knows no lives of links.
 *   <li>A failure detector hears nine other nodes at most, unless {@code akka.cluster.failure-detector.monitored-by-nr-of-members} says
 *       otherwise; of those whom it does not monitor a node believes what the others say.
 * </ul>
 */
package symposium.cluster;
