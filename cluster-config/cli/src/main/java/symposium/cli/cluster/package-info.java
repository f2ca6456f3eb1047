/**
 * The commands that run nodes, and those that use them.
 *
 * <p>{@link symposium.cli.cluster.DemoCommand}, {@link symposium.cli.cluster.NodeCommand}, {@link
 * symposium.cli.cluster.LockCommand} and {@link symposium.cli.cluster.TortureCommand}.
 *
 * <p>Options come in; nodes of a cluster run, until their work is done or a signal ends them.
 */
package symposium.cli.cluster;
