/**
 * The command line program.
 *
 * <p>A {@link symposium.cli.program.Program} is the top command. Each of its subcommands is a class that returns one of
 * {@link symposium.cli.report.ExitCode}'s numbers. It prints its result on standard output and everything else on
 * standard error: {@link symposium.cli.report.ReportingCommand}. To add one, write the class, name it in the list of
 * {@link symposium.cli.program.Laboratory} or of {@code Main}, and write its help texts in the {@code help.properties}
 * of its module.
 *
 * <p>Options have the types of the library; {@link symposium.cli.option.OptionRules} registers the converters, holds
 * numbers to their {@link symposium.cli.option.Bounds}. Options of several commands are mixins.
 *
 * <p>A command throws {@link symposium.cli.option.BadInput} for a wrong input; its message is the one line that the
 * user sees.
 *
 * <p>Arguments come in; results go to standard output, all else to standard error, and an exit code goes out.
 */
package symposium.cli.program;
