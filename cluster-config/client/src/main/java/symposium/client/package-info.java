/**
 * A client of the HTTP endpoints of {@code symposium.management.ClientRoutes}, which is not a member of the cluster.
 * The command {@code symposium lock --url} and the torture use it.
 *
 * <p>Calls for sessions, locks and elections come in; requests go out to an endpoint, and its answers come back.
 */
package symposium.client;
