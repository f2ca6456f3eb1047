/**
 * Philosophers who dine at the nodes of a cluster, voters who elect there, and what is told of them.
 *
 * <p>Everything that happens comes as a {@link symposium.demo.DemoEvent}, in one order, to whoever listens:
 *
 * <dl>
 *   <dt>{@link symposium.demo.Narrator}
 *   <dd>tells it, line by line; what happens between the processes in the words of any algorithm's rules and messages
 *       ({@link symposium.demo.PlainNarrator}), or in those of the ring ({@link symposium.demo.RingNarrator})
 *   <dt>{@link symposium.demo.Statistics}
 *   <dd>counts, each kind of message that the algorithm has
 *   <dt>{@link symposium.demo.SafetyMonitor}
 *   <dd>watches the users alone, and knows of no protocol: did two eat at once, did a fence go back? Of philosophers that share forks two by
 *       two: did neighbours eat at once, was a use of a fork numbered backwards? Of applications that take resources: was one ever with two,
 *       was it taken under a fence that is not greater?
 *   <dt>{@link symposium.demo.DemoController}
 *   <dd>decides when the next act begins: who eats a last meal, when its node is killed, when the dinner is over; where
 *       the algorithm does not stand a death, once nobody has been granted for a while
 * </dl>
 *
 * <p>Where leaders are elected, {@link symposium.demo.ElectionNarrator} tells, {@link symposium.demo.ElectionStatistics} counts, {@link symposium.demo.ElectionMonitor}
 * watches, and {@link symposium.demo.ElectionDemo} decides when the leader is killed, and shows it all.
 *
 * <p>The {@link symposium.demo.ElectionSubscriber voters} and {@link symposium.demo.ClientLoop philosophers} are applications like any other: they know the {@link symposium.cluster.Lock},
 * the {@link symposium.cluster.Philosopher}, the {@link symposium.cluster.Resources} or the {@link symposium.cluster.LeaderElection}, and nothing else; which of the first three is
 * a philosopher's {@link symposium.demo.ServicePort}. {@link symposium.demo.LocalCluster} has the nodes; {@link symposium.demo.Demo} puts several nodes into one JVM; {@link symposium.demo.NodeRunner} is one node in a JVM of its
 * own.
 */
package symposium.demo;
