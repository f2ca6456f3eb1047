/**
 * The command {@code symposium}: the commands for clusters, and those of the laboratory.
 *
 * <p>Arguments come in; results go to standard output, all else to standard error, and an exit code goes out.
 */
package symposium.cli;
