/**
 * A sample application: three JVMs take a named lock in turn, and write to a {@link symposium.sample.Store} that
 * compares fences. {@link symposium.sample.Sample} starts them.
 */
package symposium.sample;
