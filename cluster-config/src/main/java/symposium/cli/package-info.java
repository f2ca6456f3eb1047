/**
 * The command line.
 *
 * <p>{@link symposium.cli.Main} is the top command; each of its subcommands is a class of its own, a picocli
 * {@code Callable<Integer>} that returns one of {@link symposium.cli.ExitCode}'s numbers, prints for its user on
 * {@code spec.commandLine().getOut()} and everything else on {@code getErr()}. To add one, write the class and name it in the list of
 * subcommands of {@code Main}; help, {@code --debug} and the exit codes come with it.
 *
 * <p>What a user got wrong is thrown as {@link symposium.cli.BadInput}, whose message becomes the one line that the user sees.
 * {@link symposium.cli.Values} reads the values of options so.
 */
package symposium.cli;
