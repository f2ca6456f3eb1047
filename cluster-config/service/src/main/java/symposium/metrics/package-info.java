/**
 * The Micrometer metrics of a node: {@link symposium.metrics.SymposiumMetrics}. No other package of this library loads
 * Micrometer, which is an optional dependency.
 *
 * <p>The notifications of a node to its listeners come in; metrics go out.
 */
package symposium.metrics;
