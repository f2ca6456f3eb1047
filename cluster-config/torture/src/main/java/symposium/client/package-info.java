/**
 * A client of the HTTP endpoints of {@link symposium.management.ClientRoutes}, which is no member of the cluster: that
 * of {@code symposium lock --url}, and of the torture.
 *
 * <p>Calls for sessions, locks and elections come in; requests go out to an endpoint, and its answers come back.
 */
package symposium.client;
