/**
 * The Micrometer metrics of a node: {@link symposium.metrics.SymposiumMetrics}. Nothing else of this library loads
 * Micrometer, which is an optional dependency.
 *
 * <p>What a node tells its listeners comes in; meters go out.
 */
package symposium.metrics;
