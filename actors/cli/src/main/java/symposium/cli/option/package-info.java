/**
 * The options of commands: their types, their bounds, and the messages about wrong ones.
 *
 * <p>An option has a type of the library or one of these; {@link symposium.cli.option.OptionRules} registers the
 * converters. A wrong value is a {@link symposium.cli.option.BadInput}, whose message is the one line that the
 * user sees.
 *
 * <p>Words of a command line come in; values of the library go out.
 */
package symposium.cli.option;
