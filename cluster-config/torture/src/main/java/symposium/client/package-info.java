/**
 * A client of the HTTP endpoints of {@link symposium.management.ClientRoutes}, which is no member of the cluster: that
 * of {@code symposium lock --url}, and of the torture.
 */
package symposium.client;
