/**
 * The commands that explore algorithms with the checker.
 *
 * <p>{@link symposium.cli.check.CheckCommand}, and {@link symposium.cli.check.CheckWorkerCommand} for a search by
 * several machines.
 *
 * <p>Options come in; the report of the checker goes out.
 */
package symposium.cli.check;
