/**
 * The commands that read event logs.
 *
 * <p>{@link symposium.cli.trace.TraceCommand} verifies, draws, lists and exports them.
 *
 * <p>Files of event logs come in; verdicts and drawings go out.
 */
package symposium.cli.trace;
