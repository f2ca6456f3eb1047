/**
 * The commands that simulate algorithms and run elections.
 *
 * <p>{@link symposium.cli.simulate.SimulateCommand}, {@link symposium.cli.simulate.CompareCommand} and {@link
 * symposium.cli.simulate.ElectionCommand} with its subcommands.
 *
 * <p>Options come in; message counts and leaders go out.
 */
package symposium.cli.simulate;
