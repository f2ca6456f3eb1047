/**
 * The demos of the services of a cluster, and their stories.
 *
 * <p>Every event comes as a {@link symposium.demo.event.DemoEvent}, in one order ({@link
 * symposium.demo.nodes.EventFeed}), to these listeners:
 *
 * <dl>
 *   <dt>{@link symposium.demo.narration.Narrator}
 *   <dd>tells the story, line by line; {@link symposium.demo.narration.StepNarrator} tells the steps of processes
 *   <dt>{@link symposium.demo.narration.Statistics}
 *   <dd>counts grants, leaders and messages
 *   <dt>{@link symposium.demo.SafetyMonitor}
 *   <dd>watches the users, and knows no algorithm: it tells a {@link symposium.judge.Judge} what they have
 *   <dt>{@link symposium.demo.DemoController}
 *   <dd>decides when a node is killed and when the demo ends; {@link symposium.demo.SharingController} and
 *       {@link symposium.demo.ElectionController} know what is to be shown
 * </dl>
 *
 * <p>{@link symposium.demo.script.DemoScript} holds what depends on the algorithm: the service, the kinds of
 * messages and the words.
 *
 * <p>The {@link symposium.demo.ClientLoop users} are applications like any other: they know the {@link
 * symposium.service.participant.Lock}, the {@link symposium.service.participant.Philosopher}, the {@link
 * symposium.service.lock.LockService} or the {@link symposium.service.participant.LeaderElection} of their node.
 * {@link symposium.demo.Demo} runs several nodes in one JVM ({@link symposium.demo.nodes.LocalCluster}); {@link
 * symposium.demo.NodeRunner} runs one.
 *
 * <p>A script of a demo comes in; its story, its figures and its event logs go out.
 */
package symposium.demo;
