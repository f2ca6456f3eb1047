/**
 * The commands that run nodes, and those that use them.
 *
 * <p>{@link symposium.cli.cluster.DemoCommand}, {@link symposium.cli.cluster.NodeCommand}, {@link
 * symposium.cli.cluster.LockCommand} and {@link symposium.cli.cluster.TortureCommand}.
 *
 * <p>Options and signals come in; nodes run until their work is done, and what they tell goes out.
 */
package symposium.cli.cluster;
