/**
 * The reports of commands.
 *
 * <p>A {@link symposium.cli.report.ReportingCommand} prints its result on standard output, as text or as one JSON
 * object, and everything else on standard error; it ends with a number of {@link symposium.cli.report.ExitCode}.
 *
 * <p>Results come in; text goes out. No command is known here.
 */
package symposium.cli.report;
