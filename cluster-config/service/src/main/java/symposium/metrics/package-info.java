/**
 * Meters of Micrometer for a node: {@link symposium.metrics.SymposiumMetrics}. Nothing else of this library loads
 * Micrometer, which is an optional dependency.
 */
package symposium.metrics;
