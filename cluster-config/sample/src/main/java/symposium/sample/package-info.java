/**
 * A sample application: three JVMs take a named lock in turn, and write to a {@link symposium.sample.Store} that
 * compares fences. {@link symposium.sample.Sample} starts them.
 *
 * <p>The ports of the nodes come in; a line for each entry under its fence goes out.
 */
package symposium.sample;
